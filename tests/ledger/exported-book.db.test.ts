import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { exportBlocks } from '../../server/src/ledger/block-file.ts'
import { readBlock, readBlocks } from '../../server/src/ledger/blocks.sql.ts'
import { exportBook } from '../../server/src/ledger/book-export.ts'
import { bookTables, lineSpecs } from '../../server/src/ledger/book-format.ts'
import { importBook } from '../../server/src/ledger/book-import.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { withUser } from '../../server/src/kernel/database-roles.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { createTestProduct } from '../support/test-product.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { changeLineOf, hashed, parsed, type Line } from './book-lines.test-kit.ts'
import {
  asOwner,
  bookTableNames,
  funding,
  largest,
  postReversal,
  postVariedBook,
  rowsOf,
  signNow,
} from './varied-book.test-kit.ts'

const seed = randomBytes(32).toString('base64')
const key = signingKeyOf(seed)
const folder = makeDataDir('exported-book')
const file = join(folder, 'book.jsonl')
const blocks = join(folder, 'blocks.jsonl')
const changed = join(folder, 'changed.jsonl')
let source: TestLedger
let empty: TestLedger
let replayed: Journal
let lines: string[]

beforeAll(async () => {
  source = await createTestLedger()
  empty = await createTestLedger()
  ;({ replayed } = await postVariedBook(source, key))
  await exportBlocks(blocks, {
    blockAt: (height) => source.db.read(allTenants, (sql) => readBlock(sql, height)),
    blocksAbove: (above) => source.db.read(allTenants, (sql) => readBlocks(sql, { above, limit: 10 })),
  })
  await exportBook(source.db, { file, at: source.clock.realNow() })
  lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
})
afterAll(async () => {
  await source.end()
  await empty.end()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string, text = '') =>
  lines.findIndex((line) => line.startsWith(`{"line":"${name}"`) && line.includes(text))
const changeLine = (index: number, change: (line: Line) => void) => changeLineOf(lines, index, change)
const importFile = (of: { ownerUrl: string }, path: string, exportedBlocks: string | null = null) =>
  asOwner(of, (db) => importBook(db, { file: path, publicKey: key.publicKeyPem, exportedBlocks }))
const importText = (text: string) => {
  writeFileSync(changed, text)
  return importFile(empty, changed)
}
const importLines = (of: readonly string[]) => importText(of.map((line) => `${line}\n`).join(''))
const isEmpty = async () => {
  for (const table of bookTableNames) expect(await empty.count(table)).toBe(0)
}
const refused = async (of: readonly string[], sentence: string | RegExp) => {
  await expect(importLines(of)).rejects.toThrow(sentence)
  await isEmpty()
}

test('every column of the ledger is in the file', async () => {
  const { rows } = await source.owner.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
     group by c.relname order by c.relname`,
    // The keys follow from the journals.
    [bookTableNames.filter((name) => name !== 'journal_key')],
  )
  const isPart = (name: string) =>
    lineSpecs.some(({ parts }) => Object.values(parts).some((each) => each.name === name))
  const written = Object.values(bookTables).map(({ name, columns }) => ({
    table: name,
    columns: [...Object.keys(columns), ...(isPart(name) ? ['journal_id'] : [])].toSorted(),
  }))
  expect(rows).toEqual(written.toSorted((a, b) => (a.table < b.table ? -1 : 1)))
})

test('the file has every kind of line, and only its owner may read it', async () => {
  const [header, trailer] = [parsed(lines[0]), parsed(lines.at(-1))]
  const tables = Object.entries(bookTables)
  for (const [name, { name: table }] of tables) {
    const count = await source.count(table)
    expect(count).toBeGreaterThan(0)
    expect([header.counts[name], trailer.counts[name]]).toEqual([count, count])
  }
  expect(header).toMatchObject({
    line: 'book',
    format: 'cardamom book',
    version: 1,
    newestBlock: { height: '2' },
  })
  expect(trailer['sha256']).toBe(
    createHash('sha256')
      .update(readFileSync(file).subarray(0, -Buffer.byteLength(`${lines.at(-1)}\n`)))
      .digest('hex'),
  )
  const names = [...new Set(lines.map((line) => parsed(line)['line']))]
  expect(names).toEqual([
    'book',
    'account',
    'change',
    'reference',
    'journal',
    'entry',
    'block',
    'queued',
    'end',
  ])
  expect(lines.join('\n')).toContain(`"amount":"-${largest}"`)
  expect(lines.join('\n')).toMatch(/"line":"queued","at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.123456Z"/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('an export never overwrites a file, and leaves none behind when it fails', async () => {
  const exportTo = (name: string) =>
    exportBook(source.db, { file: join(folder, name), at: source.clock.realNow() })
  await expect(exportTo('book.jsonl')).rejects.toThrow('book.jsonl exists already: choose another name.')
  writeFileSync(join(folder, 'running.jsonl.part'), '')
  await expect(exportTo('running.jsonl')).rejects.toThrow('an export is writing it, or was interrupted')
  const orphan = await createTestLedger()
  try {
    await orphan.post(funding(orphan))
    await orphan.owner.query('alter table journal disable trigger all; delete from journal')
    const toFile = join(folder, 'orphan.jsonl')
    await expect(exportBook(orphan.db, { file: toFile, at: orphan.clock.realNow() })).rejects.toThrow(
      'The book has 2 legs, and 0 of them belong to a journal',
    )
    expect(readdirSync(folder).filter((name) => name.startsWith('orphan'))).toEqual([])
  } finally {
    await orphan.end()
  }
})

test('an export has the book of one instant, whatever is posted meanwhile', async () => {
  const posting = await createTestLedger()
  const path = join(folder, 'posting.jsonl')
  let isRunning = true
  const poster = (async () => {
    while (isRunning) await Promise.all(Array.from({ length: 20 }, () => posting.post(funding(posting))))
  })()
  try {
    await expect.poll(() => posting.count('journal'), { timeout: 120_000 }).toBeGreaterThan(2000)
    // It is more than one insert before the journal that it reverses.
    await postReversal(posting)
    await exportBook(posting.db, { file: path, at: posting.clock.realNow() })
    const exported = await posting.count('journal')
    isRunning = false
    await poster
    const { counts, findings } = await importFile(empty, path)
    expect(findings).toEqual([])
    expect(counts['journals']).toBeGreaterThan(2000)
    expect(counts['journals']).toBeLessThanOrEqual(exported)
  } finally {
    isRunning = false
    await poster
    await posting.end()
    await empty.end()
    empty = await createTestLedger()
  }
})

test('a changed file is refused with the number of its line, and nothing is imported', async () => {
  const [journal, end] = [at('journal'), lines.length]
  const changedAmount = changeLine(journal, ({ legs }) => (legs[0]!['amount'] = '7'))
  await refused(changedAmount, `line ${end}: it has another SHA-256 than the lines before it`)
  await refused(lines.toSpliced(journal, 1), `line ${end - 1}: it has another SHA-256`)
  await refused(
    lines.slice(0, -1),
    `line ${end - 1}: it is not the last line of a book: the end of the file is missing`,
  )
  await refused([], 'line 1: it is not the first line of an exported book')
  await refused([...lines, lines.at(-1) ?? ''], `line ${end + 1}: it follows the last line of the book`)
  await refused(
    hashed(lines, ({ counts }) => (counts['journals'] = 1)),
    `line ${end}: it says 1 journals, and the file has`,
  )
  await refused(
    lines.with(-1, (lines.at(-1) ?? '').replace(/"sha256":".{8}/, '"sha256":"00000000')),
    `line ${end}: it has another SHA-256`,
  )
  const text = readFileSync(file, 'utf8')
  for (const cut of [text.slice(0, -1), text.slice(0, text.indexOf('\n', 2000) + 100)]) {
    await expect(importText(cut)).rejects.toThrow(
      `line ${cut.split('\n').length}: it is incomplete or no JSON`,
    )
    await isEmpty()
  }
})

test('a file of another format is refused at its first line', async () => {
  const other = (change: (line: Line) => void) => hashed(changeLine(0, change))
  await refused(
    other((line) => (line['version'] = 2)),
    'line 1: it has version 2 of the format, and this version of Cardamom reads version 1',
  )
  await refused(
    other((line) => (line['format'] = 'book')),
    'line 1: it is not the first line of an exported book',
  )
  await refused(
    other((line) => (line['newestBlock'] = null)),
    'line 1: it names another newest block than the file has',
  )
  await refused(
    other(({ counts }) => (counts['legs'] = 3)),
    'line 1: it says 3 legs, and the file has',
  )
})

test('a row that the database refuses is named, also under right counts', async () => {
  const { idem } = parsed(lines[at('journal')])
  const sameKey = changeLine(at('journal') + 1, (line) => (line['idem'] = idem))
  await refused(hashed(sameKey), `two journals have the key ${String(idem)}. Nothing was imported.`)
  const reversal = at('journal', '"reverses":"')
  const other = changeLine(reversal, (line) => (line['reverses'] = source.ids.next()))
  await refused(hashed(other), /the database refuses a row \(.*journal_reverses_one/)
})

const found = async (of: readonly string[], check: string) => {
  const { findings } = await importLines(of)
  expect(new Set(findings.map((finding) => finding.check))).toContain(check)
  await isEmpty()
}

test('a book that does not verify is not imported, also under a right hash', async () => {
  // The order of the accounts differs in each run. This one is open, and blocks sign all of it.
  const capital = '"code":"equity.capital"'
  const changeOf = (name: string, change: (line: Line) => void, text = '') =>
    hashed(changeLine(at(name, text), change))
  await found(
    changeOf('journal', ({ legs }) => (legs[0]!['amount'] = '7')),
    'journal_balances',
  )
  await found(
    changeOf('account', (line) => (line['balance'] = '7'), capital),
    'account_is_its_last_posting',
  )
  await found(
    changeOf('change', (line) => (line['floor'] = '-7'), capital),
    'entry',
  )
  await found(
    changeOf('journal', (line) => (line['idem'] = '0x')),
    'entry',
  )
  await found(
    changeOf('reference', (line) => (line['balance'] = '7')),
    'reference_is_its_postings',
  )
  await found(
    changeOf('reference', (line) => (line['companyId'] = source.ids.next())),
    'reference_is_in_its_company',
  )
  await found(
    changeOf('block', (line) => (line['signature'] = '00'.repeat(64))),
    'block',
  )
})

test('an imported book has every row of the first one, and continues its chain', async () => {
  const before = await rowsOf(source)
  const { counts, findings } = await importFile(empty, file, blocks)
  expect(findings).toEqual([])
  expect(counts).toEqual(parsed(lines[0]).counts)
  expect(await rowsOf(empty)).toEqual(before)

  const journals = await empty.count('journal')
  expect(await empty.post(replayed)).toMatchObject({ outcome: 'replayed' })
  expect(await empty.count('journal')).toBe(journals)
  expect(await empty.post({ ...replayed, command: 'other' })).toEqual({ outcome: 'idempotency_conflict' })
  expect(await empty.post(funding(empty, 5n))).toMatchObject({ outcome: 'posted' })
  expect(await signNow(empty, key)).toMatchObject([{ height: 3n }])
  expect(await empty.count('unsigned_entry')).toBe(0)
  const after = await empty.db.read(allTenants, async (sql) => [
    ...(await checkBook(sql)),
    ...(await checkBlocks(sql, key.publicKeyPem)),
  ])
  expect(after).toEqual([])
  await expect(empty.owner.query('delete from journal')).rejects.toThrow('it is never changed or deleted')
})

test('an import into a book is refused', async () => {
  const before = await rowsOf(empty)
  await expect(importFile(empty, file)).rejects.toThrow(/The database has \d+ accounts already/)
  expect(await rowsOf(empty)).toEqual(before)
})

test('a product that was started once, without demo data, has an empty book to import into', async () => {
  const product = await createTestProduct({ LEDGER_SIGNING_KEY: seed, DEMO: 'off' })
  try {
    const { findings } = await importFile(product.database, file, blocks)
    expect(findings).toEqual([])
  } finally {
    await product.stop()
  }
})

test('an owner who is no superuser imports, once the tables exist', async () => {
  const name = `plain_${randomBytes(6).toString('hex')}`
  await source.owner.query(`create role ${name} login password 'x'`)
  await source.owner.query(`create database ${name} owner ${name}`)
  const ownerUrl = withUser(source.ownerUrl, { user: name, password: 'x' }).replace(/[^/]*$/, name)
  try {
    await expect(importFile({ ownerUrl }, file)).rejects.toThrow(
      'The database has no tables of the ledger: start',
    )
    const sourceDir = join(import.meta.dirname, '../../server/src')
    await migrate({ ownerUrl, sourceDir, roles: existingTestRoles })
    expect((await importFile({ ownerUrl }, file, blocks)).findings).toEqual([])
  } finally {
    await source.owner.query(`drop database ${name} with (force)`)
    await source.owner.query(`drop role ${name}`)
  }
})

test('an import is compared with a file of exported blocks', async () => {
  const without = await createTestLedger()
  try {
    const unsigned = join(folder, 'empty.jsonl')
    await exportBook(without.db, { file: unsigned, at: source.clock.realNow() })
    const { findings } = await importFile(without, unsigned, blocks)
    expect(findings.map(({ check }) => check)).toEqual(['exported_file', 'exported_file'])
    expect(existsSync(unsigned)).toBe(true)
  } finally {
    await without.end()
  }
})
