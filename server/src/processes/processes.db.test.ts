import type { listProcesses, readProcess } from '@cardamom/contract/processes'
import { processJobs, processNames, processOf } from '@cardamom/contract/processes/process-names'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'

type Process = WireOf<typeof listProcesses>['items'][number]
type Details = WireOf<typeof readProcess>

let product: PeopleProduct
let boss: Admin
let depositor: Admin
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  depositor = await createAdmin(product, { name: 'depositor', roleId: 4 })
})
afterAll(() => product.stop())

const run = (sql: string, values: unknown[] = []) =>
  product.kernel.db.write(allTenants, (queries) => queries.run(sql, values as never))
const list = async () => (await boss.browser.get<{ items: Process[] }>('/processes')).body.data.items
const find = async (name: string) => (await list()).find(({ process }) => process === name)
const read = async (name: string) => (await boss.browser.get<Details>(`/processes/${name}`)).body.data
const insertJob = async (job: { name: string; dueInMs?: number; payload?: object }) => {
  const { kernel } = product
  const id = kernel.ids.next()
  const dueAt = new Date(kernel.clock.now().getTime() + (job.dueInMs ?? 0))
  await run('insert into job (id, name, payload, due_at) values ($1, $2, $3, $4)', [
    id,
    job.name,
    JSON.stringify(job.payload ?? {}),
    dueAt,
  ])
  return id
}

test('every registered job belongs to one process, and a process names no other job', () => {
  const names = product.kernel.jobs.names()
  expect(names.filter((name) => processOf(name) === null)).toEqual([])
  const starts = (pattern: string) =>
    pattern.endsWith('*')
      ? names.some((name) => name.startsWith(pattern.slice(0, -1)))
      : names.includes(pattern)
  // The demo's money exists only with embedded services.
  const listed = processNames.flatMap((name): readonly string[] => (name === 'demo' ? [] : processJobs[name]))
  expect(listed.filter((pattern) => !starts(pattern))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('a run leaves its time, its duration and its outcome', async () => {
  await product.kernel.jobs.drain()
  const before = product.kernel.clock.now().getTime()
  const cleaning = await find('cleaning')
  expect(cleaning).toMatchObject({ state: 'waiting', hasLastFailed: false, isRecurring: true, dead: 0 })
  expect(Date.parse(cleaning?.lastRunAt ?? '')).toBeLessThanOrEqual(before)
  expect(cleaning?.lastDurationMs).toBeGreaterThanOrEqual(0)
  expect(Date.parse(cleaning?.nextAt ?? '')).toBeGreaterThan(before)
})

test('a failing job is among the first, with its error in plain words and whom it is about', async () => {
  const { kernel } = product
  const loadId = kernel.ids.next()
  const id = await insertJob({ name: 'loads.old_name', payload: { loadId } })
  await run(`update job set name = 'loads.credit' where id = $1`, [id])
  await kernel.jobs.drain()
  // The chain of this test cannot be reached, so its scan fails too and stands first.
  expect((await list()).slice(0, 2).map(({ process, state }) => [process, state])).toContainEqual([
    'credits',
    'failing',
  ])
  expect(await find('credits')).toMatchObject({ hasLastFailed: true, retrying: 1 })
  const { process, jobs, failed } = await read('credits')
  expect(process.failure?.text).toBe(failed[0]?.text)
  expect(jobs.toSorted()).toEqual(['loads.credit', 'loads.watch_credit'])
  expect(failed).toMatchObject([
    { id, attempts: 1, isDead: false, subject: { kind: 'load', id: loadId }, job: 'loads.credit' },
  ])
  expect(failed[0]?.firstFailedAt).toBe(failed[0]?.lastFailedAt)
  await run('update job set dead = true where id = $1', [id])
  expect((await list())[0]).toMatchObject({ process: 'credits', state: 'stopped', dead: 1, retrying: 0 })
  expect((await read('credits')).failed[0]).toMatchObject({ isDead: true, nextAt: null })
  await run('delete from job where id = $1', [id])
  expect(await find('credits')).toMatchObject({ state: 'idle', dead: 0 })
})

test('a recurring job without a row has stopped', async () => {
  await product.kernel.jobs.drain()
  await run(`delete from job where name = 'settlements.run'`)
  expect(await find('settlements')).toMatchObject({ state: 'stopped', dead: 0 })
})

test('only people with the tag read them', async () => {
  expect((await depositor.browser.get('/processes')).status).toBe(403)
  expect((await depositor.browser.get('/processes/credits')).status).toBe(403)
  expect((await boss.browser.get('/processes/unknown')).status).toBe(404)
})

test('run now makes recurring jobs due once; what is due or running is left alone', async () => {
  const { kernel } = product
  await kernel.jobs.drain()
  const people = createTwoPeople(product)
  const path = '/processes/cleaning/run'
  const first = await people.confirmed<{ started: number }>(boss, path, {})
  const count = kernel.jobs.recurringNames().filter((name) => processOf(name) === 'cleaning').length
  expect(first.body.data).toEqual({ started: count })
  expect(first.step?.show['jobs']).toContain('access.clean')
  expect((await people.confirmed(boss, path, {})).body.data).toEqual({ started: 0 })
  await kernel.jobs.drain()
  await run(`update job set leased_until = $1 where name = 'access.clean'`, [new Date(Date.now() + 60_000)])
  expect((await people.confirmed(boss, path, {})).body.data).toEqual({ started: count - 1 })
  await run(`update job set leased_until = null where name = 'access.clean'`)
  expect((await people.confirmed(boss, '/processes/credits/run', {})).body.code).toBe('process_not_recurring')
  expect((await depositor.browser.post(path, {})).status).toBe(403)
})

test('resumed jobs are tried again, each with its result, and the audit has who did it', async () => {
  const { kernel } = product
  const people = createTwoPeople(product)
  const [one, other] = [await insertJob({ name: 'kyc.watch' }), await insertJob({ name: 'kyc.watch' })]
  const foreign = await insertJob({ name: 'cards.freeze' })
  await run(`update job set dead = true, attempts = 30, last_error = 'Error: down' where id = any($1)`, [
    [one, other, foreign],
  ])
  const path = '/processes/identityChecks/resume'
  const jobIds = [one, foreign]
  const answer = await people.confirmed<{ results: unknown }>(boss, path, { jobIds })
  expect(answer.step?.show).toMatchObject({ deadJobs: '2' })
  expect(answer.body.data.results).toEqual([
    { id: one, isResumed: true },
    { id: foreign, isResumed: false },
  ])
  const rest = await people.confirmed<{ results: unknown }>(boss, path, {})
  expect(rest.body.data.results).toEqual([{ id: other, isResumed: true }])
  expect((await people.confirmed<{ results: unknown }>(boss, path, {})).body.data.results).toEqual([])
  const rows = await kernel.db.read(allTenants, (sql) =>
    sql.rows<{ after: object }>(
      `select after from audit_change where entity = 'process' and entity_id = 'identityChecks' order by audit_id`,
    ),
  )
  expect(rows.map(({ after }) => after)).toEqual([
    { resumedJobs: [one] },
    { resumedJobs: [other] },
    { resumedJobs: [] },
  ])
  await run('delete from job where id = any($1)', [[one, other, foreign]])
})
