import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changeWithEntry, recordOperation } from './audit/operator-entry.ts'
import { listDeviceProfiling, setDeviceProfiling } from './companies/device-profiling.sql.ts'
import { creditUsage, runCreditCommand } from './loads/credit-decisions.ts'
import { createFirstAdmin } from './identity/first-admins.ts'
import { chooseRoles, ofDuties, readRoleUrls } from './kernel/database-roles.ts'
import { createClock } from './kernel/clock.ts'
import { openDatabase, type Database } from './kernel/database.ts'
import { wholeInstallation } from './kernel/scopes.ts'
import { listDeadJobs, resumeDeadJobs } from './kernel/dead-jobs.sql.ts'
import { backUp } from './kernel/backup.ts'
import { installedDatabaseUrl, installedOwnerUrl } from './kernel/installation.ts'
import { checkExistingDatabase } from './kernel/existing-database.ts'
import { restore } from './kernel/restore.ts'
import { installedPublicKey } from './ledger/installed-key.ts'
import { isSignedBy, signingKeyOf } from './ledger/signing-key.ts'
import { enqueueRetry, listFailedLoads } from './loads/failed-loads.sql.ts'
import { listRequestedRefunds } from './loads/load-refunds.sql.ts'
import { insertRestoreTest, makeReceipt, readReceipt } from './settings/restore-tests.ts'

const usage = `npm run operate -- create-admin <e-mail> <first name> <last name>
                                            one of the first two super administrators
npm run operate -- jobs                     jobs that failed for good
npm run operate -- resume <job id | all>    run such a job, or all of them, again
npm run operate -- failed-loads             loads whose credit the issuer refused for good
npm run operate -- retry <load ref>         retry the credit of such a load
npm run operate -- refunds                  refunds that payers requested and that are not paid yet
npm run operate -- backup <file>            write all current data to a new file
npm run operate -- restore <file>           fill an empty database from a backup, and verify the ledger
npm run operate -- restored <receipt>       record a restore that was a test, by the word that it printed
${creditUsage}
npm run operate -- profiling                companies, and whether they use device profiling
npm run operate -- profiling <slug> on|off  start or end it for a company`

const print = (text: string) => process.stdout.write(`${text}\n`)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const printJobs = async (db: Database): Promise<number> => {
  const dead = await db.read(wholeInstallation, listDeadJobs)
  for (const { id, name, attempts, lastError } of dead)
    print(`${id}  ${name}  ${attempts}  ${lastError ?? ''}`)
  print(`${dead.length} jobs wait for a person`)
  return 0
}

const resume = async (db: Database, which: string): Promise<number> => {
  const id = which === 'all' ? null : which
  if (id !== null && !uuid.test(id)) return refuse()
  const resumed = await db.write(wholeInstallation, async (sql) => {
    const jobs = await resumeDeadJobs(sql, { id })
    const did = { action: 'jobs.resumed', objectId: id, details: { jobs } }
    if (jobs > 0) await recordOperation(db, sql, did)
    return jobs
  })
  print(`${resumed} jobs run again`)
  return resumed > 0 || id === null ? 0 : 1
}

const printLoads = async (db: Database): Promise<number> => {
  const failed = await db.read(wholeInstallation, listFailedLoads)
  for (const { ref, refusal, tries } of failed) print(`${ref}  ${tries} tries  ${refusal ?? ''}`)
  print(`${failed.length} loads wait for a person`)
  return 0
}

const refundStates = { requested: ', not approved', queued: ', approved', sending: ', being sent' }

const printRefunds = async (db: Database): Promise<number> => {
  const requested = await db.read(wholeInstallation, listRequestedRefunds)
  for (const { ref, address, amounts, network, requestedAt, status } of requested) {
    const money = amounts.map(({ amount, asset }) => `${amount} ${asset}`).join(' and ')
    print(
      `${ref}  ${money} on ${network} to ${address}, requested ${requestedAt.toISOString()}${refundStates[status]}`,
    )
  }
  print(`${requested.length} refunds are not paid yet`)
  return 0
}

const retry = async (db: Database, ref: string): Promise<number> => {
  const did = { action: 'load.credit_retried', details: { ref } }
  const found = await changeWithEntry(db, did, (sql) => enqueueRetry(sql, { jobId: randomUUID(), ref }))
  print(found ? `${ref} is tried again` : `${ref} is not a load whose credit failed`)
  return found ? 0 : 1
}

const printProfiling = async (db: Database): Promise<number> => {
  const companies = await db.read(wholeInstallation, listDeviceProfiling)
  for (const { slug, name, isOn } of companies) print(`${isOn ? 'on ' : 'off'}  ${slug}  ${name}`)
  return 0
}

/** Switches device profiling of one company and records it in the audit trail. */
const switchProfiling = async (db: Database, slug: string, isOn: boolean): Promise<number> => {
  const companies = await db.read(wholeInstallation, listDeviceProfiling)
  const company = companies.find((each) => each.slug === slug)
  if (!company) {
    print(`${slug} is not the slug of a company`)
    return 1
  }
  const did = { action: 'company.device_profiling', objectId: company.id, details: { isOn } }
  await changeWithEntry(db, did, (sql) => setDeviceProfiling(sql, { companyId: company.id, isOn }))
  print(`Device profiling is ${isOn ? 'on' : 'off'} for ${company.name}`)
  return 0
}

