import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench } from '../loads/load-bench.test-kit.ts'
import { checkBook } from '../ledger/checks.ts'
import { listFindings } from './findings.sql.ts'
import { unitsBought } from './position-postings.ts'
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

/** What our wallets paid for the transactions of all own transfers, in wei, as the node says. */
const spentWei = async (): Promise<bigint> => {
  const hashes = await bench.product.rows<{ tx: string }>(
    `select distinct tx_hash as tx from own_transfer where not is_gone and from_account <> 'venue'`,
  )
  const ours = [facts.treasury, facts.payoutWallet].map((address) => address.toLowerCase())
  let sum = 0n
  for (const { tx } of hashes) {
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [tx] }
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    }
    const { result } = (await (await fetch(bench.chain.env.EVM_RPC_URL, sent)).json()) as {
      result: { from: string; gasUsed: string; effectiveGasPrice: string }
    }
    if (ours.includes(result.from.toLowerCase()))
      sum += BigInt(result.gasUsed) * BigInt(result.effectiveGasPrice)
  }
  return sum
}

test('the gas of our transactions is booked each day, all of it and once', async () => {
  const { clock, ids, apply, db } = bench.product.kernel
  const [asset, weiOfUnit, dayMs] = ['ETH@ethereum', 10n ** 10n, 24 * 60 * bench.minuteMs]
  const untilLate = dayMs - 40 * bench.minuteMs - (clock.now().getTime() % dayMs)
  const run = async () => {
    await db.write(allTenants, (sql) => makeDue(sql, 'treasury.book_gas'))
    await bench.settle()
  }
  const days = () =>
    bench.product.rows<{ units: bigint; cents: bigint }>(
      'select units, value_cents as cents from gas_day order by day',
    )
  await bench.pass(untilLate > 0 ? untilLate : untilLate + dayMs)
  await run()
  // The book has no coins for gas, so a finding requests what was bought.
  expect(await days()).toEqual([])
  expect((await db.read(allTenants, listFindings)).map(({ subject }) => subject)).toContain(`gas ${asset}`)
  const trade = { id: ids.next(), venue: 'Kraken', reference: 'GAS 1', account: 'crypto.gas', asset } as const
  const figures = { units: 10n ** 9n, valueCents: 3_000_000n, paidCents: 3_000_000n }
  const bought = unitsBought({ ...trade, ...figures, effectiveAt: clock.now() })
  expect((await apply({ journals: [bought] })).outcome).toBe('posted')
  await run()
  const spent = await spentWei()
  expect(spent).toBeGreaterThan(0n)
  expect(await days()).toMatchObject([{ units: spent / weiOfUnit }])
  await run()
  expect(await days()).toHaveLength(1)

  await transfer('gas', { to: facts.payoutWallet, amount: '1' })
  await bench.finalise()
  await bench.pass(dayMs)
  await run()
  const booked = await days()
  const units = booked.reduce((sum, each) => sum + each.units, 0n)
  expect([booked.length, units]).toEqual([2, (await spentWei()) / weiOfUnit])
  const cents = booked.reduce((sum, each) => sum + each.cents, 0n)
  const [book] = await bench.product.rows<{ gas: bigint; network: bigint }>(
    `select (select -balance from account where code = 'crypto.gas') as gas,
      (select -balance from account where code = 'expense.network') as network`,
  )
  expect(book).toEqual({ gas: figures.units - units, network: cents })
  expect(await inBook()).toEqual([])
})
