import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'

/** Settlements with a share of one of these loads or deposits: a query of their ids. */
export const settlementsOfSources = (sourceIds: readonly string[]) =>
  fragment`select share.draft_id from share where share.source_id = any(${[...sourceIds]}::uuid[]) and share.draft_id is not null
    and (share.settlement_id is not null or share.undone_at is null)`

/** Those of these top-ups that an owner has a share of. */
export const readSharedTopUps = async (
  sql: Queries,
  { ownerId, topUpIds }: { readonly ownerId: string; readonly topUpIds: readonly string[] },
): Promise<ReadonlySet<string>> => {
  if (topUpIds.length === 0) return new Set()
  const rows = await sql
    .selectFrom('share')
    .select('sourceId')
    .where('sourceKind', '=', 'topup')
    .where('sourceId', 'in', [...topUpIds])
    .where('ownerId', '=', ownerId)
    .execute()
  return new Set(rows.map(({ sourceId }) => sourceId))
}

/** The sources of these shares. */
export const readShareSources = async (sql: Queries, ids: readonly string[]) => {
  if (ids.length === 0)
    return new Map<string, { sourceKind: 'load' | 'topup'; sourceId: string; acceptedAt: Date }>()
  const rows = await sql
    .selectFrom('share')
    .select(['id', 'sourceKind', 'sourceId', 'acceptedAt'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, ...source }) => [id, source]))
}
