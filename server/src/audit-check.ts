import { existsSync } from 'node:fs'
import { auditFileName, compareAuditFile } from './audit/chain-file.ts'
import {
  checkAuditBlocks,
  checkAuditRows,
  checkStrayLeaves,
  type AuditFinding,
} from './audit/chain-checks.ts'
import { createClock } from './kernel/clock.ts'
import { openDatabase, type Database } from './kernel/database.ts'
import { dataFile, installedDatabaseUrl } from './kernel/installation.ts'
import type { Queries } from './kernel/queries.ts'
import { wholeInstallation } from './kernel/scopes.ts'
import { installedPublicKey } from './ledger/installed-key.ts'
import { rootOf } from './ledger/merkle.ts'
import { isSignedBy } from './ledger/signing-key.ts'

const usage = `npm run audit -- verify [file]   recompute the chain of the audit from its rows, check its signatures, and compare
                                 it with the exported file`

const print = (text: string) => process.stdout.write(`${text}\n`)
/** Findings of one kind that are printed; the others are counted. */
const mostPrinted = 100

const exportedFile = (argument: string | undefined): string | null => {
  if (argument !== undefined && !existsSync(argument)) throw new Error(`There is no file ${argument}.`)
  const own = dataFile(auditFileName)
  return argument ?? (existsSync(own) ? own : null)
}

const printFindings = (findings: readonly AuditFinding[]) => {
  for (const [name, these] of Map.groupBy(findings, ({ check }) => check)) {
    for (const { subject, detail } of these.slice(0, mostPrinted)) print(`${name}  ${subject}  ${detail}`)
    if (these.length > mostPrinted) print(`${name}  ${these.length - mostPrinted} more`)
  }
}

/** Walks the chain and the rows in pages. Each page is a transaction of its own. */
const verify = async (db: Database, argument: string | undefined): Promise<number> => {
  const publicKey = installedPublicKey()
  const file = exportedFile(argument)
  const read = <T>(use: (sql: Queries) => Promise<T>) => db.read(wholeInstallation, use)
  const isSigned = publicKey
    ? (bytes: Uint8Array, signature: Uint8Array) => isSignedBy(publicKey, bytes, signature)
    : null
  const findings: AuditFinding[] = []
  let blocks = 0n
  for (let above: bigint | null = 0n; above !== null;) {
    const at: bigint = above
    const page: Awaited<ReturnType<typeof checkAuditBlocks>> = await read((sql) =>
      checkAuditBlocks(sql, { above: at, rootOf, isSigned }),
    )
    findings.push(...page.findings)
    blocks = page.next ?? blocks
    above = page.next
  }
  findings.push(...(await read(checkStrayLeaves)))
  let [rows, waiting] = [0, 0]
  const realNow = createClock().realNow()
  for (let from: string | null = null, isFirst = true; isFirst || from !== null; isFirst = false) {
    const at: string | null = from
    const page: Awaited<ReturnType<typeof checkAuditRows>> = await read((sql) =>
      checkAuditRows(sql, { from: at, realNow }),
    )
    findings.push(...page.findings)
    rows += page.rows
    waiting += page.waiting
    from = page.next
  }
  if (file) findings.push(...(await read((sql) => compareAuditFile(sql, file))))
  printFindings(findings)
  print(`${rows} rows, ${blocks} blocks, ${waiting} rows wait for the next block`)
  print(
    file
      ? `compared with the exported file ${file}`
      : 'not compared with an exported file: name one to find blocks that were removed with their rows',
  )
  const unchecked = publicKey ? '' : '; signatures not checked: no key'
  print(`${findings.length === 0 ? 'nothing found' : `${findings.length} findings`}${unchecked}`)
  return findings.length === 0 ? 0 : 1
}

const main = async (): Promise<number> => {
  const [command, file] = process.argv.slice(2)
  if (command !== 'verify') {
    print(usage)
    return 2
  }
  // A check of many rows takes longer than a call may.
  const db = openDatabase({
    url: installedDatabaseUrl(),
    connections: 1,
    kind: 'copy',
    onIdleError: () => undefined,
  })
  try {
    return await verify(db, file)
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
