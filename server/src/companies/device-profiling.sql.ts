import type { Queries } from '../kernel/queries.ts'

const has = 'select has_device_profiling($1) as "isOn"'
const set = `update company set device_profiling = $2, version = version + 1
  where id = $1 and device_profiling <> $2`
const list = 'select id, slug, name, device_profiling as "isOn" from company order by tier, slug'

/** Whether a company has its people's devices looked at, once they agreed. */
export const readHasDeviceProfiling = async (sql: Queries, companyId: string): Promise<boolean> =>
  (await sql.one<{ isOn: boolean | null }>(has, [companyId])).isOn ?? false

/** Gives whether that changed anything. */
export const setDeviceProfiling = async (
  sql: Queries,
  { companyId, isOn }: { companyId: string; isOn: boolean },
): Promise<boolean> => (await sql.run(set, [companyId, isOn])) === 1

/** Every company of the scope with its switch. */
export const listDeviceProfiling = (
  sql: Queries,
): Promise<{ id: string; slug: string; name: string; isOn: boolean }[]> => sql.rows(list)
