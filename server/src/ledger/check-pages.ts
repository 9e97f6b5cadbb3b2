import { plannedEachTime, type Queries, type SqlValue } from '../kernel/queries.ts'

/**
 * A range of ids, from the first to the one before the second. Null: from the first id of all, to the last
 * one.
 */
export type Page = { readonly from: string | null; readonly to: string | null }

/** About 50,000 postings. A statement takes a part of a second. */
const journalsOfPage = 20_000
const rowsOfPage = 20_000

/** Condition that an id is in the page, which is the two parameters of the statement. */
export const inPage = (id: string): string =>
  `($1::uuid is null or ${id} >= $1) and ($2::uuid is null or ${id} < $2)`

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

/** Finds where the page that begins at an id ends. */
const pageEnds = {
  /** One page without parameters. */
  whole: async () => null,
  journals: journalPageEnd,
  accounts: evenPageEnd('account'),
  changes: evenPageEnd('account_change'),
} satisfies Record<string, (sql: Queries, from: string | null, size: number) => Promise<string | null>>
const sizes = { whole: 1, journals: journalsOfPage, accounts: rowsOfPage, changes: rowsOfPage }

/** What the ids of a check's pages are of. */
export type PageOrder = keyof typeof pageEnds

/** The page that begins at an id. @param size rows of the page, fewer than usual, for tests */
export const readPage = async (
  sql: Queries,
  by: PageOrder,
  { from, size }: { from: string | null; size?: number | undefined },
): Promise<Page> => ({ from, to: await pageEnds[by](sql, from, size ?? sizes[by]) })

/** The parameters of a statement with `inPage`. */
export const pageValues = (by: PageOrder, { from, to }: Page): SqlValue[] =>
  by === 'whole' ? [] : [from, to]
