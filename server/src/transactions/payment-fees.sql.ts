import { parseCents } from '@cardamom/contract/money'
import type { Queries } from '../kernel/queries.ts'
import type { PaymentEventRecord, TransactionRecord } from './payment-record.ts'

/** What the card issuer charges inside of a payment. */
export type PaymentFees = {
  readonly fees: readonly { readonly type: string; readonly amount: bigint }[]
  /** Those that are rows of their own: they are settled and not part of the payment's amount. */
  readonly settledCents: bigint
}
type FeeLine = { payment_id: string; type: string; cents: bigint }
type HeldEvent = Pick<PaymentEventRecord, 'type' | 'fees'> & { payment_id: string }

export const noFees: PaymentFees = { fees: [], settledCents: 0n }

const settledFees = `select payment_id, coalesce(reason, '') as type, (-sum(settled_cents))::int8 as cents
  from card_transaction where payment_id = any ($1) and purpose = 'fee' group by 1, 2`
const feesOfEvents = `select payment_id, type, fees from payment_event where payment_id = any ($1)`

const adds: ReadonlySet<string> = new Set(['authorisation', 'increment'])
const takesOff: ReadonlySet<string> = new Set(['reversal', 'clearing'])

/** Fees inside of what is still held: those of the authorisation and its increments, less what was taken or released. */
const heldFees = (events: readonly HeldEvent[]): FeeLine[] =>
  events.flatMap(({ payment_id: paymentId, type: eventType, fees }) => {
    const sign = adds.has(eventType) ? 1n : takesOff.has(eventType) ? -1n : 0n
    return fees.map(({ type, amount }) => ({
      payment_id: paymentId,
      type,
      cents: sign * (parseCents(amount) ?? 0n),
    }))
  })

const sumByType = (lines: readonly FeeLine[]) =>
  [...Map.groupBy(lines, ({ type }) => type)]
    .map(([type, same]) => ({ type, amount: same.reduce((sum, { cents }) => sum + cents, 0n) }))
    .filter(({ amount }) => amount > 0n)

/** The card issuer's fees of each of these payments. */
export const readPaymentFees = async (
  sql: Queries,
  rows: readonly TransactionRecord[],
): Promise<ReadonlyMap<string, PaymentFees>> => {
  const payments = rows.filter(({ issuer_transaction_id: issuerId }) => issuerId !== null)
  if (payments.length === 0) return new Map()
  const held = payments.filter(({ status }) => status === 'floating').map(({ id }) => id)
  const settled = await sql.rows<FeeLine>(settledFees, [payments.map(({ id }) => id)])
  const events = held.length === 0 ? [] : await sql.rows<HeldEvent>(feesOfEvents, [held])
  const stillHeld = heldFees(events)
  return new Map(
    payments.map(({ id }) => {
      const own = settled.filter(({ payment_id: paymentId }) => paymentId === id)
      const inHold = sumByType(stillHeld.filter(({ payment_id: paymentId }) => paymentId === id))
      const lines = [...own, ...inHold.map(({ type, amount }) => ({ payment_id: id, type, cents: amount }))]
      return [
        id,
        { fees: sumByType(lines), settledCents: own.reduce((sum, { cents }) => sum + cents, 0n) },
      ] as const
    }),
  )
}
