import { existsSync } from 'node:fs'
import { createClock } from '../kernel/clock.ts'
import { openDatabase, type Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import { installedDatabaseUrl, installedOwnerUrl } from '../kernel/installation.ts'
import { exportBook } from './book-export.ts'
import type { Counts } from './book-format.ts'
import { importBook } from './book-import.ts'
import { proveEntry, type Reader } from './proof.ts'
import { describeJournals } from './listed-journals.ts'
import { readTrialBalance } from './reports.ts'
import { installedPublicKey as publicKey } from './installed-key.ts'
import { exportedFile, print, printFindings, verify } from './verify-command.ts'

const usage = `npm run ledger -- verify [file] [--without-file] [--without-key]
                                         recompute chains, balances, accounts, blocks and signatures, and
                                         compare the blocks with the exported file; without that file or the
                                         key it fails unless the flag says that it is meant so
npm run ledger -- prove <id>... [--owner <id>] [--company <id>]
                                         proofs that journals stand in signed blocks, one a line; they show the
                                         legs of that owner or company, or else all legs
npm run ledger -- journals [--actor <id or job>] [--reason <text>] [name=value]...
                                         the newest journals that a person or job decided on, whose reason
                                         contains the text, or with these facts
npm run ledger -- trial-balance [date]   balances by account, now or at an instant
npm run ledger -- export <file>          write the whole book to a new file, as it is now
npm run ledger -- import <file> [blocks] fill an empty book from such a file, verify it, and compare it with a
                                         file of exported blocks`

const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')

/** The ids and the reader of a `prove` command; null when an argument is none. */
const proofRequest = (args: readonly string[]): { ids: string[]; reader: Reader } | null => {
  const ids: string[] = []
  let reader: Reader = {}
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at]
    const value = args[at + 1]
    if (isId(argument)) {
      ids.push(argument)
      continue
    }
    if ((argument !== '--owner' && argument !== '--company') || !isId(value)) return null
    reader = argument === '--owner' ? { ...reader, ownerId: value } : { ...reader, companyId: value }
    at += 1
  }
  return ids.length === 0 ? null : { ids, reader }
}

const prove = async (sql: Queries, args: readonly string[]): Promise<number> => {
  const request = proofRequest(args)
  const key = publicKey()
  if (!request || !key) {
    print(request ? 'No public key: set LEDGER_PUBLIC_KEY.' : usage)
    return 2
  }
  let status = 0
  for (const id of request.ids) {
    const proof = await proveEntry(sql, { id, reader: request.reader, publicKey: key })
    if (proof) print(JSON.stringify(proof))
    else {
      process.stderr.write(`${id}: no such journal, no block covers it yet, or none of its legs is theirs.\n`)
      status = 1
    }
  }
  return status
}

const printJournals = async (sql: Queries, args: readonly string[]): Promise<number> => {
  const lines = await describeJournals(sql, args)
  for (const line of lines ?? [usage]) print(line)
  return lines ? 0 : 2
}

/** A day (its start) or an instant with its zone; null: the text is none, or no day of the calendar. */
const instantOf = (text: string): Date | null => {
  const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/
  const [, day] = form.exec(text) ?? []
  const at = new Date(text)
  if (day === undefined || Number.isNaN(at.getTime())) return null
  return new Date(day).toISOString().startsWith(day) ? at : null
}

const printTrialBalance = async (sql: Queries, text: string | undefined): Promise<number> => {
  const at = text === undefined ? null : instantOf(text)
  if (text !== undefined && at === null) {
    print(`${text} is no day and no instant: write 2026-11-20 (its start, in UTC) or 2026-11-20T15:00:00Z.`)
    return 2
  }
  const lines = await readTrialBalance(sql, at)
  const width = Math.max(20, ...lines.map(({ code, asset }) => code.length + (asset?.length ?? 0) + 1))
  for (const { code, asset, currency, class: kind, natural } of lines) {
    print(`${kind}  ${`${code} ${asset ?? ''}`.padEnd(width)}  ${String(natural).padStart(20)}  ${currency}`)
  }
  return 0
}

const ledgerOnly =
  'The file has the ledger only: people, companies, cards, loads and all other rows are not in it.'

const printCounts = ({ queued, ...counts }: Counts, end: string) => {
  const list = Object.entries(counts).map(
    ([name, count]) => `${count} ${name === 'walletLines' ? 'wallet lines' : name}`,
  )
  print(`${list.join(', ')}: ${end}`)
  print(
    queued
      ? `${queued} entries are queued: no block signs them yet`
      : 'none is queued: blocks sign all of it',
  )
}

const exportTo = async (db: Database, file: string): Promise<number> => {
  const counts = await exportBook(db, { file, at: createClock().realNow() })
  printCounts(counts, `written to ${file}`)
  print(ledgerOnly)
  return 0
}

const importFrom = async (db: Database, file: string, blocks: string | undefined): Promise<number> => {
  const [key, exportedBlocks] = [publicKey(), exportedFile(blocks)]
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { counts, findings } = await importBook(db, { file, publicKey: key, exportedBlocks })
  printFindings(findings)
  if (findings.length > 0) {
    print(`${findings.length} findings: nothing was imported`)
    return 1
  }
  const unchecked = key ? '' : '; signatures not checked: no key'
  printCounts(counts, `imported, nothing found${unchecked}`)
  print(
    exportedBlocks
      ? `compared with the exported file ${exportedBlocks}`
      : 'not compared with an exported file',
  )
  print(ledgerOnly)
  return 0
}

const run = async (db: Database, [command, ...rest]: string[]): Promise<number> => {
  const [file, blocks] = rest
  if (command === 'export' && file) return exportTo(db, file)
  if (command === 'import' && file) return importFrom(db, file, blocks)
  return db.read(wholeInstallation, async (sql) => {
    if (command === 'verify') return verify(sql, rest, usage)
    if (command === 'prove') return prove(sql, rest)
    if (command === 'journals') return printJournals(sql, rest)
    if (command === 'trial-balance') return printTrialBalance(sql, rest[0])
    print(usage)
    return 2
  })
}

const main = async (): Promise<number> => {
  const db = openDatabase({
    // Only the owner may insert rows into the book.
    url: process.argv[2] === 'import' ? installedOwnerUrl() : installedDatabaseUrl(),
    connections: 1,
    // A check of a large book takes longer than a call may.
    kind: 'copy',
    onIdleError: () => undefined,
  })
  try {
    return await run(db, process.argv.slice(2))
  } finally {
    await db.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
