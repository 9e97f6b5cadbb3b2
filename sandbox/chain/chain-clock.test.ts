import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { startChain } from './chain-service.ts'
import { control, feedAbi, newFolder, publicClient, settingsFor, type ChainFacts } from './chain-test-kit.ts'

const port = 5048
const folder = newFolder()
const { call, chain, pay, post } = control(port)
const client = publicClient(port)
const hourMs = 3_600_000
let service: Service
let facts: ChainFacts

beforeAll(async () => {
  service = await startChain({ ...settingsFor(port, folder.path), heartbeatMs: 100, idleHeartbeatMs: 100 })
  facts = await chain()
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

const blockSeconds = async () => Number((await client.getBlock()).timestamp)
const ages = async () => {
  const now = await blockSeconds()
  const feeds = Object.values(facts.feeds).flat()
  return Promise.all(
    feeds.map(async (address) => {
      const round = await client.readContract({ address, abi: feedAbi, functionName: 'latestRoundData' })
      return now - Number(round[3])
    }),
  )
}

test('block time follows the clock at once, and no feed is stale after it', async () => {
  for (const hours of [1, 2, 24, 72, 30 * 24]) {
    const { now } = await post<{ now: string }>('/clock', { offsetMs: hours * hourMs })
    expect(Math.abs((await blockSeconds()) - Date.parse(now) / 1000)).toBeLessThan(60)
    expect(Math.max(...(await ages()))).toBeLessThan(60)
  }
  expect((await call('POST', '/clock', { offsetMs: hourMs })).status).toBe(409)
})

test('a stale feed stays stale when the clock is advanced', async () => {
  await post('/price', { asset: 'USDC', source: 0, ageSeconds: 60 })
  await post('/clock', { offsetMs: 31 * 24 * hourMs })
  const [held, ...others] = await ages()
  expect(held).toBeGreaterThanOrEqual(24 * 3600)
  expect(Math.max(...others)).toBeLessThan(60)
  await post('/price', { asset: 'USDC', price: '1.0000' })
  expect(Math.max(...(await ages()))).toBeLessThan(60)
})

test('a payment after an advance has the new time, and a burst of blocks does not pass it', async () => {
  await post('/clock', { offsetMs: 32 * 24 * hourMs })
  for (let times = 0; times < 20; times += 1) {
    await pay({ asset: 'USDC', to: facts.treasury, amount: '1' })
  }
  const headSeconds = await blockSeconds()
  const { now } = (await call('GET', '/clock')).body as { now: string }
  expect(headSeconds).toBeLessThanOrEqual(Date.parse(now) / 1000)
  expect(Date.parse(now) / 1000 - headSeconds).toBeLessThan(60)
})

test('the heartbeat makes payments final, and stops when it is switched off', async () => {
  const { blockNumber } = await pay({ asset: 'USDC', to: facts.treasury, amount: '1' })
  await expect
    .poll(async () => (await chain()).finalized, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(blockNumber)
  await post('/payments-open', { open: false })
  // A heartbeat under way may still arrive, delayed on a busy machine; then a second passes without one.
  let head = (await chain()).head
  const isAtRest = async () => {
    const before = head
    await new Promise((done) => setTimeout(done, 1000))
    head = (await chain()).head
    return head === before
  }
  await expect.poll(isAtRest, { timeout: 30_000, interval: 0 }).toBe(true)
  // A payment is still mined.
  expect((await pay({ asset: 'USDC', to: facts.treasury, amount: '1' })).blockNumber).toBe(head + 1)
  await post('/payments-open', { open: true })
  await expect.poll(async () => (await chain()).head, { timeout: 10_000 }).toBeGreaterThan(head + 2)
})

test('the advanced clock survives a restart', async () => {
  const before = await blockSeconds()
  await service.close()
  service = await startChain({ ...settingsFor(port, folder.path), heartbeatMs: 100 })
  expect(await blockSeconds()).toBeGreaterThanOrEqual(before)
  expect(Math.max(...(await ages()))).toBeLessThan(60)
})
