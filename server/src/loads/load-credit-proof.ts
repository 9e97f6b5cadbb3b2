import type { CallTimes, FoundEffect } from '../kernel/call-declaration.ts'
import type { BalanceHistoryRow, CardCreditEvent } from '../providers/issuer/port.ts'
import { cardFeedState } from '../transactions/card-feed.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/**
 * The history is read after an attempt, then every five minutes; after two hours people decide (providers
 * §4).
 */
export const creditTimes: CallTimes = {
  readsAfterMs: [secondMs, 5 * secondMs, 15 * secondMs, 30 * secondMs, minuteMs, 2 * minuteMs, 5 * minuteMs],
  everyMs: 5 * minuteMs,
  silentMs: 5 * minuteMs,
  undecidedAfterMs: 120 * minuteMs,
}

/**
 * An attempt without a trace for 15 minutes had no effect, if two reads five minutes apart show this
 * (providers §4).
 */
export const creditAbsence = { afterMs: 15 * minuteMs, stableMs: 5 * minuteMs }

/**
 * Compares the unexplained rows of a history with one credit: a single new row of the right kind and amount
 * is the credit, or the debit if the amount is below zero. Any other new row has an unknown origin, and then no row can be attributed safely.
 */
export const findCredit = (
  fresh: readonly BalanceHistoryRow[],
  amountCents: bigint,
): FoundEffect<BalanceHistoryRow> => {
  const [row] = fresh
  if (!row) return { outcome: 'absent' }
  const type = amountCents < 0n ? 'withdrawal' : 'deposit'
  const sizeMills = (amountCents < 0n ? -amountCents : amountCents) * 10n
  const isOurs = row.type === type && row.isAllocation && row.amountMills === sizeMills
  if (fresh.length > 1 || !isOurs) return { outcome: 'foreign', values: fresh }
  return row.status === 'pending' ? { outcome: 'pending' } : { outcome: 'ok', value: row }
}

/** Payments from a card, held or cleared, in thousandths of a dollar. */
export const spentMills = (events: readonly CardCreditEvent[]): bigint =>
  [...Map.groupBy(events, ({ transactionId }) => transactionId).values()].reduce((sum, ofOne) => {
    // The feed's sums are valid because all amounts have the same unit.
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

/** Balance of a card, and the payments from it since a day. */
export type CardFunds = { readonly availableMills: bigint; readonly spentMills: bigint }

/** Increase of the card's balance, apart from payments. */
export const gainedMills = (before: CardFunds, now: CardFunds): bigint =>
  now.availableMills - before.availableMills + (now.spentMills - before.spentMills)
