import { existsSync } from 'node:fs'
import { createClock } from '../kernel/clock.ts'
import { dataFile } from '../kernel/installation.ts'
import type { Queries } from '../kernel/queries.ts'
import { checkBlocks } from './block-checks.ts'
import { blockFileName } from './block-file.ts'
import { compareFile } from './block-file-checks.ts'
import { checkCatalogue } from './catalogue-checks.ts'
import { checkBook, type Finding } from './checks.ts'
import { installedPublicKey } from './installed-key.ts'
import { readUnsigned } from './unsigned.sql.ts'

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** Findings of one check that are printed; the others are counted. */
const mostPrinted = 100

export const printFindings = (findings: readonly Finding[]) => {
  for (const [name, these] of Map.groupBy(findings, ({ check }) => check)) {
    for (const { subject, detail } of these.slice(0, mostPrinted)) print(`${name}  ${subject}  ${detail}`)
    if (these.length > mostPrinted) print(`${name}  ${these.length - mostPrinted} more`)
  }
}

/** The exported file to compare with: the argument, or the installation's own. */
export const exportedFile = (argument: string | undefined): string | null => {
  if (argument && !existsSync(argument)) throw new Error(`There is no file ${argument}.`)
  const own = dataFile(blockFileName)
  return argument ?? (existsSync(own) ? own : null)
}

const printQueue = async (sql: Queries, entries: bigint) => {
  const { count, oldestAt } = await readUnsigned(sql, createClock().realNow())
  print(
    count === 0
      ? `${entries} entries are signed, none is queued`
      : `${entries} entries are signed, ${count} are queued since ${oldestAt?.toISOString()}`,
  )
}

/**
 * Without the exported file nobody sees that the end of the chain was removed, without the key nobody sees that it
 * was signed again: such a check succeeds only when the caller says that it is meant so.
 */
const absences = {
  '--without-file': 'no exported file to compare with: name one, or add --without-file',
  '--without-key': 'no key to check signatures with: set LEDGER_PUBLIC_KEY, or add --without-key',
}
type Absence = keyof typeof absences
const isAbsence = (argument: string): argument is Absence => argument in absences

/** The arguments of `verify`; null when one is none. */
const requestOf = (args: readonly string[]): { file: string | undefined; allowed: Absence[] } | null => {
  const [file, ...others] = args.filter((each) => !isAbsence(each))
  return others.length > 0 || file?.startsWith('-') ? null : { file, allowed: args.filter(isAbsence) }
}

const countRows = (sql: Queries) => {
  const rowsOf = (table: 'journal' | 'posting' | 'block' | 'signedEntry') =>
    sql.selectFrom(table).select(({ fn }) => fn.countAll<bigint>().as('count'))
  return sql
    .selectNoFrom([
      rowsOf('journal').as('journals'),
      rowsOf('posting').as('postings'),
      rowsOf('block').as('blocks'),
      rowsOf('signedEntry').as('entries'),
    ])
    .executeTakeFirstOrThrow()
}

/** Checks the whole ledger and prints what it finds; the result is the exit code. */
export const verify = async (sql: Queries, args: readonly string[], usage: string): Promise<number> => {
  const request = requestOf(args)
  if (!request) {
    print(usage)
    return 2
  }
  const key = installedPublicKey()
  const file = exportedFile(request.file)
  const findings: Finding[] = [
    ...(await checkCatalogue(sql)),
    ...(await checkBook(sql)),
    ...(await checkBlocks(sql, key)),
    ...(file ? await compareFile(sql, file) : []),
  ]
  printFindings(findings)
  const { journals, postings, blocks, entries } = await countRows(sql)
  await printQueue(sql, entries ?? 0n)
  print(
    file
      ? `compared with the exported file ${file}`
      : 'not compared with an exported file: name one to find blocks that were removed',
  )
  print(
    `${journals} journals, ${postings} postings, ${blocks} blocks: ` +
      `${findings.length === 0 ? 'nothing found' : `${findings.length} findings`}${key ? '' : '; signatures not checked: no key'}`,
  )
  const absent: Absence[] = [
    ...(file ? [] : (['--without-file'] as const)),
    ...(key ? [] : (['--without-key'] as const)),
  ]
  const missing = absent.filter((each) => !request.allowed.includes(each))
  for (const each of missing) process.stderr.write(`This check is not whole: ${absences[each]}.\n`)
  return findings.length === 0 && missing.length === 0 ? 0 : 1
}
