import type { Queries } from '../kernel/database.ts'

const setZone = `update app_user set time_zone = $2 where id = $1 and time_zone is distinct from $2`

/** Remembers the zone of a person's browser; one that it does not name changes nothing. */
export const setTimeZone = async (
  sql: Queries,
  { id, timeZone }: { id: string; timeZone: string | null },
): Promise<void> => {
  if (timeZone !== null) await sql.run(setZone, [id, timeZone])
}
