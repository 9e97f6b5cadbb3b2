import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import {
  control,
  controlToken,
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
const folder = newFolder()
let running: ChildProcess | null = null

/** The service as its own process, as the supervisor runs it. */
const launch = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder.path,
      CONTROL_TOKEN: controlToken,
      CREDENTIALS: '{}',
      HEARTBEAT_MS: '60000',
      END_WITH_STDIN: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running = child
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  expect(said.toString()).toMatch(/^ready chain /)
  return child
}

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
  running = null
}

const lives = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

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

afterEach(async () => {
  if (running) await end(running, 'SIGKILL')
})

afterAll(() => folder.remove())

test('kill -9 of the service ends anvil, and a restart brings back every block', async () => {
  const first = await launch()
  const facts = await chain()
  const paid = await pay({ asset: 'USDC', to: payee, amount: '123.456789' })
  await post('/reorg', { depth: 1, transactions: 'remine' })
  await post('/mine', { blocks: 5 })
  await pay({ asset: 'USDT', to: payee, amount: '5' })
  const { head } = await chain()
  const before = await allHashes(head)
  expect(lives(facts.anvilPid)).toBe(true)

  await end(first, 'SIGKILL')
  await expect.poll(() => lives(facts.anvilPid), { timeout: 10_000 }).toBe(false)

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

test('no block that anybody saw is lost, whenever the service is killed', async () => {
  const seen = new Map<bigint, string>()
  for (const afterMs of [40, 120, 230]) {
    const child = await launch()
    let going = true
    const watch = async () => {
      while (going) {
        const block = await client.getBlock().catch(() => null)
        if (block) seen.set(block.number, block.hash)
      }
    }
    const spend = async () => {
      while (going) await pay({ asset: 'USDC', to: payee, amount: '0.01', wait: false }).catch(() => null)
    }
    const work = [watch(), spend(), spend()]
    const before = seen.size
    await expect.poll(() => seen.size, { timeout: 10_000 }).toBeGreaterThan(before)
    await pause(afterMs)
    await end(child, 'SIGKILL')
    going = false
    await Promise.all(work)
  }
  await launch()
  expect(seen.size).toBeGreaterThanOrEqual(3)
  for (const [blockNumber, hash] of seen) expect((await client.getBlock({ blockNumber })).hash).toBe(hash)
})

test('an anvil whose guard was killed too is ended by the next start', async () => {
  const child = await launch()
  const { anvilPid, head } = await chain()
  const guardPid = Number(readFileSync(`/proc/${anvilPid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  const watchers = readFileSync(`/proc/${guardPid}/task/${guardPid}/children`, 'utf8').trim().split(' ')
  // Stopped, the service cannot see that its guard goes, and start another.
  child.kill('SIGSTOP')
  process.kill(guardPid, 'SIGKILL')
  for (const pid of watchers.map(Number)) if (pid !== anvilPid) process.kill(pid, 'SIGKILL')
  await end(child, 'SIGKILL')
  await pause(200)
  expect(lives(anvilPid)).toBe(true)
  await launch()
  expect(lives(anvilPid)).toBe(false)
  expect((await chain()).head).toBeGreaterThanOrEqual(head)
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

test('when anvil itself is killed it comes back with the same chain', async () => {
  await launch()
  const { anvilPid, head } = await chain()
  const { hash } = await client.getBlock({ blockNumber: BigInt(head) })
  process.kill(anvilPid, 'SIGKILL')
  await expect.poll(async () => (await chain()).anvilPid, { timeout: 10_000 }).not.toBe(anvilPid)
  await pay({ asset: 'USDC', to: payee, amount: '1' })
  expect((await client.getBlock({ blockNumber: BigInt(head) })).hash).toBe(hash)
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

test('a clean stop keeps everything too, and ends anvil', async () => {
  const first = await launch()
  const { head, anvilPid } = await chain()
  const before = await allHashes(head)
  await end(first, 'SIGTERM')
  expect(lives(anvilPid)).toBe(false)
  await launch()
  expect(await allHashes(head)).toEqual(before)
})

test('the service goes when its supervisor goes', async () => {
  const child = await launch()
  const { anvilPid } = await chain()
  const gone = once(child, 'exit')
  child.stdin!.destroy()
  await gone
  running = null
  await expect.poll(() => lives(anvilPid), { timeout: 10_000 }).toBe(false)
})

test('a restart after a pause stamps the feeds anew', async () => {
  await launch()
  const facts = await chain()
  const { now } = await post<{ now: string }>('/clock', { offsetMs: 3 * 86_400_000 })
  const stampOf = async () => {
    const address = facts.feeds['USDT']![1]
    return Number((await client.readContract({ address, abi: feedAbi, functionName: 'latestRoundData' }))[3])
  }
  const { timestamp } = await client.getBlock()
  expect(Math.abs(Number(timestamp) - Date.parse(now) / 1000)).toBeLessThan(60)
  expect(Math.abs((await stampOf()) - Date.parse(now) / 1000)).toBeLessThan(60)
  expect((await call('POST', '/clock', { offsetMs: 0 })).status).toBe(409)
  await end(running!, 'SIGKILL')
  await pause(1100)
  await launch()
  expect(await stampOf()).toBeGreaterThan(Date.parse(now) / 1000)
  const { timestamp: later } = await client.getBlock()
  expect(later).toBeGreaterThan(timestamp)
})
