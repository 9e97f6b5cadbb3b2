import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

export type EventType =
  | 'authorisation'
  | 'increment'
  | 'reversal'
  | 'clearing'
  | 'refund'
  | 'decline'
  | 'lapse'
export type PaymentStatus = 'PENDING' | 'CLEARED' | 'DECLINED' | 'VOID'
export type Channel = 'POS' | 'ECOMMERCE' | 'ATM' | 'VISA_DIRECT'
export type Fee = { readonly type: 'atm' | 'fx'; readonly amountCents: bigint }

export type PaymentRow = {
  readonly seq: bigint
  readonly id: string
  readonly card_id: string
  readonly channel: Channel
  readonly merchant: string
  readonly original_currency: string
  /** USD for one unit of the original currency, in 10^-8. */
  readonly rate: bigint
  readonly status: PaymentStatus
  readonly held_cents: bigint
  readonly settled_cents: bigint
  readonly lapses_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type PaymentEventRow = {
  readonly seq: bigint
  readonly id: string
  readonly payment_id: string
  readonly type: EventType
  readonly amount_cents: bigint
  readonly original_cents: bigint
  readonly rate: bigint
  readonly fees: string
  readonly decline_code: string | null
  readonly reason: string | null
  readonly occurred_at: string
}

export type CountedEvent = Pick<PaymentEventRow, 'type'> & { readonly cents: bigint }

/**
 * The state of a payment, from the set of its events in any order: `settled` = cleared − refunded; `held` = 0
 * once anything was cleared or it lapsed, else what was authorised and not reversed.
 */
export const tally = (events: readonly CountedEvent[]) => {
  const sum = (...types: EventType[]) =>
    events.reduce((total, { type, cents }) => (types.includes(type) ? total + cents : total), 0n)
  const authorised = sum('authorisation', 'increment')
  const [reversed, cleared, refunded] = [sum('reversal', 'lapse'), sum('clearing'), sum('refund')]
  const open = authorised - reversed
  const isCleared = events.some(({ type }) => type === 'clearing')
  const held = isCleared || open < 0n ? 0n : open
  return { authorised, reversed, cleared, refunded, held, settled: cleared - refunded }
}

export const statusOf = (events: readonly CountedEvent[]): PaymentStatus => {
  const { held, cleared, refunded, authorised } = tally(events)
  if (held > 0n) return 'PENDING'
  if (cleared > 0n) return refunded >= cleared ? 'VOID' : 'CLEARED'
  if (refunded > 0n) return 'CLEARED'
  return authorised > 0n ? 'VOID' : 'DECLINED'
}

export const inUsd = (event: PaymentEventRow): CountedEvent => ({ ...event, cents: event.amount_cents })
export const inOriginal = (event: PaymentEventRow): CountedEvent => ({
  ...event,
  cents: event.original_cents,
})

export const eventsOf = (desk: Desk, paymentId: string): PaymentEventRow[] =>
  desk.db.all<PaymentEventRow>('select * from payment_event where payment_id = ? order by seq', paymentId)

export const findPayment = (desk: Desk, id: string): PaymentRow => {
  const row = desk.db.one<PaymentRow>('select * from payment where id = ?', id)
  if (!row) throw new Refusal(404, '0312001', 'Transaction not found')
  return row
}
