import type { EventType } from '@cardamom/contract/events'
import type { EventDraft } from '../kernel/plan.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { cardFeedState, nothingFed } from './card-feed.ts'
import { feedEvent } from './payment-rows.ts'

const eventTypes = {
  authorisation: 'card.authorised',
  increment: 'card.authorised',
  reversal: 'card.reversed',
  lapse: 'card.lapsed',
  clearing: 'card.cleared',
  refund: 'card.refunded',
  decline: 'card.declined',
} as const satisfies Readonly<Record<IssuerTransactionEvent['type'], EventType>>

/** Amounts of a payment: held and cleared, with fees, and the refunded part. */
const totalsOf = (events: readonly IssuerTransactionEvent[]) => {
  const { floatingCents, settledCents } =
    events.length > 0 ? cardFeedState(events.map(feedEvent)) : nothingFed
  const refundedCents = events
    .filter(({ type }) => type === 'refund')
    .reduce((sum, { amountCents }) => sum + amountCents, 0n)
  return { totalCents: floatingCents + settledCents + refundedCents, refundedCents }
}

type NewsFacts = {
  readonly card: { readonly id: string; readonly companyId: string; readonly userId: string }
  readonly known: readonly IssuerTransactionEvent[]
  readonly fresh: readonly IssuerTransactionEvent[]
}

/** Emits each new event of a payment, with the payment's amount before and after it. */
export const paymentNews = (
  { card, known, fresh }: NewsFacts,
  { paymentId, status }: { paymentId: string; status: string },
): EventDraft[] =>
  fresh.map((event, index) => {
    const before = totalsOf([...known, ...fresh.slice(0, index)])
    const after = totalsOf([...known, ...fresh.slice(0, index + 1)])
    return {
      type: eventTypes[event.type],
      entityId: paymentId,
      companyId: card.companyId,
      userId: card.userId,
      payload: {
        cardId: card.id,
        issuerEventId: event.eventId,
        type: event.type,
        status,
        merchant: event.merchant.name,
        amountCents: String(event.amountCents),
        beforeCents: String(before.totalCents),
        totalCents: String(after.totalCents),
        refundedCents: String(after.refundedCents),
        ...(event.declineReason === null ? {} : { reason: event.declineReason }),
      },
    }
  })
