import { sql as fragment } from 'kysely'
import { userRows } from '../identity/users.sql.ts'
import type { Ids } from '../kernel/ids.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { TagChanges } from './permission.ts'

/** Live overrides whose ground is lost, with the reason. A switched-off module is no reason: it suspends them. */
const readUnfounded = async (sql: Queries) => {
  const rows = await sql
    .selectFrom('tagOverride as override')
    .innerJoin(userRows(sql).as('person'), 'person.id', 'override.userId')
    .leftJoin('roleTag', (join) =>
      join.onRef('roleTag.roleId', '=', 'person.roleId').onRef('roleTag.tag', '=', 'override.tag'),
    )
    .select(['override.id', 'override.userId', 'override.companyId', 'override.tag', 'override.effect'])
    .select(['roleTag.byDefault'])
    .select(fragment<boolean>`holds_tag(override.set_by, override.tag, false)`.as('isHeldBySetter'))
    .where('override.endedAt', 'is', null)
    .execute()
  return rows.flatMap(({ byDefault, isHeldBySetter, ...row }) => {
    const isNotGrantable = byDefault === null || (row.effect === 'granted' && byDefault)
    const isLost = row.effect === 'granted' && !isHeldBySetter
    const reason = isNotGrantable ? ('not_grantable' as const) : ('granter_lost_tag' as const)
    return isNotGrantable || isLost ? [{ ...row, reason }] : []
  })
}

/**
 * Ends overrides that have no effect any more: the granter lost the tag, or the person's new role cannot have it. They
 * stopped counting before; this records it. Scope: all tenants.
 * @returns the persons concerned
 */
export const endUnfoundedOverrides = async (sql: Queries, at: Date) => {
  const unfounded = await readUnfounded(sql)
  for (const [reason, rows] of Map.groupBy(unfounded, (row) => row.reason)) {
    await sql
      .updateTable('tagOverride')
      .set({ endedAt: at, endReason: reason })
      .where('id', '=', anyOf(rows.map(({ id }) => id)))
      .where('endedAt', 'is', null)
      .execute()
  }
  return unfounded
}

const liveOverrides = (sql: Queries) => sql.selectFrom('tagOverride').where('tagOverride.endedAt', 'is', null)

/** How many tags of each person differ from those of the role. */
export const countOverrides = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await liveOverrides(sql)
    .select(['userId', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]))
}

/** Live overrides of a person, by tag. */
export const readOverrides = async (sql: Queries, userId: string) => {
  const rows = await liveOverrides(sql)
    .select(['id', 'tag', 'effect', 'setBy', 'setAt'])
    .where('userId', '=', userId)
    .execute()
  return new Map(rows.map((row) => [row.tag, row]))
}

/** Overrides as the audit shows them. */
export const tagSets = (overrides: readonly { readonly tag: string; readonly effect: string }[]) => {
  const tagsOf = (wanted: string) =>
    overrides.flatMap(({ effect, tag }) => (effect === wanted ? [tag] : [])).toSorted()
  return { granted: tagsOf('granted'), denied: tagsOf('denied') }
}

/** How the tags of a person differ from those of the role at this moment. */
export const readTagChanges = async (
  sql: Queries,
  { id, roleId, companyId }: { id: string; roleId: number; companyId: string },
): Promise<TagChanges> => {
  const changes = fragment<{
    added: string[] | null
    removed: string[] | null
  }>`tag_changes(${id}, ${roleId}::smallint, ${companyId})`.as('tags')
  const { added, removed } = await sql.selectFrom(changes).selectAll().executeTakeFirstOrThrow()
  return { addedTags: added, removedTags: removed }
}

type Change = { readonly userId: string; readonly by: string; readonly at: Date }

/** Ends live overrides of a person. */
export const endOverrides = async (
  sql: Queries,
  { userId, by, at, tags }: Change & { tags: readonly string[] },
): Promise<void> => {
  await sql
    .updateTable('tagOverride')
    .set({ endedAt: at, endedBy: by, endReason: 'changed' })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('tag', '=', anyOf(tags))
    .execute()
}

/** Grants or denies tags. The caller has ended earlier overrides of these tags. */
export const insertOverrides = async (
  sql: Queries,
  ids: Ids,
  of: Change & { companyId: string; tags: readonly string[]; effect: 'granted' | 'denied' },
): Promise<void> => {
  const { userId, companyId, by: setBy, at: setAt, tags, effect } = of
  if (tags.length === 0) return
  const rows = tags.map((tag) => ({ id: ids.next(), companyId, userId, tag, effect, setBy, setAt }))
  await sql.insertInto('tagOverride').values(rows).execute()
}
