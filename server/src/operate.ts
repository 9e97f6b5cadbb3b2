import { randomUUID } from 'node:crypto'
import { everything, openDatabase, type Database } from './kernel/database.ts'
import { listDeadJobs, resumeDeadJobs } from './kernel/dead-jobs.sql.ts'
import { installedDatabaseUrl } from './kernel/installation.ts'
import { enqueueRetry, listFailedLoads } from './loads/failed-loads.sql.ts'

const usage = `npm run operate -- jobs                     jobs that failed for good
npm run operate -- resume <job id | all>    let them run again
npm run operate -- failed-loads             loads whose credit the issuer refused for good
npm run operate -- retry <load ref>         try the credit of one once more`

const print = (text: string) => process.stdout.write(`${text}\n`)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const printJobs = async (db: Database): Promise<number> => {
  const dead = await db.read(everything, listDeadJobs)
  for (const { id, name, attempts, lastError } of dead)
    print(`${id}  ${name}  ${attempts}  ${lastError ?? ''}`)
  print(`${dead.length} jobs wait for a person`)
  return 0
}

const resume = async (db: Database, which: string): Promise<number> => {
  const id = which === 'all' ? null : which
  if (id !== null && !uuid.test(id)) return refuse()
  const resumed = await db.write(everything, (sql) => resumeDeadJobs(sql, { id }))
  print(`${resumed} jobs run again`)
  return resumed > 0 || id === null ? 0 : 1
}

const printLoads = async (db: Database): Promise<number> => {
  const failed = await db.read(everything, listFailedLoads)
  for (const { ref, refusal, tries } of failed) print(`${ref}  ${tries} tries  ${refusal ?? ''}`)
  print(`${failed.length} loads wait for a person`)
  return 0
}

const retry = async (db: Database, ref: string): Promise<number> => {
  const found = await db.write(everything, (sql) => enqueueRetry(sql, { jobId: randomUUID(), ref }))
  print(found ? `${ref} is tried again` : `${ref} is not a load whose credit failed`)
  return found ? 0 : 1
}

const refuse = (): number => {
  print(usage)
  return 2
}

const run = (db: Database, [command, argument]: string[]): Promise<number> | number => {
  if (command === 'jobs') return printJobs(db)
  if (command === 'failed-loads') return printLoads(db)
  if (command === 'resume' && argument) return resume(db, argument)
  if (command === 'retry' && argument) return retry(db, argument)
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
