import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkAuditArchives } from './audit/archive-checks.ts'
import { archivePartition } from './audit/archive-command.ts'
import { checkArchiveFile } from './audit/archive-file.ts'
import { readAuditArchives } from './audit/archive-record.ts'
import { auditFileName, compareAuditFile } from './audit/chain-file.ts'
import type { AuditFinding } from './audit/chain-block.ts'
import { checkAuditBlocks, checkAuditRows, checkStrayLeaves } from './audit/chain-checks.ts'
import { createClock } from './kernel/clock.ts'
import { openDatabase, type Database } from './kernel/database.ts'
import { dataFile, installedDatabaseUrl, installedOwnerUrl } from './kernel/installation.ts'
import type { Queries } from './kernel/queries.ts'
import { wholeInstallation } from './kernel/scopes.ts'
import { installedPublicKey, installedSigningKey } from './ledger/installed-key.ts'
import { rootOf } from './ledger/merkle.ts'
import { isSignedBy } from './ledger/signing-key.ts'

const usage = `npm run audit -- verify [file]   recompute the chain of the audit from its rows, check its signatures, and compare
                                 it with the exported file, and archived months with their files
npm run audit -- archive <month> [folder]
                                 write a month, such as audit_202601, into a file with a signed record; its rows may
                                 then be removed. The folder is audit-archive in the data folder, if none is named`

const print = (text: string) => process.stdout.write(`${text}\n`)
/** Where files of archived months are written, and looked for. */
const archiveFolder = (argument?: string): string => argument ?? dataFile('audit-archive')
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

type Read = <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
type IsSigned = ((bytes: Uint8Array, signature: Uint8Array) => boolean) | null

/** Checks the records of archived months, and their files where they are at hand. */
const checkArchives = async (read: Read, isSigned: IsSigned): Promise<AuditFinding[]> => {
  const findings = await read((sql) => checkAuditArchives(sql, { isSigned }))
  for (const archive of await read(readAuditArchives)) {
    const path = join(archiveFolder(), archive.file)
    if (existsSync(path)) findings.push(...(await checkArchiveFile(read, { archive, path })))
    const compared = existsSync(path) ? 'compared with' : 'not compared: there is no'
    print(`${archive.partition}: ${archive.entries} rows archived, ${compared} ${path}`)
  }
  return findings
}

/** Walks the chain and the rows in pages. Each page is a transaction of its own. */
const verify = async (db: Database, argument: string | undefined): Promise<number> => {
  const publicKey = installedPublicKey()
  const file = exportedFile(argument)
  const read: Read = (use) => db.read(wholeInstallation, use)
  const isSigned: IsSigned = publicKey
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
  findings.push(...(await checkArchives(read, isSigned)))
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

const archive = async (db: Database, [partition = '', argument]: string[]): Promise<number> => {
  const folder = archiveFolder(argument)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const deps = { db, key: installedSigningKey(), realNow: createClock().realNow() }
  const { entries, file } = await archivePartition(deps, { partition, folder })
  const changes = partition.replace('audit_', 'audit_change_')
  print(
    `${entries} rows written to ${join(folder, file)}. Store it twice elsewhere, then remove the rows as the owner:`,
  )
  for (const [table, part] of [
    ['audit', partition],
    ['audit_change', changes],
  ])
    print(`  alter table ${table} detach partition ${part}; drop table ${part};`)
  return 0
}

const main = async (): Promise<number> => {
  const [command, ...rest] = process.argv.slice(2)
  const isArchive = command === 'archive' && rest.length > 0
  if (command !== 'verify' && !isArchive) {
    print(usage)
    return 2
  }
  const db = openDatabase({
    // Only the owner may record an archive.
    url: isArchive ? installedOwnerUrl() : installedDatabaseUrl(),
    connections: 1,
    // A check of many rows takes longer than a call may.
    kind: 'copy',
    onIdleError: () => undefined,
  })
  try {
    return await (isArchive ? archive(db, rest) : verify(db, rest[0]))
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
