import { parseCents } from '@cardamom/contract/money'
import type { InferResult } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import type { BookedPayment } from './payment-plan.ts'
import { transactions, type TransactionRecord } from './transactions.sql.ts'

/** The stored events of payments; fees are decimal amounts. */
export const paymentEvents = (sql: Queries) =>
  sql
    .selectFrom('paymentEvent')
    .select([
      'id',
      'paymentId',
      'issuerEventId',
      'type',
      'final',
      'amountCents',
      'originalAmount',
      'originalCurrency',
      'originalRate',
      'fees',
      'channel',
      'authorisationCode',
      'reason',
      'declineReason',
      'lapsesAt',
      'occurredAt',
    ])
    .$narrowType<{ channel: IssuerTransactionEvent['channel']; fees: { type: string; amount: string }[] }>()

export type PaymentEventRecord = Readonly<InferResult<ReturnType<typeof paymentEvents>>[number]>

/** The booked events of a payment, oldest first. */
export const listPaymentEvents = (sql: Queries, paymentId: string): Promise<PaymentEventRecord[]> =>
  paymentEvents(sql).where('paymentId', '=', paymentId).orderBy('occurredAt').orderBy('id').execute()

/** The related rows of a payment: fees, refunds, declined increments. */
export const listRelatedRows = (sql: Queries, paymentId: string): Promise<TransactionRecord[]> =>
  transactions(sql).where('paymentId', '=', paymentId).orderBy('at').orderBy('id').execute()

/** Returns a booked event as the issuer sent it. The shop's fields are stored in the payment's row. */
const eventOf = (own: TransactionRecord, event: PaymentEventRecord): IssuerTransactionEvent => ({
  ...event,
  eventId: event.issuerEventId,
  transactionId: own.issuerTransactionId ?? '',
  issuerCardId: own.cardId,
  rate: event.originalRate,
  fees: event.fees.map(({ type, amount }) => ({ type, amountCents: parseCents(amount) ?? 0n })),
  merchant: {
    name: own.merchantName ?? '',
    mcc: own.mcc ?? '',
    city: own.merchantCity,
    country: own.merchantCountry,
  },
})

export type KnownPayment = {
  readonly booked: BookedPayment | null
  readonly known: readonly IssuerTransactionEvent[]
  readonly hasBreak: boolean
}

/** Reads all bookings for a payment of the issuer. */
export const readKnownPayment = async (sql: Queries, issuerTransactionId: string): Promise<KnownPayment> => {
  const own = await transactions(sql)
    .where('issuerTransactionId', '=', issuerTransactionId)
    .executeTakeFirst()
  if (!own) return { booked: null, known: [], hasBreak: false }
  const events = await listPaymentEvents(sql, own.id)
  const broken = await sql
    .selectFrom('paymentBreak')
    .select('id')
    .where('class', '=', 'clearing_without_authorisation')
    .where('issuerTransactionId', '=', issuerTransactionId)
    .executeTakeFirst()
  return {
    booked: { own, related: await listRelatedRows(sql, own.id) },
    known: events.map((event) => eventOf(own, event)),
    hasBreak: broken !== undefined,
  }
}

/** Returns which of these events of the issuer are not booked yet. */
export const unbookedEvents = async (
  sql: Queries,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const events = await sql
    .selectFrom('paymentEvent')
    .select('issuerEventId')
    .where('issuerEventId', '=', anyOf(eventIds))
    .execute()
  const booked = new Set(events.map(({ issuerEventId }) => issuerEventId))
  return new Set(eventIds.filter((id) => !booked.has(id)))
}

/** Stores a break for reconciliation, once, when a payment's card is unknown. */
export const insertUnknownCardBreak = async (
  sql: Queries,
  found: { id: string; event: IssuerTransactionEvent; at: Date },
): Promise<void> => {
  const { id, event, at } = found
  const { transactionId: issuerTransactionId, amountCents } = event
  await sql
    .insertInto('paymentBreak')
    .values({ id, class: 'unknown_card', issuerTransactionId, amountCents, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
