import { declineMessage } from './declines.ts'
import type { Desk } from './desk.ts'
import { readFees } from './fees.ts'
import type { Merchant } from './merchants.ts'
import { fromCents, rateText } from './money.ts'
import { eventsOf, inUsd, tally, type PaymentEventRow, type PaymentRow } from './payment-rows.ts'

const declineOf = (code: string | null) => (code === null ? null : { code, message: declineMessage(code) })

const eventJson = (payment: PaymentRow, event: PaymentEventRow) => ({
  id: event.id,
  type: event.type,
  amount: fromCents(event.amount_cents),
  originalAmount: fromCents(event.original_cents),
  originalCurrency: payment.original_currency,
  conversionRate: rateText(event.rate),
  fees: readFees(event.fees).map((fee) => ({ type: fee.type, amount: fromCents(fee.amountCents) })),
  declineReason: declineOf(event.decline_code),
  reason: event.reason,
  occurredAt: event.occurred_at,
})

/** The possible next steps of a payment, with the shop's names. */
const following = (payment: PaymentRow): readonly string[] => {
  if (payment.status === 'PENDING') return ['clear', 'reverse', 'increment', 'lapse']
  if (payment.settled_cents > 0n) return ['refund', 'chargeback', 'clear']
  return payment.status === 'VOID' ? ['clear'] : []
}

/** A payment with the sums of its events, as the shop and the control plane show it: a form of our own. */
export const paymentJson = (desk: Desk, payment: PaymentRow) => {
  const events = eventsOf(desk, payment.id)
  const usd = tally(events.map(inUsd))
  const declined = payment.status === 'DECLINED' ? events.find(({ type }) => type === 'decline') : undefined
  return {
    id: payment.id,
    cardId: payment.card_id,
    status: payment.status,
    channel: payment.channel,
    merchant: JSON.parse(payment.merchant) as Merchant,
    originalCurrency: payment.original_currency,
    amount: {
      authorised: fromCents(usd.authorised),
      reversed: fromCents(usd.reversed),
      cleared: fromCents(usd.cleared),
      refunded: fromCents(usd.refunded),
      held: fromCents(usd.held),
      settled: fromCents(usd.settled),
    },
    declineReason: declineOf(declined?.decline_code ?? null),
    createdAt: payment.created_at,
    updatedAt: payment.updated_at,
    lapsesAt: payment.held_cents > 0n ? payment.lapses_at : null,
    can: following(payment),
    events: events.map((event) => eventJson(payment, event)),
  }
}
