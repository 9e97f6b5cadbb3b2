import { sql as fragment, type RawBuilder, type SqlBool } from 'kysely'
import { testIds } from '../identity/test-people.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { standingCents } from './share-state.ts'

type Period = {
  readonly from: Date
  readonly until: Date
  /** Whose shares: one owner's, or those whose loads meet a condition. */
  readonly whose: { readonly ownerId: string } | { readonly ofLoads: RawBuilder<SqlBool> }
}
const dayOfShare = fragment<string>`(share.accepted_at at time zone 'UTC')::date`

/**
 * What each level earned of the loads of each day, without what was returned and without test people: those of one owner,
 * or of the loads that a condition finds.
 */
export const sumLevelsByDay = (sql: Queries, { from, until, whose }: Period) =>
  sql
    .selectFrom('share')
    .select([dayOfShare.as('day'), 'share.level'])
    .select(fragment<bigint>`sum(${standingCents})::int8`.as('cents'))
    .where('share.acceptedAt', '>=', from)
    .where('share.acceptedAt', '<', until)
    .where('share.sourceKind', '=', 'load')
    .where('share.payerId', 'not in', testIds)
    .where('ownerId' in whose ? fragment<SqlBool>`share.owner_id = ${whose.ownerId}` : whose.ofLoads)
    .groupBy([fragment`1`, 'share.level'])
    .execute()
