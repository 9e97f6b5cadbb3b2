import type { shareStates } from '@cardamom/contract/shares/earnings'
import { sql as fragment, type RawBuilder, type SqlBool } from 'kysely'

export type ShareState = (typeof shareStates)[number]
type Obstacle = 'credit' | 'break'

/** What its owner owes and nothing has recovered yet, as the index of owed shares has it. */
export const isOwed = fragment<SqlBool>`(share.owed_left_cents + coalesce(share.settled_cents, share.amount_cents - share.undone_cents)
  > share.amount_cents - share.undone_cents + share.recovered_cents)`
/** What is standing of a share: not what was reversed while it was settled by a settlement that is void. */
export const standingCents = fragment<bigint>`share.left_cents - share.owed_left_cents`
const isNotOwed = fragment<SqlBool>`(not ${isOwed})`

/** What of a share was reversed since its settlement was approved, also if that was void then, and is not recovered yet. */
export const owedCents = fragment<bigint>`greatest(share.owed_left_cents + coalesce(share.settled_cents - share.left_cents, 0)
  - share.recovered_cents, 0)::int8`

/**
 * Why a settlement leaves a due share out, as the settlement itself decides it; null: it is eligible. A share that its owner
 * owes as a whole is recovered whatever became of its load.
 */
const obstacle = fragment<Obstacle | null>`case when share.owed_left_cents < share.left_cents then share_obstacle(share.source_kind, share.source_id) end`

/** A share of a load is eligible if its load is credited and no open break touches it (domain §5). */
export const isEligible = fragment<SqlBool>`((${obstacle}) is null)`
/** A share that only waits for the end of a break. */
export const isStopped = fragment<SqlBool>`(coalesce(${obstacle}, '') = 'break')`

type ShareFacts = {
  readonly settlementId: string | null
  readonly leftCents: bigint
  /** What of it was reversed after the approval of a settlement that was then void. */
  readonly owedLeftCents: bigint
  readonly dueAt: Date | null
  readonly owedCents: bigint
  /** Of a share that is due and not settled. */
  readonly obstacle: Obstacle | null
}

/** What a share is now (domain §15). */
export const shareState = (share: ShareFacts, now: Date): ShareState => {
  const { settlementId, dueAt } = share
  if (share.owedCents > 0n) return 'owed'
  if (share.leftCents === share.owedLeftCents) return 'undone'
  if (settlementId !== null) return 'settled'
  if (dueAt === null || dueAt > now || share.obstacle === 'credit') return 'pending'
  return share.obstacle === 'break' ? 'stopped' : 'due'
}

/** When a share is due; null: not before its card is loaded. */
export const shownDue = ({ dueAt, obstacle: why }: Pick<ShareFacts, 'dueAt' | 'obstacle'>): Date | null =>
  why === 'credit' ? null : dueAt

const instant = (now: Date) => fragment`${now.toISOString()}::timestamptz`
const isStanding = fragment<SqlBool>`(share.left_cents > share.owed_left_cents)`
const isOpen = fragment<SqlBool>`(share.undone_at is null and share.settlement_id is null and ${isStanding})`
const isDue = (now: Date) =>
  fragment<SqlBool>`(${isOpen} and coalesce(share.due_at <= ${instant(now)}, false))`
/** The obstacle of a share that is due; that of others is not looked up. */
export const obstacleWhenDue = (now: Date) =>
  fragment<Obstacle | null>`case when ${isDue(now)} then ${obstacle} end`

/** What a share that is not settled waits for, whether or not its owner owes a part of it. */
export const waitsAs = (state: 'pending' | 'due' | 'stopped', now: Date) =>
  ({
    due: fragment<SqlBool>`(${isDue(now)} and ${isEligible})`,
    stopped: fragment<SqlBool>`(${isDue(now)} and ${isStopped})`,
    pending: fragment<SqlBool>`(${isOpen} and (not ${isDue(now)} or coalesce(${obstacleWhenDue(now)}, '') = 'credit'))`,
  })[state]

/** The same as `shareState`, as a condition on rows. */
export const isInState = (state: ShareState, now: Date): RawBuilder<SqlBool> => {
  if (state === 'pending' || state === 'due' || state === 'stopped')
    return fragment<SqlBool>`(${isNotOwed} and ${waitsAs(state, now)})`
  return {
    owed: isOwed,
    undone: fragment<SqlBool>`(not ${isStanding} and ${isNotOwed})`,
    settled: fragment<SqlBool>`(${isStanding} and share.settlement_id is not null and ${isNotOwed})`,
  }[state]
}
