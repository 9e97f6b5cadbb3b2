import { parseCents } from '@cardamom/contract/money'
import type { Queries } from '../kernel/queries.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import type { BookedPayment } from './payment-plan.ts'
import {
  paymentEventColumns,
  transactionColumns,
  type PaymentEventRecord,
  type TransactionRecord,
} from './payment-record.ts'

const ownRow = `select ${transactionColumns} from card_transaction t where t.issuer_transaction_id = $1`
const besideRows = `select ${transactionColumns} from card_transaction t where t.payment_id = $1 order by t.at, t.id`
const events = `select ${paymentEventColumns} from payment_event where payment_id = $1 order by occurred_at, id`
const knownEvents = 'select issuer_event_id from payment_event where issuer_event_id = any($1)'
const hasBreak = 'select 1 from payment_break where class = $1 and issuer_transaction_id = $2'
const insertBreak = `insert into payment_break (id, class, issuer_transaction_id, amount_cents, at)
  values ($1, 'unknown_card', $2, $3, $4) on conflict do nothing`

/** The events that are booked of a payment, oldest first. */
export const listPaymentEvents = (sql: Queries, paymentId: string): Promise<PaymentEventRecord[]> =>
  sql.rows<PaymentEventRecord>(events, [paymentId])

/** Rows beside a payment's own: fees, refunds, declined increments. */
export const listBesideRows = (sql: Queries, paymentId: string): Promise<TransactionRecord[]> =>
  sql.rows<TransactionRecord>(besideRows, [paymentId])

/** A booked event as the issuer told it. What it says of the shop stands on the payment's row. */
const eventOf = (
  own: TransactionRecord,
  cardId: string,
  row: PaymentEventRecord,
): IssuerTransactionEvent => ({
  eventId: row.issuer_event_id,
  transactionId: own.issuer_transaction_id ?? '',
  issuerCardId: cardId,
  type: row.type,
  final: row.final,
  amountCents: row.amount_cents,
  originalAmount: row.original_amount,
  originalCurrency: row.original_currency,
  rate: row.original_rate,
  fees: row.fees.map(({ type, amount }) => ({ type, amountCents: parseCents(amount) ?? 0n })),
  channel: row.channel,
  authorisationCode: row.authorisation_code,
  reason: row.reason,
  merchant: {
    name: own.merchant_name ?? '',
    mcc: own.mcc ?? '',
    city: own.merchant_city,
    country: own.merchant_country,
  },
  declineReason: row.decline_reason,
  occurredAt: row.occurred_at,
  lapsesAt: row.lapses_at,
})

export type KnownPayment = {
  readonly booked: BookedPayment | null
  readonly known: readonly IssuerTransactionEvent[]
  readonly hasBreak: boolean
}

/** Everything that is booked of a payment of the issuer. */
export const readKnownPayment = async (sql: Queries, issuerTransactionId: string): Promise<KnownPayment> => {
  const own = await sql.maybe<TransactionRecord>(ownRow, [issuerTransactionId])
  if (!own) return { booked: null, known: [], hasBreak: false }
  const rows = await listPaymentEvents(sql, own.id)
  const broken = await sql.maybe(hasBreak, ['clearing_without_authorisation', issuerTransactionId])
  return {
    booked: { own, beside: await listBesideRows(sql, own.id) },
    known: rows.map((row) => eventOf(own, own.card_id, row)),
    hasBreak: broken !== null,
  }
}

/** Which of these events of the issuer are not booked yet. */
export const unbookedEvents = async (
  sql: Queries,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.rows<{ issuer_event_id: string }>(knownEvents, [eventIds])
  const booked = new Set(rows.map((row) => row.issuer_event_id))
  return new Set(eventIds.filter((id) => !booked.has(id)))
}

/** The issuer tells of a payment with a card that we do not have: kept for reconciliation, once. */
export const insertUnknownCardBreak = async (
  sql: Queries,
  found: { id: string; event: IssuerTransactionEvent; at: Date },
): Promise<void> => {
  const { id, event, at } = found
  await sql.run(insertBreak, [id, event.transactionId, event.amountCents, at])
}
