import { randomBytes, randomUUID } from 'node:crypto'
import { dayMs, plusMs, type Desk } from './desk.ts'
import { post } from './entries.ts'
import { encodeFees } from './fees.ts'
import type { Merchant } from './merchants.ts'
import { eventsOf, findPayment, inUsd, tally } from './payment-rows.ts'
import type { Channel, EventType, Fee, PaymentEventRow, PaymentRow } from './payment-rows.ts'
import { switchOf } from './settings.ts'
import { lifecycleName, statusAfter, transactionEvent } from './transaction-json.ts'

export type NewEvent = {
  readonly type: EventType
  readonly amountCents: bigint
  readonly originalCents: bigint
  readonly rate: bigint
  readonly fees?: readonly Fee[]
  readonly declineCode?: string
  readonly reason?: string
  readonly at: Date
  /** The time of the payment, if the issuer learnt of it later. */
  readonly paidAt?: Date | undefined
}

/** An empty payment; its first event sets its state. */
export const openPayment = (
  desk: Desk,
  wanted: { cardId: string; channel: Channel; merchant: Merchant; currency: string; rate: bigint },
): PaymentRow => {
  const at = desk.now().toISOString()
  return desk.db.insert<PaymentRow>('payment', {
    id: `tid_${randomBytes(10).toString('hex')}`,
    card_id: wanted.cardId,
    channel: wanted.channel,
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

const holdMs = 30 * dayMs

const insertEvent = (desk: Desk, paymentId: string, event: NewEvent): PaymentEventRow =>
  desk.db.insert<PaymentEventRow>('payment_event', {
    id: randomUUID(),
    payment_id: paymentId,
    type: event.type,
    amount_cents: event.amountCents,
    original_cents: event.originalCents,
    rate: event.rate,
    fees: encodeFees(event.fees ?? []),
    decline_code: event.declineCode ?? null,
    reason: event.reason ?? null,
    occurred_at: (event.paidAt ?? event.at).toISOString(),
  })

/** Adds an event and its consequences: money, state and message. */
export const addEvent = (desk: Desk, payment: PaymentRow, event: NewEvent): PaymentRow =>
  desk.db.whole(() => {
    const before = tally(eventsOf(desk, payment.id).map(inUsd))
    const row = insertEvent(desk, payment.id, event)
    const events = eventsOf(desk, payment.id)
    const after = tally(events.map(inUsd))
    const change = before.held + before.settled - after.held - after.settled
    const refundAllocates = event.type === 'refund' && switchOf(desk, 'refundAddsToAllocation')
    post(desk, {
      id: row.id,
      type: 'TRANSACTION',
      cardId: payment.card_id,
      paymentId: payment.id,
      cardCents: change,
      availableCents: change,
      unallocatedCents: refundAllocates ? event.amountCents : 0n,
      at: event.at,
    })
    const extendsHold = event.type === 'authorisation' || event.type === 'increment'
    desk.db.run(
      `update payment set status = ?, held_cents = ?, settled_cents = ?, lapses_at = ?, updated_at = ? where id = ?`,
      statusAfter(events),
      after.held,
      after.settled,
      extendsHold ? plusMs(event.at, holdMs).toISOString() : payment.lapses_at,
      event.at.toISOString(),
      payment.id,
    )
    const next = findPayment(desk, payment.id)
    desk.emit({
      eventType: 'transaction',
      eventName: lifecycleName[event.type],
      data: transactionEvent(next, events, row),
    })
    return next
  })
