import { sql as fragment, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Queries } from './queries.ts'

/** Counts stop at this number; people read "10,000+" (architecture §4). */
export const countCap = 10_000

/** A query that counts the rows of another query, up to one above the cap. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
export const cappedCount = (sql: Queries, rows: SelectQueryBuilder<any, any, unknown>) => {
  const counted = rows
    .clearSelect()
    .select(fragment.lit(1).as('one'))
    .limit(fragment.lit(countCap + 1))
  return sql
    .selectFrom(counted.as('counted'))
    .select(({ eb, fn }) => eb.cast<number>(fn.countAll(), 'int4').as('count'))
}

type CountOfId = { readonly id: string; readonly count: number }

/**
 * Counts by id, in one statement, each up to one above the cap.
 * @param rowsOf rows of the id `each.id`
 * @param without the id of each of those rows that is not counted. They are few, so they are subtracted: an index then
 * counts the rows without reading them.
 */
export const readCappedCounts = async (
  sql: Queries,
  ids: readonly string[],
  { rowsOf, without }: { readonly rowsOf: RawBuilder<unknown>; readonly without: RawBuilder<string> },
): Promise<ReadonlyMap<string, number>> => {
  const most = fragment`${fragment.lit(countCap + 1)} + subtracted.count`
  const counted = fragment<CountOfId>`(
    select each.id,
      (select count(*)::int from (${rowsOf} limit ${most}) found) - subtracted.count as count
    from unnest(${ids}::uuid[]) each(id)
    left join (select id, count(*)::int as count from (${without}) row_without(id) group by 1) found_without using (id)
    cross join lateral (select coalesce(found_without.count, 0) as count) subtracted)`
  const rows = await sql.selectFrom(counted.as('counted')).select(['counted.id', 'counted.count']).execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The number of rows of a query, up to one above the cap. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
export const readCappedCount = async (sql: Queries, rows: SelectQueryBuilder<any, any, unknown>) =>
  (await cappedCount(sql, rows).executeTakeFirstOrThrow()).count
