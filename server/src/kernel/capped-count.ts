import { sql as fragment, type SelectQueryBuilder } from 'kysely'
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

/** The number of rows of a query, up to one above the cap. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
export const readCappedCount = async (sql: Queries, rows: SelectQueryBuilder<any, any, unknown>) =>
  (await cappedCount(sql, rows).executeTakeFirstOrThrow()).count
