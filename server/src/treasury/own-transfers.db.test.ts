import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench } from '../loads/load-bench.test-kit.ts'
import { checkBook } from '../ledger/checks.ts'
import { listFindings } from './findings.sql.ts'
import { readReconciliation } from './reconciliation-runs.sql.ts'

let bench: LoadBench
let person: BenchPerson
let facts: { treasury: string; payoutWallet: string; venueWallet: string; demoWallet: string }
beforeAll(async () => {
  bench = await startLoadBench()
  person = await bench.person()
  facts = await bench.chain.control('/chain')
}, 120_000)
afterAll(() => bench.stop())

type Answer = { txHash: string; logIndexes?: number[] }
const transfer = (id: string, over: Readonly<Record<string, string>>) =>
  bench.chain.control<Answer>('/move', { id, asset: 'USDC', amount: '40', ...over })
const sweep = (salts: readonly string[], asset = 'USDC') =>
  bench.chain.control<Answer>('/sweep', { asset, salts })
const saltOf = async ({ id }: { id: string }) =>
  (await bench.product.rows<{ salt: string }>('select salt from load where id = $1', [id]))[0]!.salt
/** Units by place, of one asset. */
const accounts = async (asset = 'USDC@ethereum') => {
  const rows = await bench.product.rows<{ code: string; units: bigint }>(
    `select code, -balance as units from account where asset = $1 and code like 'crypto.%' and balance <> 0 order by code`,
    [asset],
  )
  return rows.map(({ code, units }) => [code, String(units)])
}
const transfers = () =>
  bench.product.rows<{ kind: string; count: bigint }>(
    `select kind, count(*) from journal where kind in ('deposit.swept', 'treasury.moved') group by kind order by kind`,
  )
const counts = async () => (await transfers()).map(({ kind, count }) => [kind, Number(count)])
const inBook = () => bench.product.kernel.db.read(allTenants, (sql) => checkBook(sql))
const compare = async () => {
  const { db, clock } = bench.product.kernel
  const state = async () =>
    (await db.read(allTenants, (sql) => readReconciliation(sql, clock.now()))).find(
      ({ name }) => name === 'R7',
    )
  const before = (await state())?.succeededAt?.getTime() ?? 0
  await db.write(allTenants, (sql) => makeDue(sql, 'treasury.check_chain'))
  for (let slice = 0; slice < 20; slice += 1) {
    await bench.settle()
    if (((await state())?.succeededAt?.getTime() ?? 0) > before) break
  }
  return (await db.read(allTenants, listFindings)).filter(({ invariant }) => invariant === 'R7')
}

test('a sweep is booked once it is final, also when its block was replaced, and a second one moves nothing', async () => {
  const load = await bench.quote(person, { amount: '100' })
  await bench.pay(load, '100')
  await bench.finalise()
  const salt = await saltOf(load)
  await sweep([salt])
  await bench.settle()
  expect(await counts()).toEqual([])
  await bench.chain.control('/reorg', { depth: 1, transactions: 'remine' })
  await bench.settle()
  await bench.finalise()
  expect([await accounts(), await counts()]).toEqual([
    [['crypto.treasury', '100000000']],
    [['deposit.swept', 1]],
  ])
  expect((await sweep([salt])).logIndexes).toBeUndefined()
  await bench.finalise()
  await bench.product.kernel.db.write(allTenants, (sql) => makeDue(sql, 'loads.scan'))
  await bench.settle()
  expect(await counts()).toEqual([['deposit.swept', 1]])
  expect(await compare()).toEqual([])
})

test('tokens go to the payout wallet, back, and to the venue; a lost answer is sent once', async () => {
  const { payoutWallet, treasury, venueWallet } = facts
  const first = await transfer('m1', { to: payoutWallet })
  expect((await transfer('m1', { to: payoutWallet })).txHash).toBe(first.txHash)
  await bench.finalise()
  expect(await accounts()).toEqual([
    ['crypto.payout', '40000000'],
    ['crypto.treasury', '60000000'],
  ])
  await transfer('m2', { from: 'payout', to: treasury, amount: '15' })
  await transfer('m3', { to: venueWallet, amount: '20' })
  await bench.finalise()
  expect(await accounts()).toEqual([
    ['crypto.payout', '25000000'],
    ['crypto.treasury', '55000000'],
    ['crypto.venue', '20000000'],
  ])
  expect(await counts()).toEqual([
    ['deposit.swept', 1],
    ['treasury.moved', 3],
  ])
  expect([await compare(), await inBook()]).toEqual([[], []])
})

test('parts below the unit of the ledger are left out of the book and in the comparison', async () => {
  const load = await bench.quote(person, { amount: '120', asset: 'DAI' })
  await bench.pay(load, '120.123456789012345678', 'DAI')
  await bench.finalise()
  await sweep([await saltOf(load)], 'DAI')
  await transfer('m4', { asset: 'DAI', to: facts.venueWallet, amount: '20.000000001' })
  await bench.finalise()
  expect(await accounts('DAI@ethereum')).toEqual([
    ['crypto.treasury', '10012345678'],
    ['crypto.venue', '2000000000'],
  ])
  expect(await compare()).toEqual([])
})

test('parts below the unit that add up to one in a sweep stay residues', async () => {
  const inTreasury = async () =>
    BigInt((await accounts('DAI@ethereum')).find(([code]) => code === 'crypto.treasury')?.[1] ?? '0')
  const before = await inTreasury()
  const load = await bench.quote(person, { amount: '130', asset: 'DAI' })
  // Each is 6012345678 units and six tenths of one.
  await bench.pay(load, '60.123456786', 'DAI')
  await bench.pay(load, '60.123456786', 'DAI')
  await bench.finalise()
  await sweep([await saltOf(load)], 'DAI')
  await bench.finalise()
  const held = await accounts('DAI@ethereum')
  expect(held.map(([code]) => code)).toEqual(['crypto.treasury', 'crypto.venue'])
  expect((await inTreasury()) - before).toBe(2n * 6_012_345_678n)
  expect([await compare(), await inBook()]).toEqual([[], []])
})

test('a transfer to a stranger posts nothing and is an open difference until a person has solved it', async () => {
  const { txHash } = await transfer('m5', { to: facts.demoWallet, amount: '5' })
  await bench.finalise()
  const before = await accounts()
  const subjects = (await compare()).map(({ subject, status }) => [subject.split(':')[0], status])
  expect(subjects).toEqual([
    ['USDC@ethereum', 'suspected'],
    [`transfer ${txHash}`, 'open'],
  ])
  expect(await accounts()).toEqual(before)
})
