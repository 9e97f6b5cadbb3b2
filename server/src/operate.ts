import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createAudit } from './audit/audit.sql.ts'
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
import { createIds } from './kernel/ids.ts'
import { enqueueRetry, listFailedLoads } from './loads/failed-loads.sql.ts'
import { listRequestedRefunds, claimRefund } from './loads/load-refunds.sql.ts'

const usage = `npm run operate -- create-admin <e-mail> <first name> <last name>
                                            one of the first two super administrators
npm run operate -- jobs                     jobs that failed for good
npm run operate -- resume <job id | all>    run such a job, or all of them, again
npm run operate -- failed-loads             loads whose credit the issuer refused for good
npm run operate -- retry <load ref>         retry the credit of such a load
npm run operate -- refunds                  refunds that payers requested, to be sent by a person
npm run operate -- send-refund <load ref>   claim one before you send it: the payer can then not withdraw it
npm run operate -- backup <file>            write all current data to a new file
npm run operate -- restore <file>           fill an empty database from a backup, and verify the ledger
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
  const resumed = await db.write(wholeInstallation, (sql) => resumeDeadJobs(sql, { id }))
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
  print(`${requested.length} refunds wait for a person`)
  return 0
}

const sendRefund = async (db: Database, ref: string): Promise<number> => {
  const isClaimed = await db.write(wholeInstallation, (sql) => claimRefund(sql, ref))
  print(isClaimed ? `${ref} is yours to send` : `${ref} has no approved refund that nobody has claimed`)
  return isClaimed ? 0 : 1
}

const retry = async (db: Database, ref: string): Promise<number> => {
  const found = await db.write(wholeInstallation, (sql) => enqueueRetry(sql, { jobId: randomUUID(), ref }))
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
  const clock = createClock()
  const ids = createIds(() => clock.realNow().getTime())
  const { insertAudit } = createAudit({ ids, clock, db })
  const did = { principal: { kind: 'job', name: 'operate' }, action: 'company.device_profiling' } as const
  const about = { objectId: company.id, outcome: 'done', requestId: '', address: '' }
  await db.write(wholeInstallation, async (sql) => {
    const changed = await setDeviceProfiling(sql, { companyId: company.id, isOn })
    if (changed) await insertAudit(sql, { ...did, ...about }, { isOn })
  })
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

const backupTo = async (file: string): Promise<number> => {
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
  const verify = spawnSync(process.execPath, [join(import.meta.dirname, 'ledger/cli.ts'), 'verify'], {
    stdio: 'inherit',
  })
  return verify.status ?? 1
}

const refuse = (): number => {
  print(usage)
  return 2
}

const run = async (db: Database, args: string[]): Promise<number> => {
  const [command, ...rest] = args
  const [argument, value] = rest
  if (command === 'backup' && argument) return backupTo(argument)
  if (command === 'restore' && argument) return restoreFrom(argument)
  const credit = await runCreditCommand(db, args)
  if (credit !== null) return credit
  if (command === 'create-admin') return createAdmin(db, rest)
  if (command === 'jobs') return printJobs(db)
  if (command === 'failed-loads') return printLoads(db)
  if (command === 'refunds') return printRefunds(db)
  if (command === 'send-refund' && argument) return sendRefund(db, argument)
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
