import { readCompany } from '../companies/companies.sql.ts'
import type { Queries } from '../kernel/queries.ts'

/** Remembers the zone of a person's browser; one that it does not name changes nothing. */
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
 * The zone in which a person reads dates, by its IANA name: the one they chose, else that of the browser used last, else
 * their company's.
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
