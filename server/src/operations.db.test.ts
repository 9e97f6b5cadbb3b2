import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct } from '../../tests/support/people-product.ts'
import { createTestProduct, type TestProduct } from '../../tests/support/test-product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct({ RATE_LIMITS: 'on' })
})
afterAll(() => product.stop())

const pagesAMinute = 300
const statusOf = async (url: string, remoteAddress: string) =>
  (await product.kernel.app.inject({ method: 'GET', url, remoteAddress })).statusCode

test('documents that are no call share the limit of pages of their network', async () => {
  const documents = ['/api/docs', '/api/openapi.json', '/api/docs.css', '/device-check']
  const statuses = async (address: string) => Promise.all(documents.map((url) => statusOf(url, address)))
  expect(await statuses('203.0.113.7')).toEqual([200, 200, 200, 302])
  for (let count = documents.length; count < pagesAMinute; count += 1)
    await statusOf('/api/docs.css', '203.0.113.7')
  expect(await statuses('203.0.113.7')).toEqual([429, 429, 429, 429])
  expect(await statuses('203.0.113.8')).toEqual([200, 200, 200, 302])
})

test('readiness names lanes whose work waits, and fails when the workers of one hang', async () => {
  let answer = () => {}
  const silence = new Promise<void>((done) => (answer = done))
  const hanging = await createPeopleProduct({
    // One worker has this lane.
    probe: ({ jobs }) => jobs.handle('test.silent', () => silence, { lane: 'step-up' }),
  })
  const { app, jobs, write } = hanging.kernel
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return { status: statusCode, ...(JSON.parse(body) as object) }
  }
  await jobs.start()
  for (let count = 0; count < 2; count += 1)
    await write({ kind: 'all' }, async ({ enqueue }) => enqueue({ name: 'test.silent' }))
  const running = async () => (await jobs.lanes()).find(({ lane }) => lane === 'step-up')?.running
  await expect.poll(running, { timeout: 30_000 }).toBe(1)
  expect(await ready()).toEqual({ status: 200, ok: true })
  hanging.wait(121_000)
  expect(await ready()).toMatchObject({ status: 200, ok: true, late: expect.arrayContaining(['step-up']) })
  hanging.wait(480_000)
  const stalled = { status: 503, ok: false, reason: 'workers_stalled', stalled: ['step-up'] }
  await expect.poll(ready, { timeout: 30_000 }).toEqual(stalled)
  answer()
  await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200)
  await hanging.stop()
})
