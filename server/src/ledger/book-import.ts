import type { Database } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { checkBlocks } from './block-checks.ts'
import { compareFile } from './block-file-checks.ts'
import type { BookTable } from './book-fields.ts'
import { BookRefused, type BookRow, type Counts } from './book-format.ts'
import { readBook, type BookLine } from './book-reader.ts'
import { countRows, describeRows, fillKeys, insertRows, lockBook, vacuumBook } from './book-rows.sql.ts'
import { checkBook, type Finding } from './checks.ts'

/** Rows of one insert: memory does not grow with the book. */
const mostRows = 5000

class BookHasFindings extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super('The book has findings')
    this.findings = findings
  }
}

const refuseFilled = async (sql: Queries) => {
  const filled = Object.entries(await countRows(sql)).find(([, count]) => count > 0)
  if (!filled) return
  throw new BookRefused(
    `The database has ${filled[1]} ${filled[0]} already: a book is imported into an empty one. Nothing was imported.`,
  )
}

const undefinedTable = '42P01'

const lockMigrated = async (sql: Queries) => {
  try {
    await lockBook(sql)
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error
    throw new BookRefused(
      'The database has no tables of the ledger: start the product once, stop it, and import again. Nothing was imported.',
    )
  }
}

/** SQLSTATEs of rows that the database refuses: broken constraints and values that a type cannot hold. */
const refusedRows = /^2[23]/

/** Names the place of a row that the database refuses. */
const naming = async (where: () => string, use: () => Promise<void>): Promise<void> => {
  try {
    await use()
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!refusedRows.test(code ?? '')) throw error
    throw new BookRefused(`${where()}: the database refuses a row (${message}). Nothing was imported.`)
  }
}

type Pending = { table: BookTable; isPart: boolean; rows: BookRow[] }

/** Collects rows and inserts them in large statements. */
const createFiller = (sql: Queries, file: string) => {
  const pending = new Map<BookTable, Pending>()
  let count = 0
  let first = 0
  const add = (table: BookTable, isPart: boolean, rows: readonly BookRow[]) => {
    if (rows.length === 0) return
    const own = pending.get(table) ?? { table, isPart, rows: [] }
    own.rows.push(...rows)
    pending.set(table, own)
    count += rows.length
  }
  const flush = async (last: number) => {
    await naming(
      () => `${file}, lines ${first} to ${last}`,
      async () => {
        for (const each of pending.values()) await insertRows(sql, each)
      },
    )
    pending.clear()
    count = 0
    first = 0
  }
  return {
    flush,
    line: async ({ number, spec, row }: BookLine): Promise<void> => {
      first ||= number
      add(spec.table, false, [row])
      for (const [name, table] of Object.entries(spec.parts)) {
        const parts = row[name] as readonly BookRow[]
        add(
          table,
          true,
          parts.map((part) => ({ journalId: row['id'], ...part })),
        )
      }
      if (count >= mostRows) await flush(number)
    },
  }
}

const fill = async (sql: Queries, file: string) => {
  const filler = createFiller(sql, file)
  let last = 0
  for await (const line of readBook(file)) {
    await filler.line(line)
    last = line.number
  }
  await filler.flush(last)
  const key = await fillKeys(sql)
  if (key !== null) throw new BookRefused(`${file}: two journals have the key ${key}. Nothing was imported.`)
}

export type ImportResult = { readonly counts: Counts; readonly findings: readonly Finding[] }

/**
 * Fills an empty book from a file and checks it, in one transaction as the owner of the schema. With findings
 * nothing is imported. Throws BookRefused for a file that is incomplete, changed or of another format, and
 * for a database with a book.
 * @param exportedBlocks the file of signed blocks to compare with
 */
export const importBook = async (
  db: Database,
  {
    file,
    publicKey,
    exportedBlocks,
  }: { file: string; publicKey: string | null; exportedBlocks: string | null },
): Promise<ImportResult> => {
  // The whole file is read first: a changed one is refused before the database works.
  for await (const line of readBook(file)) void line
  try {
    const counts = await db.write(wholeInstallation, async (sql) => {
      await lockMigrated(sql)
      await refuseFilled(sql)
      await naming(
        () => file,
        () => fill(sql, file),
      )
      await describeRows(sql)
      const findings = [
        ...(await checkBook(sql)),
        ...(await checkBlocks(sql, publicKey)),
        ...(exportedBlocks ? await compareFile(sql, exportedBlocks) : []),
      ]
      if (findings.length > 0) throw new BookHasFindings(findings)
      return countRows(sql)
    })
    // A vacuum also tells later readers that all rows are visible.
    await db.pool.query(vacuumBook)
    return { counts, findings: [] }
  } catch (error) {
    if (!(error instanceof BookHasFindings)) throw error
    return { counts: {}, findings: error.findings }
  }
}
