import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'

export type DataScopeKind = 'own' | 'subtree' | 'listed' | 'all'

/** The data scope that was set for a person, with the listed companies in the reader's scope. */
export const readDataScope = async (sql: Queries, userId: string) => {
  const set = await sql.selectFrom('dataScope').select('kind').where('userId', '=', userId).executeTakeFirst()
  const listed = await sql
    .selectFrom('listedCompany')
    .select('companyId')
    .where('userId', '=', userId)
    .execute()
  return { kind: set?.kind ?? null, companyIds: listed.map(({ companyId }) => companyId) }
}

/** Companies that a person sees by role and data scope. Scope: all tenants. */
export const readCompaniesSeen = async (
  sql: Queries,
  { id, roleId, companyId }: { id: string; roleId: number; companyId: string },
): Promise<number> => {
  const seen = fragment<number>`cardinality(companies_of_role(${id}, ${roleId}::smallint, ${companyId}))`
  return (await sql.selectNoFrom(seen.as('count')).executeTakeFirstOrThrow()).count
}

/** Sets a person's data scope. Only companies of the writer's scope are listed or taken off the list. */
export const setDataScope = async (
  sql: Queries,
  of: {
    userId: string
    companyId: string
    kind: DataScopeKind
    companyIds: readonly string[]
    by: string
    at: Date
  },
): Promise<void> => {
  const { userId, companyId, kind, companyIds, by: setBy, at: setAt } = of
  await sql
    .insertInto('dataScope')
    .values({ userId, companyId, kind, setBy, setAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ companyId, kind, setBy, setAt }))
    .execute()
  await sql.deleteFrom('listedCompany').where('userId', '=', userId).execute()
  if (kind !== 'listed') return
  const rows = companyIds.map((id) => ({ userId, companyId: id, listedBy: setBy, listedAt: setAt }))
  await sql.insertInto('listedCompany').values(rows).execute()
}

/** Removes the data scope of a person whose new role decides it. */
export const removeDataScope = async (sql: Queries, userId: string): Promise<void> => {
  await sql.deleteFrom('dataScope').where('userId', '=', userId).execute()
  await sql.deleteFrom('listedCompany').where('userId', '=', userId).execute()
}
