import { readCompany } from '../companies/companies.sql.ts'
import type { Queries } from '../kernel/queries.ts'

const setZone = `update app_user set time_zone = $2 where id = $1 and time_zone is distinct from $2`
const zoneOf = 'select coalesce(chosen_time_zone, time_zone) as zone from app_user where id = $1'

/** Remembers the zone of a person's browser; one that it does not name changes nothing. */
export const setTimeZone = async (
  sql: Queries,
  { id, timeZone }: { id: string; timeZone: string | null },
): Promise<void> => {
  if (timeZone !== null) await sql.run(setZone, [id, timeZone])
}

/**
 * The zone in which a person reads dates, by its IANA name: the one they chose, else that of the browser used last, else
 * their company's.
 */
export const readTimeZone = async (
  sql: Queries,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<string> =>
  (await sql.maybe<{ zone: string | null }>(zoneOf, [userId]))?.zone ??
  (await readCompany(sql, companyId)).timeZone
