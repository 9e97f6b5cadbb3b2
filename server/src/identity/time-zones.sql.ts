import { readCompany } from '../companies/companies.sql.ts'
import type { Queries } from '../kernel/queries.ts'

/** Stores the zone of a person's browser. A browser that names no zone changes nothing. */
export const setTimeZone = async (
  sql: Queries,
  { id, timeZone }: { id: string; timeZone: string | null },
): Promise<void> => {
  if (timeZone === null) return
  await sql
    .updateTable('appUser')
    .set({ timeZone })
    .where('id', '=', id)
    .where('timeZone', 'is distinct from', timeZone)
    .execute()
}

/**
 * The IANA name of the zone in which a person reads dates: the chosen zone, else that of the last used
 * browser, else that of their company.
 */
export const readTimeZone = async (
  sql: Queries,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<string> => {
  const user = await sql
    .selectFrom('appUser')
    .select(({ fn }) => fn.coalesce('chosenTimeZone', 'timeZone').as('zone'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.zone ?? (await readCompany(sql, companyId)).timeZone
}
