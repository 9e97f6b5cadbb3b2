import type { BalanceHistoryRow, CardCreditEvent } from '../providers/issuer/port.ts'
import { cardFeedState } from '../transactions/card-feed.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
/** When the history is read after an attempt; then every five minutes. */
const readsAfterMs = [secondMs, 5 * secondMs, 15 * secondMs, minuteMs, 2 * minuteMs, 5 * minuteMs]
const everyMs = 5 * minuteMs
/** An attempt that left no trace for so long had no effect. */
const absentAfterMs = 15 * minuteMs
/** Between the two reads that show that nothing is on the card. */
export const stableMs = 5 * minuteMs
/** After this people decide. */
const undecidedAfterMs = 120 * minuteMs
/** Business time may be moved on: an answer may still be on its way until this much real time has passed as well. */
const leastRealMs = 20 * secondMs

/** What the rows of a history that nobody has accounted for say about one credit. */
export type RowVerdict =
  | { readonly says: 'nothing' }
  /** It is written down and not completed yet. */
  | { readonly says: 'pending' }
  | { readonly says: 'applied'; readonly row: BalanceHistoryRow }
  /** Something that this credit does not explain. */
  | { readonly says: 'foreign' }

/**
 * One new row of the right kind and amount is the credit. Anything else that is new was made by something that we do not
 * know, and then no row can be told apart from it.
 */
export const verdictOf = (fresh: readonly BalanceHistoryRow[], amountCents: bigint): RowVerdict => {
  const [row] = fresh
  if (!row) return { says: 'nothing' }
  const isOurs = row.type === 'deposit' && row.isAllocation && row.amountMills === amountCents * 10n
  if (fresh.length > 1 || !isOurs) return { says: 'foreign' }
  return row.status === 'pending' ? { says: 'pending' } : { says: 'applied', row }
}

/** What payments have taken from a card, held or cleared, in thousandths of a dollar. */
export const spentMills = (events: readonly CardCreditEvent[]): bigint =>
  [...Map.groupBy(events, ({ transactionId }) => transactionId).values()].reduce((sum, ofOne) => {
    // The feed's sums hold in whatever unit all of the amounts are.
    const state = cardFeedState(
      ofOne.map((event) => ({
        id: event.eventId,
        type: event.type,
        amountCents: event.amountMills,
        isFinal: event.final,
      })),
    )
    return sum + state.floatingCents + state.settledCents
  }, 0n)

/** What is on a card, and what payments since a day have taken from it. */
export type Standing = { readonly availableMills: bigint; readonly spentMills: bigint }

/** How much more is on the card than before, apart from payments. */
export const gainedMills = (before: Standing, now: Standing): bigint =>
  now.availableMills - before.availableMills + (now.spentMills - before.spentMills)

/** When to read again, so long after the attempt. */
export const nextReadMs = (elapsedMs: number): number =>
  readsAfterMs.find((ms) => ms > elapsedMs) ?? (Math.floor(elapsedMs / everyMs) + 1) * everyMs

/** Whether a read may count as the first or the second of the two quiet ones. */
export const mayBeStable = (elapsedMs: number): boolean => elapsedMs >= absentAfterMs - stableMs

/** Whether a second quiet read proves that the attempt had no effect. */
export const provesAbsence = (of: {
  elapsedMs: number
  realElapsedMs: number
  quietForMs: number
}): boolean => of.elapsedMs >= absentAfterMs && of.realElapsedMs >= leastRealMs && of.quietForMs >= stableMs

export const isOverdue = (elapsedMs: number): boolean => elapsedMs >= undecidedAfterMs
