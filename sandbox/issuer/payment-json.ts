import { readFees } from './fees.ts'
import type { Desk } from './desk.ts'
import { declineMessage } from './declines.ts'
import type { Merchant } from './merchants.ts'
import { fromCents, rateText } from './money.ts'
import { eventsOf, inOriginal, inUsd, tally, type PaymentEventRow, type PaymentRow } from './payment-rows.ts'

const declineOf = (code: string | null) => (code === null ? null : { code, message: declineMessage(code) })

const cardMetaId = (desk: Desk, payment: PaymentRow): string | null =>
  desk.db.one<{ meta_id: string | null }>('select meta_id from card where id = ?', payment.card_id)
    ?.meta_id ?? null

/** An event as `events` lists it and as the webhook carries it: complete without any other. */
export const eventJson = (desk: Desk, payment: PaymentRow, event: PaymentEventRow) => ({
  id: event.id,
  transactionId: payment.id,
  cardId: payment.card_id,
  cardMetaId: cardMetaId(desk, payment),
  type: event.type,
  amount: fromCents(event.amount_cents),
  currency: 'USD',
  originalAmount: fromCents(event.original_cents),
  originalCurrency: payment.original_currency,
  conversionRate: rateText(event.rate),
  fees: readFees(event.fees).map((fee) => ({ type: fee.type, amount: fromCents(fee.amountCents) })),
  final: event.final === 1n,
  authCode: payment.auth_code,
  channel: payment.channel,
  merchant: JSON.parse(payment.merchant) as Merchant,
  declineReason: declineOf(event.decline_code),
  reason: event.reason,
  occurredAt: event.occurred_at,
})

/** A transaction with the sums of its events. */
export const paymentJson = (desk: Desk, payment: PaymentRow) => {
  const events = eventsOf(desk, payment.id)
  const usd = tally(events.map(inUsd))
  const original = tally(events.map(inOriginal))
  const declined = payment.status === 'DECLINED' ? events.find(({ type }) => type === 'decline') : undefined
  return {
    id: payment.id,
    cardId: payment.card_id,
    cardMetaId: cardMetaId(desk, payment),
    status: payment.status,
    channel: payment.channel,
    authCode: payment.auth_code,
    merchant: JSON.parse(payment.merchant) as Merchant,
    currency: 'USD',
    originalCurrency: payment.original_currency,
    conversionRate: rateText(payment.rate),
    amount: {
      authorised: fromCents(usd.authorised),
      reversed: fromCents(usd.reversed),
      cleared: fromCents(usd.cleared),
      refunded: fromCents(usd.refunded),
      held: fromCents(usd.held),
      settled: fromCents(usd.settled),
    },
    originalAmount: {
      authorised: fromCents(original.authorised),
      reversed: fromCents(original.reversed),
      cleared: fromCents(original.cleared),
      refunded: fromCents(original.refunded),
    },
    declineReason: declineOf(declined?.decline_code ?? null),
    createdAt: payment.created_at,
    updatedAt: payment.updated_at,
    lapsesAt: payment.held_cents > 0n ? payment.lapses_at : null,
    events: events.map((event) => eventJson(desk, payment, event)),
  }
}
