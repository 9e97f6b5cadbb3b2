import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { lives, serviceProcess } from './chain-process-test-kit.ts'
import {
  control,
  engines,
  erc20,
  feedAbi,
  newFolder,
  publicClient,
  type ChainFacts,
} from './chain-test-kit.ts'

// Every test starts whole processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const port = 5042
const { chain, pay, post, call } = control(port)
const client = publicClient(port)
const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const balanceOf = (facts: ChainFacts, symbol: string) =>
  client.readContract({
    address: facts.tokens.find((each) => each.symbol === symbol)!.address,
    abi: erc20,
    functionName: 'balanceOf',
    args: [payee],
  })

const allHashes = async (upTo: number) => {
  const hashes: string[] = []
  for (let number = 0; number <= upTo; number += 1) {
    hashes.push((await client.getBlock({ blockNumber: BigInt(number) })).hash)
  }
  return hashes
}

describe.each(engines)('on %s', (engine) => {
  const folder = newFolder()
  const { launch, end, endRunning } = serviceProcess({ port, dataDir: folder.path, engine })

  afterEach(endRunning)
  afterAll(() => folder.remove())

  test('kill -9 of the service ends the chain, and a restart brings back every block', async () => {
    const first = await launch()
    const facts = await chain()
    const paid = await pay({ asset: 'USDC', to: payee, amount: '123.456789' })
    await post('/reorg', { depth: 1, transactions: 'remine' })
    await post('/mine', { blocks: 5 })
    await pay({ asset: 'USDT', to: payee, amount: '5' })
    const { head } = await chain()
    const before = await allHashes(head)
    expect(lives(facts.enginePid)).toBe(true)

    await end(first, 'SIGKILL')
    await expect.poll(() => lives(facts.enginePid), { timeout: 10_000 }).toBe(false)

    await launch()
    expect(await allHashes(head)).toEqual(before)
    expect(await balanceOf(facts, 'USDC')).toBe(123_456_789n)
    expect(await balanceOf(facts, 'USDT')).toBe(5_000_000n)
    expect((await client.getTransactionReceipt({ hash: paid.txHash })).status).toBe('success')
    expect((await chain()).tokens).toEqual(facts.tokens)
    const logs = await client.getLogs({
      event: erc20[0],
      args: { to: payee },
      fromBlock: 0n,
      toBlock: 'latest',
    })
    expect(logs.map(({ args }) => args.value)).toEqual([123_456_789n, 5_000_000n])
  })

  test('a payment that waits in the pool survives kill -9', async () => {
    const first = await launch()
    const facts = await chain()
    const held = await balanceOf(facts, 'DAI')
    await post('/mining', { paused: true })
    const { txHash } = await pay({ asset: 'DAI', to: payee, amount: '3' })
    await end(first, 'SIGKILL')
    await launch()
    await post('/mining', { paused: false })
    const receipt = await client.waitForTransactionReceipt({ hash: txHash, pollingInterval: 50 })
    expect(receipt.status).toBe('success')
    expect((await balanceOf(facts, 'DAI')) - held).toBe(3n * 10n ** 18n)
  })

  test('a long chain restarts from a checkpoint, with the state of recent blocks', async () => {
    const first = await launch()
    const { head: start } = await chain()
    const facts = await chain()
    await pay({ asset: 'USDC', to: payee, amount: '1' })
    const held = await balanceOf(facts, 'USDC')
    await post('/mine', { blocks: 360 })
    const { hash } = await client.getBlock({ blockNumber: BigInt(start + 200) })
    const { head } = await chain()
    await end(first, 'SIGKILL')
    const store = new DatabaseSync(join(folder.path, 'chain.sqlite'))
    const checkpoint = Number(store.prepare('select min(number) as at from chain_checkpoint').get()?.['at'])
    store.close()
    expect(checkpoint).toBeGreaterThan(0)
    expect(checkpoint).toBeLessThan(head - 64)

    await launch()
    expect((await client.getBlock({ blockNumber: BigInt(start + 200) })).hash).toBe(hash)
    const usdc = facts.tokens[0]!.address
    const read = { address: usdc, abi: erc20, functionName: 'balanceOf', args: [payee] } as const
    expect(await client.readContract({ ...read, blockNumber: BigInt(head - 64) })).toBe(held)
    await pay({ asset: 'USDC', to: payee, amount: '1' })
    expect((await call('POST', '/reorg', { depth: 64 })).status).toBe(200)
    expect(await client.readContract(read)).toBe(held)
  })
})

