import type { shareStates } from '@cardamom/contract/shares/earnings'
import { sql as fragment, type SqlBool } from 'kysely'

export type ShareState = (typeof shareStates)[number]

type ShareFacts = {
  readonly settlementId: string | null
  readonly undoneAt: Date | null
  readonly dueAt: Date | null
}

/** What a share is now (domain §15). */
export const shareState = ({ settlementId, undoneAt, dueAt }: ShareFacts, now: Date): ShareState => {
  if (undoneAt !== null) return 'undone'
  if (settlementId !== null) return 'settled'
  return dueAt !== null && dueAt <= now ? 'due' : 'pending'
}

const instant = (now: Date) => fragment`${now.toISOString()}::timestamptz`
const isOpen = fragment<SqlBool>`(share.undone_at is null and share.settlement_id is null)`
const isDue = (now: Date) => fragment<SqlBool>`coalesce(share.due_at <= ${instant(now)}, false)`

/** The same as `shareState`, as a condition on rows. */
export const isInState = (state: ShareState, now: Date) =>
  ({
    undone: fragment<SqlBool>`share.undone_at is not null`,
    settled: fragment<SqlBool>`(share.undone_at is null and share.settlement_id is not null)`,
    due: fragment<SqlBool>`(${isOpen} and ${isDue(now)})`,
    pending: fragment<SqlBool>`(${isOpen} and not ${isDue(now)})`,
  })[state]
