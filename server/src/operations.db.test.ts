import { endpoint } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPeopleProduct } from '../../tests/support/people-product.ts'
import { logIn, makeUser } from '../../tests/support/test-people.ts'
import { accepted } from './kernel/answer.ts'
import { laneWorkers } from './kernel/lanes.ts'
import { createTestProduct, type TestProduct } from '../../tests/support/test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct({ RATE_LIMITS: 'on' })
})
afterAll(() => product.stop())

const pagesAMinute = 300
const statusOf = async (url: string, remoteAddress: string) =>
  (await product.kernel.app.inject({ method: 'GET', url, remoteAddress })).statusCode

test('documents that are not calls share the page limit of their network', async () => {
  const documents = ['/api/docs', '/api/openapi.json', '/api/docs.css', '/device-check']
  const statuses = async (address: string) => Promise.all(documents.map((url) => statusOf(url, address)))
  expect(await statuses('203.0.113.7')).toEqual([200, 200, 200, 302])
  for (let count = documents.length; count < pagesAMinute; count += 1)
    await statusOf('/api/docs.css', '203.0.113.7')
  expect(await statuses('203.0.113.7')).toEqual([429, 429, 429, 429])
  expect(await statuses('203.0.113.8')).toEqual([200, 200, 200, 302])
})

test('a flood of one person delays only that person: others are served at once, and the excess is refused', async () => {
  let answer = () => {}
  const slow = new Promise<void>((done) => (answer = done))
  const call = endpoint({
    method: 'GET',
    path: '/slow',
    summary: 'A probe',
    who: 'signed-in',
    output: z.null(),
    refusals: {},
  })
  let running = 0
  const flooded = await createPeopleProduct({
    probe: ({ mount }) =>
      mount(call, async ({ sql }) => {
        running += 1
        // The handler holds its database connection, as slow statements do.
        await sql.rows('select 1')
        await slow
        return accepted(null)
      }),
  })
  for (const name of ['flood', 'other']) await makeUser(flooded, { email: `${name}@example.com`, roleId: 2 })
  const [flood, other] = [await logIn(flooded, 'flood'), await logIn(flooded, 'other')]
  let refused = 0
  // An overloaded machine refuses all reads for a moment.
  const request = async (): Promise<number> => {
    const { status } = await flood.get('/slow')
    if (status === 503) return request()
    if (status === 429) refused += 1
    return status
  }
  const requests = Array.from({ length: 120 }, request)
  await expect.poll(() => [running, refused], { timeout: 30_000 }).toEqual([8, 12])
  await expect.poll(async () => (await other.get('/me')).status).toBe(200)
  expect(running).toBe(8)
  answer()
  const counted = Map.groupBy(await Promise.all(requests), (status) => status)
  expect([counted.get(200)?.length, counted.get(429)?.length]).toEqual([108, 12])
  expect(running).toBe(108)
  await flooded.stop()
})

test('readiness lists lanes with delayed work, and fails when the workers of a lane hang', async () => {
  let answer = () => {}
  const silence = new Promise<void>((done) => (answer = done))
  const hanging = await createPeopleProduct({
    probe: ({ jobs }) => jobs.handle('test.silent', () => silence, { lane: 'name-screening' }),
  })
  const { app, jobs, write } = hanging.kernel
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return { status: statusCode, ...(JSON.parse(body) as object) }
  }
  await jobs.start()
  const workers = laneWorkers['name-screening']
  for (let count = 0; count <= workers; count += 1)
    await write({ kind: 'all' }, async ({ enqueue }) => enqueue({ name: 'test.silent' }))
  const running = async () => (await jobs.lanes()).find(({ lane }) => lane === 'name-screening')?.running
  await expect.poll(running, { timeout: 30_000 }).toBe(workers)
  expect(await ready()).toEqual({ status: 200, ok: true })
  hanging.wait(121_000)
  expect(await ready()).toMatchObject({
    status: 200,
    ok: true,
    overdue: expect.arrayContaining(['name-screening']),
  })
  hanging.wait(480_000)
  const stalled = { status: 503, ok: false, reason: 'workers_stalled', stalled: ['name-screening'] }
  await expect.poll(ready, { timeout: 30_000 }).toEqual(stalled)
  answer()
  await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200)
  await hanging.stop()
})
