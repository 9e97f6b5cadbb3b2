import type { Queries } from '../kernel/queries.ts'
import { insertOf, writtenColumns, type BookTable } from './book-fields.ts'
import { bookTables, type BookRow, type Counts } from './book-format.ts'

const names = [...Object.values(bookTables).map(({ name }) => name), 'journal_key'].join(', ')
const keyTypes: Readonly<Record<string, string>> = { number: 'int8', height: 'int8' }

/** One snapshot for all statements that follow. The pages are read by their keys, whatever the planner knows. */
export const startSnapshot = async (sql: Queries): Promise<void> => {
  await sql.run('set transaction isolation level repeatable read, read only')
}
export const readByKeys = async (sql: Queries): Promise<void> => {
  await sql.run('set local enable_seqscan = off')
  await sql.run('set local jit = off')
}

export const countRows = async (sql: Queries): Promise<Counts> => {
  const counted = Object.entries(bookTables).map(
    ([name, table]) => `(select count(*) from ${table.name}) as "${name}"`,
  )
  const row = await sql.one<Record<string, bigint>>(`select ${counted.join(', ')}`)
  return Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)]))
}

/** A page of a table's rows in the order of its key, after the row with the key `after`. */
export const readPage = async (
  sql: Queries,
  { name, key, columns }: BookTable,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<{ rows: BookRow[]; last: readonly string[] | null }> => {
  const values = key.map((column, index) => `$${index + 1}::${keyTypes[column] ?? 'uuid'}`)
  const columnsOfKey = key.map((column) => `t.${column}`).join(', ')
  const found = await sql.rows<{ bookKey: string[] }>(
    `select array[${key.map((column) => `t.${column}::text`).join(', ')}] as "bookKey", ${writtenColumns({ name, key, columns })}
    from ${name} t ${after ? `where (${columnsOfKey}) > (${values.join(', ')})` : ''}
    order by ${columnsOfKey} limit ${limit}`,
    after ?? [],
  )
  const rows = found.map(({ bookKey: _key, ...row }) => row)
  return { rows, last: found.length < limit ? null : (found.at(-1)?.bookKey ?? null) }
}

/** The queue has no key: it is read by the pages of its table. */
const queuePages = 8
const pagesOfQueue = `select coalesce(pg_relation_size('unsigned_entry') / current_setting('block_size')::int8, 0)::int8 as pages`

export async function* readQueuePages(sql: Queries, table: BookTable): AsyncGenerator<BookRow[]> {
  const { pages } = await sql.one<{ pages: bigint }>(pagesOfQueue)
  for (let page = 0; page < pages; page += queuePages) {
    yield await sql.rows<BookRow>(
      `select ${writtenColumns(table)} from ${table.name} t where t.ctid >= $1::tid and t.ctid < $2::tid`,
      [`(${page},0)`, `(${page + queuePages},0)`],
    )
  }
}

/** The parts of the journals of one page, by the journal's id. */
export const readPartRows = async (
  sql: Queries,
  table: BookTable,
  ids: readonly string[],
): Promise<Map<string, BookRow[]>> => {
  const order = ['journal_id', ...table.key].map((column) => `t.${column}`).join(', ')
  const found = await sql.rows<{ ofJournal: string }>(
    `select t.journal_id as "ofJournal", ${writtenColumns(table)} from ${table.name} t
    where t.journal_id >= $1 and t.journal_id <= $2 order by ${order}`,
    [ids[0] ?? null, ids.at(-1) ?? null],
  )
  const byJournal = new Map<string, BookRow[]>()
  for (const { ofJournal, ...row } of found) {
    const rows = byJournal.get(ofJournal)
    if (rows) rows.push(row)
    else byJournal.set(ofJournal, [row])
  }
  return byJournal
}

/** Locks the book until the end of the transaction: nobody posts into a book that is being filled. */
export const lockBook = async (sql: Queries): Promise<void> => {
  await sql.run(`lock table ${names} in access exclusive mode`)
}

export const insertRows = async (
  sql: Queries,
  { table, isPart, rows }: { table: BookTable; isPart: boolean; rows: readonly BookRow[] },
): Promise<void> => {
  await sql.run(insertOf(table, isPart), [JSON.stringify(rows)])
}

/**
 * The keys of the journals follow from the journals. They are inserted after them, because a reversal may have a lower
 * id than the journal that it reverses. Returns a key that two journals have, or null.
 */
export const fillKeys = async (sql: Queries): Promise<string | null> => {
  await sql.run(`insert into journal_key (key, journal_id, reverses)
    select journal_key_of(idem), id, reverses from journal order by id on conflict (key) do nothing`)
  const other = await sql.maybe<{ idem: string }>(
    'select idem from journal j full join journal_key k on k.journal_id = j.id where k.key is null limit 1',
  )
  return other?.idem ?? null
}

/** What the planner and the indexes by journal know about the new rows, for the checks in the same transaction. */
export const describeRows = async (sql: Queries): Promise<void> => {
  await sql.run(`analyze ${names}`)
  await sql.run('select summarize_postings()')
}

/** After the commit, outside of any transaction. */
export const vacuumBook = `vacuum (analyze) ${names}`
