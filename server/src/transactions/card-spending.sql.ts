import type { CardSpending } from '../cards/card-limits.ts'
import type { Queries } from '../kernel/queries.ts'
import { spendPeriod } from '../providers/issuer/spend-period.ts'
import { cardFeedState } from './card-feed.ts'
import type { PaymentEventRecord } from './payments.sql.ts'

type EventRow = Pick<
  PaymentEventRecord,
  'paymentId' | 'issuerEventId' | 'type' | 'final' | 'amountCents' | 'occurredAt'
>

/** All events of the payments with a card that had any event since an instant. */
const listEventsSince = (
  sql: Queries,
  { userId, cardId, from }: { userId: string; cardId: string; from: Date },
): Promise<EventRow[]> =>
  sql
    .selectFrom('paymentEvent')
    .select(['paymentId', 'issuerEventId', 'type', 'final', 'amountCents', 'occurredAt'])
    .where('paymentId', 'in', (eb) =>
      eb
        .selectFrom('paymentEvent as recent')
        .innerJoin('cardTransaction as payment', 'payment.id', 'recent.paymentId')
        .select('recent.paymentId')
        .where('recent.userId', '=', userId)
        .where('recent.occurredAt', '>=', from)
        .where('payment.cardId', '=', cardId),
    )
    .execute()

const spentBy = (events: readonly EventRow[]): bigint => {
  const { floatingCents, settledCents } = cardFeedState(
    events.map(({ issuerEventId: id, type, amountCents, final: isFinal }) => ({
      id,
      type,
      amountCents,
      isFinal,
    })),
  )
  return floatingCents + settledCents
}

const spentSince = (payments: readonly EventRow[][], from: Date): bigint => {
  const changes = payments.map(
    (events) => spentBy(events) - spentBy(events.filter(({ occurredAt }) => occurredAt < from)),
  )
  const cents = changes.reduce((sum, change) => sum + change, 0n)
  return cents > 0n ? cents : 0n
}

/**
 * Spending of a card in the issuer's present day and month, as the issuer counts it against the limits:
 * amounts held and cleared in that time less amounts that came back.
 */
export const readCardSpending = async (
  sql: Queries,
  { userId, cardId, now }: { userId: string; cardId: string; now: Date },
): Promise<CardSpending> => {
  const [day, month] = [spendPeriod('day', now), spendPeriod('month', now)]
  const events = await listEventsSince(sql, { userId, cardId, from: month.from })
  const payments = [...Map.groupBy(events, ({ paymentId }) => paymentId).values()]
  return { dayCents: spentSince(payments, day.from), monthCents: spentSince(payments, month.from) }
}
