import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'

/** Whether a company uses the profiler for the devices of people who agreed to it. */
export const readHasDeviceProfiling = async (sql: Queries, companyId: string): Promise<boolean> => {
  const { isOn } = await sql
    .selectNoFrom(fragment<boolean | null>`has_device_profiling(${companyId})`.as('isOn'))
    .executeTakeFirstOrThrow()
  return isOn ?? false
}

/** Switches device profiling of a company. Returns whether that changed anything. */
export const setDeviceProfiling = async (
  sql: Queries,
  { companyId, isOn }: { companyId: string; isOn: boolean },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('company')
      .set(({ eb }) => ({ deviceProfiling: isOn, version: eb('version', '+', 1) }))
      .where('id', '=', companyId)
      .where('deviceProfiling', '!=', isOn)
      .executeTakeFirst(),
  )

/** Every company of the scope, with its setting. */
export const listDeviceProfiling = (
  sql: Queries,
): Promise<{ id: string; slug: string; name: string; isOn: boolean }[]> =>
  sql
    .selectFrom('company')
    .select(['id', 'slug', 'name', 'deviceProfiling as isOn'])
    .orderBy('tier')
    .orderBy('slug')
    .execute()
