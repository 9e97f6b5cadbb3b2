import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { Database } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import {
  bookFormat,
  BookRefused,
  countLine,
  lineSpecs,
  type BookHeader,
  type BookTrailer,
  type BookRow,
  type Counts,
  type LineSpec,
} from './book-format.ts'
import {
  countRows,
  readByKeys,
  readPage,
  readPartRows,
  readQueuePages,
  startSnapshot,
} from './book-rows.sql.ts'
import { readLastBlock } from './blocks.sql.ts'

/** Limits of one page: memory does not grow with the book. */
const pageRows = 1000
const writtenAtOnce = 1 << 20

/** Writes lines into a new file that only its owner may read, and hashes them. */
const createLineWriter = async (file: string) => {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    throw new BookRefused(
      `${file} exists: an export is writing it, or was interrupted. Then remove the file.`,
    )
  })
  const hash = createHash('sha256')
  let waiting: string[] = []
  let size = 0
  const flush = async () => {
    const bytes = Buffer.from(waiting.join(''))
    waiting = []
    size = 0
    hash.update(bytes)
    await handle.appendFile(bytes)
  }
  return {
    line: async (value: object): Promise<void> => {
      const text = `${JSON.stringify(value)}\n`
      waiting.push(text)
      size += text.length
      if (size >= writtenAtOnce) await flush()
    },
    /** The hash of all lines so far. */
    sha256: async (): Promise<string> => {
      await flush()
      return hash.copy().digest('hex')
    },
    end: async () => {
      await flush()
      await handle.sync()
    },
    close: () => handle.close(),
  }
}

/** The lines of a section, page by page. */
async function* readSection(sql: Queries, { line, table, parts }: LineSpec): AsyncGenerator<BookRow[]> {
  if (table.key.length === 0) {
    for await (const rows of readQueuePages(sql, table)) yield rows.map((row) => ({ line, ...row }))
    return
  }
  for (
    let after: readonly string[] | null = null, isFirst = true;
    isFirst || after !== null;
    isFirst = false
  ) {
    const page = await readPage(sql, table, { after, limit: pageRows })
    const ids = Object.keys(parts).length === 0 ? [] : page.rows.map(({ id }) => id as string)
    const lists: (readonly [string, Map<string, BookRow[]>])[] = []
    for (const [name, part] of Object.entries(ids.length === 0 ? {} : parts))
      lists.push([name, await readPartRows(sql, part, ids)])
    yield page.rows.map((row) => {
      const own = lists.map(([name, rows]) => [name, rows.get(row['id'] as string) ?? []] as const)
      return { line, ...row, ...Object.fromEntries(own) }
    })
    after = page.last
  }
}

const writeBook = async (
  sql: Queries,
  writer: Awaited<ReturnType<typeof createLineWriter>>,
  at: Date,
): Promise<Counts> => {
  await startSnapshot(sql)
  const counts = await countRows(sql)
  await readByKeys(sql)
  const newest = await readLastBlock(sql)
  const newestBlock = newest && { height: String(newest.height), hash: newest.hash.toString('hex') }
  const header: BookHeader = { line: 'book', ...bookFormat, at: at.toISOString(), newestBlock, counts }
  await writer.line(header)
  const written: Record<string, number> = Object.fromEntries(Object.keys(counts).map((name) => [name, 0]))
  for (const spec of lineSpecs) {
    for await (const rows of readSection(sql, spec)) {
      for (const row of rows) {
        countLine(written, spec, row)
        await writer.line(row)
      }
    }
  }
  const missing = Object.entries(counts).find(([name, count]) => written[name] !== count)
  if (missing) {
    const [name, count] = missing
    throw new BookRefused(
      `The book has ${count} ${name}, and ${written[name]} of them belong to a journal: npm run ledger -- verify names the others. No file was written.`,
    )
  }
  const trailer: BookTrailer = { line: 'end', counts, sha256: await writer.sha256() }
  await writer.line(trailer)
  return counts
}

/**
 * Writes the whole book, as it is at one instant, into a file while the product runs. Throws BookRefused when
 * the file exists, or when the book has parts without a journal.
 */
export const exportBook = async (db: Database, { file, at }: { file: string; at: Date }): Promise<Counts> => {
  const refuseExisting = () => {
    if (existsSync(file)) throw new BookRefused(`${file} exists already: choose another name.`)
  }
  refuseExisting()
  const partFile = `${file}.part`
  const writer = await createLineWriter(partFile)
  try {
    const counts = await db.write(wholeInstallation, (sql) => writeBook(sql, writer, at))
    await writer.end()
    await writer.close()
    refuseExisting()
    await rename(partFile, file)
    return counts
  } catch (error) {
    await writer.close().catch(() => undefined)
    await rm(partFile, { force: true })
    throw error
  }
}