const createAdmin = async (db: Database, [email, firstName, lastName]: string[]): Promise<number> => {
  const publicUrl = process.env['PUBLIC_URL'] ?? ''
  if (!URL.canParse(publicUrl)) {
    print('Set PUBLIC_URL: the link starts with it.')
    return 2
  }
  const made = await createFirstAdmin(db, {
    publicUrl,
    ...(email ? { email } : {}),
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
  })
  if ('refusal' in made) {
    print(made.refusal)
    return 1
  }
  print(
    `${made.isNew ? 'Made' : 'A new link for'} ${email}. Open this within an hour; it works once:\n${made.link}`,
  )
  return 0
}

/** Recorded before the backup, so that it has the entry too. While nothing can be written, a backup has none. */
const recordBackup = (db: Database) =>
  db
    .write(wholeInstallation, (sql) => recordOperation(db, sql, { action: 'backup.started' }))
    .catch((error: unknown) =>
      process.stderr.write(`The audit has no entry of this backup: ${(error as Error).message}\n`),
    )

const backupTo = async (db: Database, file: string): Promise<number> => {
  // A file that exists is refused.
  if (!existsSync(file)) await recordBackup(db)
  const { rows, tables } = await backUp({ ownerUrl: installedOwnerUrl(), file, at: createClock().realNow() })
  print(
    `${rows} rows of ${tables} tables are in ${file}. Keys are not: store ENCRYPTION_KEY and LEDGER_SIGNING_KEY elsewhere.`,
  )
  return 0
}

/** Restores a backup, then verifies the whole ledger by its own command, which decides the exit code. */
const restoreFrom = async (file: string): Promise<number> => {
  const ownerUrl = installedOwnerUrl()
  // A role is created where the operator configures none, as at a start.
  const urls = readRoleUrls(process.env)
  await checkExistingDatabase(ownerUrl, urls)
  const { rows, tables, at } = await restore({
    ownerUrl,
    roles: await chooseRoles(ownerUrl, { urls, passwords: ofDuties(() => null) }),
    file,
    sourceDir: import.meta.dirname,
  })
  print(`${rows} rows of ${tables} tables are back, as they were at ${at}.`)
  // A new machine has no exported blocks yet.
  const command = [join(import.meta.dirname, 'ledger/cli.ts'), 'verify', '--without-file']
  const verify = spawnSync(process.execPath, command, { stdio: 'inherit' })
  const seed = process.env['LEDGER_SIGNING_KEY']
  if (verify.status === 0 && seed) {
    const restored = { backupAt: new Date(at), restoredAt: createClock().realNow() }
    print(`Was this a test? Record it where the product runs:
npm run operate -- restored ${makeReceipt(restored, signingKeyOf(seed).sign)}`)
  }
  return verify.status ?? 1
}

/** Records a restore that was a test. Its receipt is signed by the key of this installation's ledger. */
const recordRestore = async (db: Database, receipt: string): Promise<number> => {
  const key = installedPublicKey()
  if (key === null)
    throw new Error('No key to check the receipt with: set LEDGER_SIGNING_KEY or LEDGER_PUBLIC_KEY.')
  const restored = readReceipt(receipt, (bytes, signature) => isSignedBy(key, bytes, signature))
  if (!restored) {
    print('This is not a receipt of a backup of this installation')
    return 1
  }
  const recordedAt = createClock().realNow()
  const [backupAt, restoredAt] = [restored.backupAt.toISOString(), restored.restoredAt.toISOString()]
  const did = { action: 'backup.restore_tested', details: { backupAt, restoredAt } }
  await changeWithEntry(db, did, (sql) => insertRestoreTest(sql, { ...restored, receipt, recordedAt }))
  print(`The backup of ${backupAt} was restored as a test`)
  return 0
}

const refuse = (): number => {
  print(usage)
  return 2
}

const run = async (db: Database, args: string[]): Promise<number> => {
  const [command, ...rest] = args
  const [argument, value] = rest
  if (command === 'backup' && argument) return backupTo(db, argument)
  if (command === 'restore' && argument) return restoreFrom(argument)
  if (command === 'restored' && argument) return recordRestore(db, argument)
  const credit = await runCreditCommand(db, args)
  if (credit !== null) return credit
  if (command === 'create-admin') return createAdmin(db, rest)
  if (command === 'jobs') return printJobs(db)
  if (command === 'failed-loads') return printLoads(db)
  if (command === 'refunds') return printRefunds(db)
  if (command === 'resume' && argument) return resume(db, argument)
  if (command === 'retry' && argument) return retry(db, argument)
  if (command === 'profiling' && !argument) return printProfiling(db)
  if (command === 'profiling' && argument && (value === 'on' || value === 'off'))
    return switchProfiling(db, argument, value === 'on')
  return refuse()
}

const main = async (): Promise<number> => {
  const db = openDatabase({ url: installedDatabaseUrl(), connections: 1, onIdleError: () => undefined })
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
