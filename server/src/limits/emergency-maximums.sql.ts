import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'

/** Whose maximum counts for a company; null: the platform's. */
export type EmergencyMaximum = { readonly maximumCents: bigint; readonly ofCompanyId: string | null }

/** The maximum emergency load that counts for a company: its own, of the nearest company above, or the platform's. */
export const readEmergencyMaximum = async (sql: Queries, companyId: string): Promise<EmergencyMaximum> => {
  const found = await sql
    .selectFrom(
      fragment<{
        companyId: string
        maximumCents: bigint
      }>`emergency_maximum_of(${companyId})`.as('found'),
    )
    .select(['companyId as ofCompanyId', 'maximumCents'])
    .executeTakeFirst()
  return found ?? { maximumCents: await readSetting(sql, 'maximumEmergencyLoad'), ofCompanyId: null }
}

/** The same of several companies, in cents. */
export const readEmergencyMaximums = async (
  sql: Queries,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const ofPlatform = await readSetting(sql, 'maximumEmergencyLoad')
  const rows = await sql.rows<{ id: string; cents: bigint | null }>(
    `select c.id, f.maximum_cents as cents
    from unnest($1::uuid[]) as c(id) left join lateral emergency_maximum_of(c.id) f on true`,
    [[...companyIds]],
  )
  return new Map(rows.map(({ id, cents }) => [id, cents ?? ofPlatform]))
}

/** What was set for a company itself; null: nothing ever was. */
export const readOwnMaximum = async (sql: Queries, companyId: string) =>
  (await sql
    .selectFrom('emergencyMaximum')
    .select(['maximumCents', 'version'])
    .where('companyId', '=', companyId)
    .executeTakeFirst()) ?? null

/** Stores a maximum where it is still of the version that the person saw (0: none); false: it is not. */
export const writeMaximum = async (
  sql: Queries,
  of: {
    readonly id: string
    readonly companyId: string
    readonly maximumCents: bigint | null
    readonly seen: number
    readonly changedBy: string
    readonly reason: string
    readonly now: Date
  },
): Promise<boolean> => {
  const { id, companyId, seen, now: changedAt, ...set } = of
  const row = { ...set, changedAt }
  const written =
    seen === 0
      ? await sql
          .insertInto('emergencyMaximum')
          .values({ id, companyId, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await sql
          .updateTable('emergencyMaximum')
          .set({ ...row, version: seen + 1 })
          .where('companyId', '=', companyId)
          .where('version', '=', seen)
          .executeTakeFirst()
  return changedOne(written)
}
