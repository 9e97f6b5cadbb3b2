import { randomInt, randomUUID } from 'node:crypto'
import { dayMs, plusMs, readSetting, type Desk } from './desk.ts'
import { post } from './entries.ts'
import { keepFees } from './fees.ts'
import type { Merchant } from './merchants.ts'
import { eventJson } from './payment-json.ts'
import { eventsOf, findPayment, inUsd, statusOf, tally } from './payment-rows.ts'
import type { Channel, EventType, Fee, PaymentEventRow, PaymentRow } from './payment-rows.ts'

export type NewEvent = {
  readonly type: EventType
  readonly amountCents: bigint
  readonly originalCents: bigint
  readonly rate: bigint
  readonly fees?: readonly Fee[]
  readonly final?: boolean
  readonly declineCode?: string
  readonly reason?: string
  readonly at: Date
}

/** An empty payment; its first event gives it a state. */
export const openPayment = (
  desk: Desk,
  wanted: { cardId: string; channel: Channel; merchant: Merchant; currency: string; rate: bigint },
): PaymentRow => {
  const at = desk.now().toISOString()
  const last = desk.db.one<{ no: bigint | null }>('select max(change_no) as no from payment')
  return desk.db.insert<PaymentRow>('payment', {
    id: randomUUID(),
    change_no: (last?.no ?? 0n) + 1n,
    card_id: wanted.cardId,
    channel: wanted.channel,
    auth_code: String(randomInt(1_000_000)).padStart(6, '0'),
    merchant: JSON.stringify(wanted.merchant),
    original_currency: wanted.currency,
    rate: wanted.rate,
    status: 'VOID',
    held_cents: 0n,
    settled_cents: 0n,
    lapses_at: null,
    created_at: at,
    updated_at: at,
  })
}

const holdMs = 7 * dayMs

const keepEvent = (desk: Desk, paymentId: string, event: NewEvent): PaymentEventRow =>
  desk.db.insert<PaymentEventRow>('payment_event', {
    id: randomUUID(),
    payment_id: paymentId,
    type: event.type,
    amount_cents: event.amountCents,
    original_cents: event.originalCents,
    rate: event.rate,
    fees: keepFees(event.fees ?? []),
    final: event.final === true ? 1 : 0,
    decline_code: event.declineCode ?? null,
    reason: event.reason ?? null,
    occurred_at: event.at.toISOString(),
  })

/** Adds an event and everything that follows from it: money, state, day-file row, message. */
export const addEvent = (desk: Desk, payment: PaymentRow, event: NewEvent): PaymentRow =>
  desk.db.whole(() => {
    const before = tally(eventsOf(desk, payment.id).map(inUsd))
    const row = keepEvent(desk, payment.id, event)
    const counted = eventsOf(desk, payment.id).map(inUsd)
    const after = tally(counted)
    const [heldCents, settledCents] = [after.held - before.held, after.settled - before.settled]
    const change = -(heldCents + settledCents)
    const refundAllocates =
      event.type === 'refund' && readSetting(desk.db, 'refundAddsToAllocation') === 'true'
    post(desk, {
      id: row.id,
      type: 'TRANSACTION',
      eventType: event.type,
      cardId: payment.card_id,
      paymentId: payment.id,
      heldCents,
      settledCents,
      cardCents: change,
      availableCents: change,
      unallocatedCents: refundAllocates ? event.amountCents : 0n,
      at: event.at,
    })
    const extendsHold = event.type === 'authorisation' || event.type === 'increment'
    desk.db.run(
      `update payment set status = ?, held_cents = ?, settled_cents = ?, lapses_at = ?, updated_at = ?,
         change_no = (select max(change_no) + 1 from payment) where id = ?`,
      statusOf(counted),
      after.held,
      after.settled,
      extendsHold ? plusMs(event.at, holdMs).toISOString() : payment.lapses_at,
      event.at.toISOString(),
      payment.id,
    )
    const next = findPayment(desk, payment.id)
    desk.emit({
      id: row.id,
      eventType: `transaction.${event.type}`,
      at: event.at,
      data: eventJson(desk, next, row),
    })
    return next
  })
