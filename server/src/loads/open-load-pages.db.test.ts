import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startLoadBench, type LoadBench } from './load-bench.test-kit.ts'

/**
 * Pages of loads while the chain's node is slow: other pages are not delayed, and one request to the node
 * serves all of them.
 */
let bench: LoadBench

beforeAll(async () => {
  bench = await startLoadBench()
})
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const pages = 40
const nodeDelayMs = 8000
const mostStrikes = 100

const inTransaction = () =>
  bench.product.rows(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
const auditedReads = () => bench.product.rows(`select 1 from audit where action like 'GET /load%'`)

test('opening pages and requesting prices stores nothing', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.read(person, load)
  const query = `cardId=${person.card.id}&amount=200&asset=USDC&network=ethereum`
  expect((await person.browser.get(`/load-offers?${query}`)).status).toBe(200)
  expect(await auditedReads()).toEqual([])
})

test('a silent node holds no database connection, whatever the number of open pages', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load)
  await bench.settle()
  // The cached figures of the pages have expired.
  bench.product.wait(60_000)
  const silence = { kind: 'delay', value: nodeDelayMs, path: '^/rpc', remaining: mostStrikes }
  await bench.chain.control('/faults', silence)
  const opened = Array.from({ length: pages }, () => bench.read(person, load))
  const polling = { timeout: nodeDelayMs / 2, interval: 100 }
  await vi.waitFor(async () => expect(await inTransaction()).toEqual([]), polling)
  const pagesAnswered = vi.fn()
  void Promise.all(opened).then(pagesAnswered)
  expect((await person.browser.get('/me')).status).toBe(200)
  expect(pagesAnswered).not.toHaveBeenCalled()
  for (const page of await Promise.all(opened)) expect(page.status).toBe('detected')
  const [fault] = await bench.chain.control<{ remaining: number }[]>('/faults')
  expect(mostStrikes - (fault?.remaining ?? 0)).toBe(1)
})
