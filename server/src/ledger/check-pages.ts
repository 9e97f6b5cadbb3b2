import { plannedEachTime, type Queries, type SqlValue } from '../kernel/queries.ts'

/**
 * A range of ids or of days, from the first to the one before the second. Null: from the first of all, to the last
 * one.
 */
export type Page = { readonly from: string | null; readonly to: string | null }

/** About 50,000 postings. A statement takes a part of a second. */
const journalsOfPage = 20_000
const rowsOfPage = 20_000
const postingsOfPage = 50_000

/** Condition that an id is in the page, which is the two parameters of the statement. */
export const inPage = (id: string): string =>
  `($1::uuid is null or ${id} >= $1) and ($2::uuid is null or ${id} < $2)`

/** The same for a day, and for a time of these days (UTC). */
export const dayIsInPage = (day: string): string =>
  `($1::date is null or ${day} >= $1) and ($2::date is null or ${day} < $2)`
export const timeIsInPage = (time: string): string =>
  `($1::date is null or ${time} >= $1::date::timestamp at time zone 'UTC')
    and ($2::date is null or ${time} < $2::date::timestamp at time zone 'UTC')`

/** Journals are counted in the index of their ids, each journal once. */
const journalAfter = `
  select id from (
    select id, count(*) over (order by id rows between unbounded preceding and 1 preceding) as before
    from journal where $1::uuid is null or id >= $1
  ) j where before >= $2 order by id limit 1 ${plannedEachTime}`
const journalPageEnd = async (sql: Queries, from: string | null, size: number): Promise<string | null> =>
  (await sql.maybe<{ id: string }>(journalAfter, [from, size]))?.id ?? null

const allPrefixes = 2 ** 32
const idWith = (prefix: number) => `${prefix.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`

/**
 * Ids that are hashes or random are spread evenly, so equal parts of all ids have about the same number of
 * rows. Row-level security would read each row to count it.
 */
const evenPageEnd =
  (table: 'account' | 'account_change') =>
  async (sql: Queries, from: string | null, size: number): Promise<string | null> => {
    const about = `select greatest(reltuples, 0)::int8 as rows from pg_class where oid = '${table}'::regclass`
    const { rows } = await sql.one<{ rows: bigint }>(about)
    const pages = Math.max(1, Math.ceil(Number(rows) / size))
    const prefix = Number.parseInt((from ?? '0').slice(0, 8), 16) + Math.ceil(allPrefixes / pages)
    return prefix < allPrefixes ? idWith(prefix) : null
  }

const aboutDays = `
  select (select count(*) from (select distinct day from daily_total) d) as days,
    coalesce(sum(greatest(reltuples, 0)), 0)::int8 as postings
  from pg_class where relkind = 'r' and (oid = 'posting'::regclass or oid in (select relid from pg_partition_tree('posting')))`
const dayAfter = `
  select day::text from (select distinct day from daily_total where $1::date is null or day >= $1) d
  order by day offset $2 limit 1 ${plannedEachTime}`
/**
 * Only days with totals are counted, so a page of a small book may have years. A page has one such day at least. Postings
 * on a day without totals are in the page of the days before it.
 */
const daysPageEnd = async (sql: Queries, from: string | null, size: number): Promise<string | null> => {
  const { days, postings } = await sql.one<{ days: bigint; postings: bigint }>(aboutDays)
  const daysOfPage = Math.max(1, Math.floor((size * Number(days)) / Math.max(1, Number(postings))))
  return (await sql.maybe<{ day: string }>(dayAfter, [from, daysOfPage]))?.day ?? null
}

/** Finds where the page that begins at an id or a day ends. */
const pageEnds = {
  /** One page without parameters. */
  whole: async () => null,
  journals: journalPageEnd,
  accounts: evenPageEnd('account'),
  changes: evenPageEnd('account_change'),
  days: daysPageEnd,
} satisfies Record<string, (sql: Queries, from: string | null, size: number) => Promise<string | null>>
const sizes = {
  whole: 1,
  journals: journalsOfPage,
  accounts: rowsOfPage,
  changes: rowsOfPage,
  days: postingsOfPage,
}

/** What a check's pages are of. */
export type PageOrder = keyof typeof pageEnds

/** The page that begins at an id or a day. @param size rows of the page, fewer than usual, for tests */
export const readPage = async (
  sql: Queries,
  by: PageOrder,
  { from, size }: { from: string | null; size?: number | undefined },
): Promise<Page> => ({ from, to: await pageEnds[by](sql, from, size ?? sizes[by]) })

/** The parameters of a statement with the conditions of a page. */
export const pageValues = (by: PageOrder, { from, to }: Page): SqlValue[] =>
  by === 'whole' ? [] : [from, to]
