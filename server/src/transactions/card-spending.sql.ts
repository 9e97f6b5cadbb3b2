import type { CardSpending } from '../cards/card-limits.ts'
import type { Queries } from '../kernel/queries.ts'
import { spendPeriod } from '../providers/issuer/spend-period.ts'
import { cardFeedState } from './card-feed.ts'
import type { PaymentEventRecord } from './payment-record.ts'

type EventRow = Pick<
  PaymentEventRecord,
  'issuer_event_id' | 'type' | 'final' | 'amount_cents' | 'occurred_at'
> & { readonly payment_id: string }

const touched = `select e.payment_id, e.issuer_event_id, e.type, e.final, e.amount_cents, e.occurred_at
  from payment_event e where e.payment_id in (
    select p.payment_id from payment_event p join card_transaction t on t.id = p.payment_id
    where p.user_id = $1 and p.occurred_at >= $3 and t.card_id = $2)`

const takenBy = (events: readonly EventRow[]): bigint => {
  const { floatingCents, settledCents } = cardFeedState(
    events.map((row) => ({
      id: row.issuer_event_id,
      type: row.type,
      amountCents: row.amount_cents,
      isFinal: row.final,
    })),
  )
  return floatingCents + settledCents
}

const spentSince = (payments: readonly EventRow[][], from: Date): bigint => {
  const changes = payments.map(
    (events) => takenBy(events) - takenBy(events.filter(({ occurred_at: at }) => at < from)),
  )
  const cents = changes.reduce((sum, change) => sum + change, 0n)
  return cents > 0n ? cents : 0n
}

/**
 * What a card spent in the running day and month of the issuer, as the issuer counts it against the limits: what was
 * held and cleared in that time less what came back.
 */
export const readCardSpending = async (
  sql: Queries,
  of: { userId: string; cardId: string; now: Date },
): Promise<CardSpending> => {
  const [day, month] = [spendPeriod('day', of.now), spendPeriod('month', of.now)]
  const rows = await sql.rows<EventRow>(touched, [of.userId, of.cardId, month.from])
  const payments = [...Map.groupBy(rows, (row) => row.payment_id).values()]
  return { dayCents: spentSince(payments, day.from), monthCents: spentSince(payments, month.from) }
}