// A separate folder, because a restart makes every block again and these are many.
describe.each(engines)('on %s under load', (engine) => {
  const folder = newFolder()
  const { launch, end, endRunning } = serviceProcess({ port, dataDir: folder.path, engine })

  afterEach(endRunning)
  afterAll(() => folder.remove())

  test('no visible block is lost, whenever the service is killed', async () => {
    const seen = new Map<bigint, string>()
    for (const afterMs of [40, 120, 230]) {
      const child = await launch()
      let isRunning = true
      const watch = async () => {
        while (isRunning) {
          const block = await client.getBlock().catch(() => null)
          if (block) seen.set(block.number, block.hash)
        }
      }
      const spend = async () => {
        while (isRunning)
          await pay({ asset: 'USDC', to: payee, amount: '0.01', wait: false }).catch(() => null)
      }
      const work = [watch(), spend(), spend()]
      const before = seen.size
      await expect.poll(() => seen.size, { timeout: 10_000 }).toBeGreaterThan(before)
      await pause(afterMs)
      await end(child, 'SIGKILL')
      isRunning = false
      await Promise.all(work)
    }
    await launch()
    expect(seen.size).toBeGreaterThanOrEqual(3)
    for (const [blockNumber, hash] of seen) expect((await client.getBlock({ blockNumber })).hash).toBe(hash)
  })
})

// The following tests are about the journal and the service, and do not depend on the engine.
describe('on the engine that is installed', () => {
  const folder = newFolder()
  const { launch, end, endRunning } = serviceProcess({ port, dataDir: folder.path, engine: engines[0]! })

  afterEach(endRunning)
  afterAll(() => folder.remove())

  test('a normal stop loses nothing and ends the chain', async () => {
    const first = await launch()
    const { head, enginePid } = await chain()
    const before = await allHashes(head)
    await end(first, 'SIGTERM')
    expect(lives(enginePid)).toBe(false)
    await launch()
    expect(await allHashes(head)).toEqual(before)
  })

  test('the service ends when its supervisor ends', async () => {
    const child = await launch()
    const { enginePid } = await chain()
    const gone = once(child, 'exit')
    child.stdin!.destroy()
    await gone
    await expect.poll(() => lives(enginePid), { timeout: 10_000 }).toBe(false)
  })

  test('a restart after a pause renews the time stamps of the feeds', async () => {
    const child = await launch()
    const facts = await chain()
    const { now } = await post<{ now: string }>('/clock', { offsetMs: 3 * 86_400_000 })
    const stampOf = async () => {
      const address = facts.feeds['USDT']![1]
      return Number(
        (await client.readContract({ address, abi: feedAbi, functionName: 'latestRoundData' }))[3],
      )
    }
    const { timestamp } = await client.getBlock()
    expect(Math.abs(Number(timestamp) - Date.parse(now) / 1000)).toBeLessThan(60)
    expect(Math.abs((await stampOf()) - Date.parse(now) / 1000)).toBeLessThan(60)
    expect((await call('POST', '/clock', { offsetMs: 0 })).status).toBe(409)
    await end(child, 'SIGKILL')
    await pause(1100)
    await launch()
    expect(await stampOf()).toBeGreaterThan(Date.parse(now) / 1000)
    const { timestamp: later } = await client.getBlock()
    expect(later).toBeGreaterThan(timestamp)
  })
})
