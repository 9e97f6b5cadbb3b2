import { after } from '../kernel/clock.ts'
import { guardedUpdate, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import type { FinalUse, SignedPayment } from '../providers/rail/payout-port.ts'
import type { Payout, PayoutAttempt, PlanPart } from './payout.ts'
import { payoutTransitions } from './payout-status.ts'

/** One plan of several parts. */
export const joinParts = (...parts: readonly PlanPart[]): Plan => ({
  journals: parts.flatMap(({ journals }) => journals ?? []),
  guards: parts.flatMap(({ guards }) => guards ?? []),
  updates: parts.flatMap(({ updates }) => updates ?? []),
  sets: parts.flatMap(({ sets }) => sets ?? []),
  rows: parts.flatMap(({ rows }) => rows ?? []),
  events: parts.flatMap(({ events }) => events ?? []),
  jobs: parts.flatMap(({ jobs }) => jobs ?? []),
})

const againMs = 600_000

type Step = { readonly ids: Pick<Ids, 'next'>; readonly now: Date }
export type OpenPayout = Payout & { readonly status: 'sending' | 'unknown' }
export type WaitingPayout = Payout & { readonly status: 'approved' }

/** The signed bytes of the first transaction of an attempt, in the plan that makes the payout `sending`. */
export const sentPart = (
  { ids, now }: Step,
  payout: WaitingPayout,
  of: { readonly signed: SignedPayment; readonly signedBytes: string; readonly units: bigint },
): PlanPart => {
  const { companyId, userId, network } = payout
  const { txHash, nonce, maxFeeWei, tipWei } = of.signed
  const n = payout.attempt + 1
  const attemptId = ids.next()
  const whose = { companyId, userId }
  const attempt: RowInsert = {
    table: 'payoutAttempt',
    row: {
      id: attemptId,
      payoutId: payout.id,
      ...whose,
      n,
      network,
      nonce,
      units: of.units,
      txHash,
      sentAt: now,
    },
  }
  const fees = { maxFeeWei: String(maxFeeWei), tipWei: String(tipWei) }
  const transaction: RowInsert = {
    table: 'payoutTransaction',
    row: {
      id: ids.next(),
      attemptId,
      ...whose,
      replacement: 0,
      txHash,
      signedBytes: of.signedBytes,
      ...fees,
      signedAt: now,
    },
  }
  const guard = { attempt: payout.attempt, units: of.units, prepared: n }
  const set = { attempt: n, reason: null, updatedAt: now }
  const updates = [transition(payoutTransitions, payout, 'payout.sent', { set, guard })]
  return { updates, rows: [attempt, transaction] }
}

const endedAttempt = (
  attempt: PayoutAttempt,
  of: { readonly outcome: 'confirmed' | 'reverted' | 'replaced'; readonly use: FinalUse; readonly now: Date },
): GuardedUpdate =>
  guardedUpdate({
    table: 'payoutAttempt',
    id: attempt.id,
    from: { outcome: null },
    set: {
      outcome: of.outcome,
      txHash: of.use.txHash,
      blockNumber: of.use.blockNumber,
      endedAt: of.now,
    },
  })

export const confirmedPart = (
  now: Date,
  payout: OpenPayout,
  { attempt, use }: { readonly attempt: PayoutAttempt; readonly use: FinalUse },
): PlanPart => {
  const change = { set: { reason: null, updatedAt: now }, guard: { attempt: payout.attempt } }
  return {
    updates: [
      endedAttempt(attempt, { outcome: 'confirmed', use, now }),
      transition(payoutTransitions, payout, 'payout.confirmed', change),
    ],
  }
}

/** An attempt that is final and paid nothing: it was reverted, or another transaction used its nonce. */
export const failedPart = (
  now: Date,
  payout: OpenPayout,
  of: {
    readonly attempt: PayoutAttempt
    readonly use: FinalUse
    readonly outcome: 'reverted' | 'replaced'
    readonly again: boolean
  },
): PlanPart => {
  const { outcome, again } = of
  // The pause grows with the attempts, so that a transfer that a token refuses does not use up the gas.
  const nextAt = after(now, againMs * payout.attempt)
  const change = { set: { reason: outcome, updatedAt: now, nextAt }, guard: { attempt: payout.attempt } }
  return {
    updates: [
      endedAttempt(of.attempt, { outcome, use: of.use, now }),
      transition(payoutTransitions, payout, again ? 'payout.failed' : 'payout.ended_unpaid', change),
    ],
  }
}

/** Ends a payout before an attempt. */
export const stoppedPart = (
  now: Date,
  payout: WaitingPayout,
  reason: 'screened_out' | 'withdrawn',
): PlanPart => {
  const change = { set: { reason, updatedAt: now }, guard: { attempt: payout.attempt } }
  return { updates: [transition(payoutTransitions, payout, 'payout.stopped', change)] }
}
