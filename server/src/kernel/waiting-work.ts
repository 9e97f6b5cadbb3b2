import type { PermissionTag } from '@cardamom/contract/roles'
import { cappedCount } from './capped-count.ts'
import type { Scope } from './database.ts'
import type { SessionPrincipal } from './principal.ts'
import type { Queries } from './queries.ts'
import type { SelectQueryBuilder } from 'kysely'

/** How many rows wait for a person, up to one above the cap, and since when the oldest does. */
export type Waiting = { readonly count: number; readonly oldestAt: Date | null }

type WorkReader = {
  readonly me: SessionPrincipal
  readonly scope: Scope
  /** Business time. */
  readonly now: Date
  readonly realNow: Date
}

/** Work of a module that waits for administrators. Only people with the tag see it. */
export type WaitingWork = {
  readonly tag: PermissionTag | null
  readonly read: (sql: Queries, reader: WorkReader) => Promise<Waiting>
}

/** Counts rows, and reads the time of the first one. The order has an index. */
export const readWaiting = async (
  sql: Queries,
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
  rows: SelectQueryBuilder<any, any, unknown>,
  order: { readonly by: string; readonly time: string },
): Promise<Waiting> => {
  const { count } = await cappedCount(sql, rows).executeTakeFirstOrThrow()
  if (count === 0) return { count, oldestAt: null }
  const oldest = (await rows
    .clearSelect()
    .select(`${order.time} as at`)
    .orderBy(order.by)
    .limit(1)
    .executeTakeFirst()) as { readonly at: Date } | undefined
  return { count, oldestAt: oldest?.at ?? null }
}
