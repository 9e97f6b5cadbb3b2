import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoadBody } from '../../server/src/loads/load-bench.test-kit.ts'
import { startRefundBench, type RefundBench } from '../../server/src/loads/refund-bench.test-kit.ts'
import { freePort } from '../support/shared-postgres.ts'
import type { Gate } from '../support/watched-gate.ts'
import { startServer, type ServerProcess } from './server-process.ts'

/** kill -9 of the server at every step of a payout: exactly one payment, on the chain and in the book. */
let bench: RefundBench
let server: ServerProcess | null = null
const waitMs = 100
const patience = { timeout: 90_000, interval: waitMs }

beforeAll(async () => {
  bench = await startRefundBench()
  await bench.fund('USDC', '5000')
})
afterAll(async () => {
  await server?.kill()
  expect(await bench.stop()).toEqual([])
})

/** The settings of the product of the bench, for a process of its own. */
const environment = async (): Promise<Record<string, string>> => {
  const others = new Set(['mode', 'set'])
  const texts = Object.entries(bench.product.kernel.config).flatMap(([name, value]) =>
    value === undefined || others.has(name) ? [] : [[name, String(value)] as const],
  )
  return { ...Object.fromEntries(texts), PORT: String(await freePort()), DEMO: 'off', METRICS_PORT: '' }
}

/** Each moment at which the server is killed: before or after a request has its effect outside. */
const moments: readonly { name: string; gate: 'node' | 'signer'; body: string; when: 'before' | 'after' }[] =
  [
    { name: 'before it is signed', gate: 'signer', body: 'payoutId', when: 'before' },
    { name: 'after it is signed, before it is stored', gate: 'signer', body: 'payoutId', when: 'after' },
    {
      name: 'after it is stored, before it is sent',
      gate: 'node',
      body: 'eth_sendRawTransaction',
      when: 'before',
    },
    { name: 'after it is sent', gate: 'node', body: 'eth_sendRawTransaction', when: 'after' },
    { name: 'while it is looked up', gate: 'node', body: 'eth_getTransactionReceipt', when: 'after' },
  ]

/** Runs the server until it sends this request, and kills it at that moment. */
const killAt = async ({ gate, body, when }: (typeof moments)[number]) => {
  const of: Gate = bench[gate]
  server = await startServer({ env: await environment() })
  const victim = server
  const kills: Promise<void>[] = []
  of.add({
    body,
    when,
    run: () => {
      kills.push(victim.kill())
      return 'drop'
    },
  })
  await expect.poll(() => kills.length, patience).toBe(1)
  await Promise.all(kills)
  of.clear()
  server = null
}

const isDone = async (load: LoadBody): Promise<boolean> => {
  await bench.chain.mine(1)
  return (await bench.payoutOf(load))[0]?.status === 'done'
}

test('one refund, and a kill -9 at each step of its payment', async () => {
  const person = await bench.person()
  const to = '0x1212121212121212121212121212121212121212'
  const load = await bench.refunded(person, to)
  await bench.storeTime()
  for (const moment of moments) await killAt(moment)
  server = await startServer({ env: await environment() })
  await expect.poll(() => isDone(load), patience).toBe(true)
  expect(await server.end()).toBe(0)
  server = null
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
  expect(await bench.journalsOf(load)).toEqual(['refund.sent', 'refund.confirmed'])
  expect(await bench.payoutOf(load)).toMatchObject([{ attempt: 1, outcome: 'confirmed' }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
})
