import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { checkBook } from '../ledger/checks.ts'
import { startLoadBench, type BenchPerson, type LoadBench } from '../loads/load-bench.test-kit.ts'
import { createRevaluation } from '../treasury/revaluation.jobs.ts'
import { createDemoTreasury } from '../treasury/demo-treasury.jobs.ts'
import { createProviders } from '../providers/configured.ts'
import { createEmbeddedControls } from './embedded-controls.ts'
import { treasuryOwnerBy } from './sandbox-parts.ts'

let bench: LoadBench
let person: BenchPerson
beforeAll(async () => {
  bench = await startLoadBench()
  person = await bench.person()
}, 120_000)
afterAll(() => bench.stop())

/** The job of the sandbox, which calls the embedded chain over the wire; `lose` throws its answers away. */
const runDemo = async ({ lose = false } = {}) => {
  const { kernel } = bench.product
  const { url, controlToken } = bench.chain
  const chain = { baseUrl: url, controlUrl: url, controlToken }
  const owner = treasuryOwnerBy(createEmbeddedControls(JSON.stringify({ chain })))
  const { rail, rates } = createProviders(kernel.config)
  const send: typeof owner.send = async (call) => {
    await owner.send(call)
    if (lose) throw new Error('The answer is lost')
  }
  const { db, clock } = kernel
  const job = createDemoTreasury({ rail, rates, clock, owner: { ...owner, send } })
  const work = {
    read: <T>(use: Parameters<typeof db.read<T>>[1]) => db.read(allTenants, use),
    apply: kernel.apply,
    clock,
  }
  await job({ id: person.userId, payload: {}, dueAt: clock.now(), attempts: 0 }, work as never).catch(
    (error: unknown) => {
      if (!lose) throw error
    },
  )
}
const units = async (code: string, asset: string) => {
  const [row] = await bench.product.rows<{ units: bigint }>(
    'select -balance as units from account where code = $1 and asset = $2',
    [code, `${asset}@ethereum`],
  )
  return row?.units ?? 0n
}

test('the demo sweeps payments and fills the payout wallet, and a lost answer repeats nothing', async () => {
  const load = await bench.quote(person, { amount: '300' })
  await bench.pay(load)
  await bench.finalise()
  for (let run = 0; run < 24 && (await units('crypto.payout', 'DAI')) === 0n; run += 1) {
    await bench.chain.control('/clock', { offsetMs: bench.product.aheadMs() })
    await runDemo({ lose: run % 2 === 0 })
    if (run % 3 !== 0) await bench.finalise()
  }
  await bench.finalise()
  for (const asset of ['USDC', 'USDT']) expect(await units('crypto.payout', asset)).toBe(10_000_000_000n)
  expect(await units('crypto.payout', 'DAI')).toBe(1_000_000_000_000n)
  expect(await units('crypto.deposits', 'USDC')).toBe(0n)
  expect(await units('crypto.venue', 'USDC')).toBe(0n)
  const { db } = bench.product.kernel
  await db.write(allTenants, (sql) => makeDue(sql, 'loads.scan'))
  await bench.settle()
  expect(await db.read(allTenants, (sql) => checkBook(sql))).toEqual([])
})

test('positions are revalued at mid once a day', async () => {
  const { kernel } = bench.product
  const { db, ids } = kernel
  const { rail, rates } = createProviders(kernel.config)
  const untilEnd = 86_400_000 - 60_000 - (kernel.clock.now().getTime() % 86_400_000)
  await bench.pass(untilEnd > 0 ? untilEnd : untilEnd + 86_400_000)
  const run = async (price: string) => {
    await bench.chain.control('/price', { asset: 'USDC', price })
    const { clock, apply } = kernel
    const work = {
      read: <T>(use: Parameters<typeof db.read<T>>[1]) => db.read(allTenants, use),
      apply,
      clock,
    }
    const job = { id: ids.next(), payload: {}, dueAt: clock.now(), attempts: 0 }
    await createRevaluation({ rail, rates, ids, clock })(job, work as never)
    return units('fx.usd', 'USDC')
  }
  const revalued = () =>
    bench.product.rows(`select 1 from journal where kind = 'fx.revalued' and subject_id is not null`)
  const before = (await revalued()).length
  const [value, again] = [await run('0.9990'), await run('0.9980')]
  expect(again).toBe(value)
  expect((await revalued()).length - before).toBeLessThanOrEqual(1)
  expect((await revalued()).length).toBeGreaterThan(0)
  expect(await db.read(allTenants, (sql) => checkBook(sql))).toEqual([])
})
