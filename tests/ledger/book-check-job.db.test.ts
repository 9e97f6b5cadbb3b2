import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { after } from '../../server/src/kernel/clock.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { checkBook, checkBookPage, type CheckPosition } from '../../server/src/ledger/checks.ts'
import { ledgerModule } from '../../server/src/ledger/ledger.jobs.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { allowOwnLegs } from '../support/any-legs.ts'
import { createJobRunner, type JobRunner } from '../support/job-runner.ts'

let ledger: TestLedger
let runner: JobRunner
let dataDir: string
const seed = randomBytes(32).toString('base64')

beforeEach(async () => {
  ledger = await createTestLedger()
  await allowOwnLegs(ledger.ownerUrl)
  runner = createJobRunner({ database: ledger })
  dataDir = mkdtempSync(join(tmpdir(), 'book-check-'))
  await postOneLoad(ledger)
  await ledger.owner.query('alter table posting disable trigger all')
  await ledger.owner.query(
    `update posting set hash = sha256(hash) where amount = 970 and balance_after = 970`,
  )
})
afterEach(async () => {
  await runner.jobs.stop()
  await runner.die()
  await ledger.end()
  rmSync(dataDir, { recursive: true })
})

const start = ({ jobs, clock }: JobRunner) => {
  const { db, signerDb } = ledger
  const config = { DATA_DIR: dataDir, LEDGER_SIGNING_KEY: seed }
  return ledgerModule({ db, signerDb, clock, jobs, log: createLog('silent'), config })
}

/** Runs the job from this progress until nothing is due, and returns the number of its findings. */
const runFrom = async (payload: Record<string, unknown>) => {
  const { jobs } = runner
  const { gauges } = start(runner)
  await runner.enqueue({ name: 'ledger.check', key: 'ledger.check', payload })
  await jobs.drain()
  const { rows } = await ledger.owner.query(
    `select payload, due_at > clock_timestamp() + interval '23 hours' as "isOver" from job where name = 'ledger.check'`,
  )
  expect(rows).toEqual([{ payload: {}, isOver: true }])
  return figureOf(gauges, 'ledger_findings')
}
/** What a gauge shows, an hour from now. */
const figureOf = (gauges: ReturnType<typeof ledgerModule>['gauges'], name: string) => {
  const gauge = gauges.find((each) => each.name === name)
  if (!gauge || gauge.label !== undefined) throw new Error('There is no such gauge')
  const [now, realNow] = [runner.clock.now(), runner.clock.realNow()].map((at) => after(at, 3_600_000))
  return read((sql) => gauge.read(sql, { now: now!, realNow: realNow! }))
}

const read = <T>(use: (sql: Queries) => Promise<T>) => ledger.db.read(allTenants, use)

test('the job goes through all pages and blocks, counts the findings, and runs again a day later', async () => {
  const found = await read((sql) => checkBook(sql))
  expect(found.map(({ check }) => check)).toContain('chain_unbroken')
  const blocks = await read((sql) => checkBlocks(sql, signingKeyOf(seed).publicKeyPem))
  expect(await runFrom({})).toBe(found.length + blocks.length)
})

test('the job goes on from the page where it stopped, with the findings until then', async () => {
  const { rows } = await ledger.owner.query<{ id: string }>(
    'select journal_id as id from posting where amount = 970 and balance_after = 970',
  )
  const found = (await read((sql) => checkBook(sql))).length
  const ofJournals = (await read((sql) => checkBookPage(sql, { order: 1, from: null }))).findings.length
  const later = await read((sql) => checkBookPage(sql, { order: 1, from: rows[0]!.id }))
  expect(later.findings).toHaveLength(ofJournals)
  const lastId = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
  const page: CheckPosition = { order: 1, from: lastId }
  expect(await runFrom({ page, found: 100 })).toBe(100 + found - ofJournals)
})

test('the job compares the database with the kinds of the product', async () => {
  const found = await runFrom({})
  await ledger.owner.query('delete from job')
  await ledger.owner.query(`update journal_kind set outside = true where name = 'transfer.made'`)
  await runner.enqueue({ name: 'ledger.check', key: 'ledger.check', payload: {} })
  await runner.jobs.drain()
  const { rows } = await ledger.owner.query('select findings from book_check')
  expect(rows).toEqual([{ findings: found + 1 }])
})

test('before the first check ends, its age is that of the installation', async () => {
  const { gauges } = start(runner)
  await ledger.owner.query(`update migration set applied_at = applied_at - interval '3 days'`)
  expect(await figureOf(gauges, 'ledger_check_age_seconds')).toBeGreaterThan(3 * 86_400)
})

test('a copy that starts later shows the findings and the age of the last check', async () => {
  const found = await runFrom({})
  const other = createJobRunner({ database: ledger })
  const { gauges } = start(other)
  expect(found).toBeGreaterThan(0)
  expect(await figureOf(gauges, 'ledger_findings')).toBe(found)
  const seconds = await figureOf(gauges, 'ledger_check_age_seconds')
  expect(seconds).toBeGreaterThanOrEqual(3600)
  expect(seconds).toBeLessThan(3700)
  await other.die()
})
