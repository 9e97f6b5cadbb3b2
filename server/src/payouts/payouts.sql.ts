import type { RowInsert } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import { transition } from '../kernel/states.ts'
import type { Payout, PayoutAttempt, PayoutOrder, PayoutOwnerKind, PlanPart } from './payout.ts'
import { payoutTransitions, type PayoutStep } from './payout-status.ts'

/** Name of the job that a new payout wakes. */
export const queuedName = 'payouts.queued'

/** The rows that put a payout in the queue: added to the plan of the owner's approval. */
export const queuePayout = (order: PayoutOrder, at: Date): PlanPart => {
  const { part = 1, residue = 0n, ...rest } = order
  const times = { nextAt: at, createdAt: at, updatedAt: at }
  const row: RowInsert = { table: 'payout', row: { ...rest, part, residue, status: 'approved', ...times } }
  return { rows: [row], jobs: [{ name: queuedName, key: `payout:${order.id}` }] }
}

/** Ends a payout that waits to be sent, for the plan of its owner, who decided so. */
export const stopPayout = (payout: Pick<Payout, 'id' | 'attempt'>, at: Date): PlanPart => {
  const { id, attempt } = payout
  const change = { set: { reason: 'withdrawn', updatedAt: at }, guard: { attempt } } as const
  return {
    updates: [transition(payoutTransitions, { id, status: 'approved' }, 'payout.stopped', change)],
  }
}

/** A payout as screens show it. The figures of the attempt are null before the first one. */
export type PayoutView = {
  readonly id: string
  readonly part: number
  readonly step: PayoutStep
  readonly reason: Payout['reason']
  readonly network: string
  readonly asset: string
  readonly toAddress: string
  readonly units: bigint
  readonly residue: bigint
  readonly attempt: number
  readonly txHash: string | null
  readonly nonce: bigint | null
  readonly sentAt: Date | null
  readonly outcome: PayoutAttempt['outcome']
  readonly endedAt: Date | null
}

/** All payouts of an owner, in the order of their parts. */
export const readPayoutsOf = (
  sql: Queries,
  ownerKind: PayoutOwnerKind,
  ownerId: string,
): Promise<PayoutView[]> =>
  sql
    .selectFrom('payout')
    .leftJoin('payoutAttempt as attempt', (on) =>
      on.onRef('attempt.payoutId', '=', 'payout.id').onRef('attempt.n', '=', 'payout.attempt'),
    )
    .select(['payout.id', 'payout.part', 'payout.status as step', 'payout.reason', 'payout.network'])
    .select(['payout.asset', 'payout.toAddress', 'payout.units', 'payout.residue', 'payout.attempt'])
    .select(['attempt.txHash', 'attempt.nonce', 'attempt.sentAt', 'attempt.outcome', 'attempt.endedAt'])
    .where('payout.ownerKind', '=', ownerKind)
    .where('payout.ownerId', '=', ownerId)
    .orderBy('payout.part')
    .execute()

/** The only, or first, payout of an owner. */
export const readPayoutOf = async (
  sql: Queries,
  ownerKind: PayoutOwnerKind,
  ownerId: string,
): Promise<PayoutView | null> => (await readPayoutsOf(sql, ownerKind, ownerId))[0] ?? null
