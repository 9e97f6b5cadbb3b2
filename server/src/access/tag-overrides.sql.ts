import { sql as fragment } from 'kysely'
import { userRows } from '../identity/users.sql.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'

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
