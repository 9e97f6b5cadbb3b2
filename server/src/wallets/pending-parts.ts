import { walletTypes, type PendingPart, type WalletType } from '@cardamom/contract/wallets/wallet-records'
import { dailyRunFor, type BusinessCalendar } from '../calendar/business-time.ts'
import { skippedDays } from '../loads/pending-days.ts'
import type { PendingShares, StoppedShares } from '../shares/shares.sql.ts'

/** Top-ups of an owner that are pending, of the same due time. */
export type PendingTopUps = {
  /** Null: it was crypto. */
  readonly wire: 'unmatched' | 'matched' | null
  readonly dueAt: Date
  readonly since: Date
  readonly amountCents: bigint
  readonly count: number
}

/** A part that is a deposit of the owner, and no share. */
export const isDeposit = (reason: PendingPart['reason']): boolean => reason === 'topup' || reason === 'wire'

type PendingOf = Readonly<Record<WalletType, bigint>>

/** A settlement that is drawn up and not paid, with what is pending in it. */
export type UnpaidSettlement = NonNullable<PendingPart['settlement']> &
  Pick<PendingPart, 'wallet' | 'amount' | 'count'>

const partOf = (
  { wallet, dueAt, since, amountCents, count }: PendingShares,
  { calendar, now }: { calendar: BusinessCalendar; now: Date },
): PendingPart => {
  const part = { wallet, amount: amountCents, count, since, settlement: null }
  if (dueAt === null) return { ...part, runAt: null, reason: 'credit', skipped: [] }
  const isDue = dueAt <= now
  const runAt = dailyRunFor(isDue ? now : dueAt, calendar)
  const skipped = isDue || since === null ? [] : skippedDays({ from: since, to: runAt }, calendar)
  return { ...part, runAt, reason: isDue ? 'run' : 'hold', skipped }
}

/** A top-up is paid by the first run after it is due and its wire was found. */
const partOfTopUp = (
  { wire, dueAt, since, amountCents, count }: PendingTopUps,
  { calendar, now }: { calendar: BusinessCalendar; now: Date },
): PendingPart => {
  const isDue = dueAt <= now
  const runAt = dailyRunFor(isDue ? now : dueAt, calendar)
  return {
    wallet: 'regular',
    runAt,
    reason: wire === 'unmatched' ? 'wire' : 'topup',
    settlement: null,
    amount: amountCents,
    count,
    since,
    skipped: isDue ? [] : skippedDays({ from: since, to: runAt }, calendar),
  }
}

const earlier = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other < one) ? other : one

/** Parts of the same wallet, run and reason become one. */
export const mergedParts = (parts: readonly PendingPart[]): PendingPart[] => {
  const byRun = new Map<string, PendingPart>()
  for (const part of parts) {
    const key = `${part.wallet} ${part.runAt?.toISOString() ?? ''} ${part.reason}`
    const before = byRun.get(key)
    byRun.set(
      key,
      before
        ? {
            ...part,
            amount: before.amount + part.amount,
            count: before.count + part.count,
            since: earlier(before.since, part.since),
            skipped: before.skipped.length > part.skipped.length ? before.skipped : part.skipped,
          }
        : part,
    )
  }
  return [...byRun.values()]
}

/** Moves what waits for the end of a break out of the next run: all due shares of a wallet are one part of it. */
const withoutStopped = (
  parts: readonly PendingPart[],
  stopped: readonly PendingPart[],
): readonly PendingPart[] =>
  parts.flatMap((part) => {
    const out = part.reason === 'run' ? stopped.find(({ wallet }) => wallet === part.wallet) : undefined
    if (out === undefined) return [part]
    const amount = part.amount - out.amount
    return amount > 0n ? [{ ...part, amount, count: part.count - out.count }] : []
  })

const never = 8.64e15
const timeOf = ({ runAt }: PendingPart) => runAt?.getTime() ?? never

/**
 * Pending money of both wallets by the run that makes it available, with the reason of each date. What is pending and no
 * share or top-up explains has no date, so the parts always add up to the balances.
 */
export const pendingParts = (
  shares: readonly PendingShares[],
  of: {
    readonly calendar: BusinessCalendar
    readonly now: Date
    readonly pending: PendingOf
    readonly topUps?: readonly PendingTopUps[]
    readonly settlements?: readonly UnpaidSettlement[]
    readonly stopped?: readonly StoppedShares[]
  },
): PendingPart[] => {
  const drawnUp = (of.settlements ?? []).map(({ wallet, amount, count, ...settlement }): PendingPart => {
    // The next run pays it once it is approved.
    const runAt = settlement.status === 'approved' ? dailyRunFor(of.now, of.calendar) : null
    return { wallet, amount, count, settlement, runAt, reason: 'settlement', since: null, skipped: [] }
  })
  const waiting = mergedParts([
    ...shares.map((each) => partOf(each, of)),
    ...(of.topUps ?? []).map((each) => partOfTopUp(each, of)),
  ])
  const stopped = mergedParts(
    (of.stopped ?? []).map(({ wallet, amountCents, count, since }): PendingPart => {
      const part = { wallet, amount: amountCents, count, since, settlement: null }
      return { ...part, runAt: null, reason: 'break', skipped: [] }
    }),
  )
  const parts = [...withoutStopped(waiting, stopped), ...stopped, ...drawnUp]
  const others = walletTypes.flatMap((wallet): PendingPart[] => {
    const known = parts.filter((part) => part.wallet === wallet).reduce((sum, { amount }) => sum + amount, 0n)
    const amount = of.pending[wallet] - known
    if (amount <= 0n) return []
    return [
      { wallet, runAt: null, reason: 'other', amount, settlement: null, count: 0, since: null, skipped: [] },
    ]
  })
  return [...parts, ...others].toSorted((one, other) => timeOf(one) - timeOf(other))
}
