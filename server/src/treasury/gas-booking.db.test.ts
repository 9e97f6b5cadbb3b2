import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { startLoadBench, type LoadBench } from '../loads/load-bench.test-kit.ts'
import { checkBook } from '../ledger/checks.ts'
import { listFindings } from './findings.sql.ts'
import { unitsBought } from './position-postings.ts'
import { readReconciliation } from './reconciliation-runs.sql.ts'

let bench: LoadBench
let facts: { treasury: string; payoutWallet: string; rpcUrl: string; head: number }
beforeAll(async () => {
  bench = await startLoadBench()
  facts = await bench.chain.control('/chain')
  const load = await bench.quote(await bench.person(), { amount: '100' })
  await bench.pay(load, '100')
  await bench.finalise()
  const [{ salt }] = (await bench.product.rows<{ salt: string }>('select salt from load where id = $1', [
    load.id,
  ])) as [{ salt: string }]
  await bench.chain.control('/sweep', { asset: 'USDC', salts: [salt] })
  await bench.finalise()
}, 120_000)
afterAll(() => bench.stop())

const asset = 'ETH@ethereum'
const weiOfUnit = 10n ** 10n
const transfer = async (id: string) => {
  const order = { id, asset: 'USDC', amount: '10', to: facts.payoutWallet }
  const { txHash } = await bench.chain.control<{ txHash: string }>('/move', order)
  await bench.finalise()
  return txHash
}
const run = async (name: string) => {
  await bench.product.kernel.db.write(allTenants, (sql) => makeDue(sql, name))
  await bench.settle()
}
const book = () => run('treasury.book_gas')
/** Goes on to a minute before midnight (UTC), of this day or the next one. */
const passUntil = async (minutes: number) => {
  const dayMs = 24 * 60 * bench.minuteMs
  const left = dayMs - minutes * bench.minuteMs - (bench.product.kernel.clock.now().getTime() % dayMs)
  await bench.pass(left > 0 ? left : left + dayMs)
}
const compare = async () => {
  const { db, clock } = bench.product.kernel
  const succeededAt = async () => {
    const states = await db.read(allTenants, (sql) => readReconciliation(sql, clock.now()))
    return states.find(({ name }) => name === 'R7')?.succeededAt?.getTime() ?? 0
  }
  const before = await succeededAt()
  await db.write(allTenants, (sql) => makeDue(sql, 'treasury.check_chain'))
  for (let slice = 0; slice < 20; slice += 1) {
    await bench.settle()
    if ((await succeededAt()) > before) return
  }
  throw new Error('The check does not end')
}
const subjects = async () =>
  (await bench.product.kernel.db.read(allTenants, listFindings)).map(({ subject }) => subject)
const days = () => bench.product.rows<{ units: bigint }>('select units from gas_day order by day')
const spent = async () => {
  const [sum] = await bench.product.rows<{ wei: string }>(
    'select coalesce(sum(fee_wei), 0)::text as wei from gas_fee',
  )
  return BigInt(sum?.wei ?? 0) / weiOfUnit
}
const readHashes = async () =>
  (await bench.product.rows<{ tx: string }>('select tx_hash as tx from gas_fee')).map(({ tx }) => tx)

test('gas that the book has no coins for stays a difference until it is booked', async () => {
  await transfer('first')
  await passUntil(40)
  await book()
  expect(await subjects()).toEqual([`gas ${asset}`])
  await compare()
  expect(await subjects()).toEqual([`gas ${asset}`])
  const { ids, clock, apply } = bench.product.kernel
  const trade = { id: ids.next(), venue: 'Kraken', reference: 'GAS 1', account: 'crypto.gas', asset } as const
  const figures = { units: 10n ** 9n, valueCents: 3_000_000n, paidCents: 3_000_000n }
  const bought = unitsBought({ ...trade, ...figures, effectiveAt: clock.now() })
  expect((await apply({ journals: [bought] })).outcome).toBe('posted')
  await book()
  expect(await days()).toEqual([{ units: await spent() }])
  expect(await subjects()).toEqual([])
})

test('gas of every age is booked, and receipts that lack delay it to the last run of the day alone', async () => {
  const before = await spent()
  const [old, young] = [await transfer('old'), await transfer('young')]
  // A book that starts late: the reading begins with what ended months ago, of which the node has forgotten much.
  await bench.asOwner(
    `update own_transfer set decided_at = decided_at - interval '90 days' where tx_hash = '${old}'`,
  )
  await bench.asOwner(
    `insert into own_transfer (id, company_id, network, tx_hash, log_index, block_number, block_hash, block_time,
        token_address, asset, sender, recipient, from_account, to_account, contract_units, units, residue, outcome, decided_at)
      select gen_random_uuid(), company_id, network, '0x' || lpad(to_hex(n), 64, '0'), 0, block_number, block_hash, block_time,
        token_address, asset, sender, recipient, from_account, to_account, 0, 0, 0, outcome, decided_at - interval '10 days'
      from own_transfer, generate_series(1, 230) n where tx_hash = '${old}'`,
  )
  await bench.asOwner(`update job set payload = '{}' where name = 'treasury.book_gas'`)
  await passUntil(40)
  await book()
  expect(await readHashes()).toEqual(expect.arrayContaining([old, young]))
  expect(await days()).toEqual([{ units: before }])
  await passUntil(19)
  await book()
  expect(await days()).toEqual([{ units: before }, { units: (await spent()) - before }])
  expect((await spent()) - before).toBeGreaterThan(0n)
  await passUntil(40)
  await book()
  expect(await days()).toHaveLength(2)
  expect(await bench.product.kernel.db.read(allTenants, (sql) => checkBook(sql))).toEqual([])
})

test('the coins of our wallets are compared with what was bought less the fees of their blocks', async () => {
  const weiOf = async (block: number) => {
    const { rpcUrl } = facts
    let sum = 0n
    for (const address of [facts.treasury, facts.payoutWallet]) {
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getBalance',
        params: [address, `0x${block.toString(16)}`],
      }
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })
      sum += BigInt(((await answer.json()) as { result: string }).result)
    }
    return sum
  }
  const buy = async (units: bigint) => {
    const { ids, clock, apply } = bench.product.kernel
    const trade = {
      id: ids.next(),
      venue: 'Kraken',
      reference: `GAS ${units}`,
      account: 'crypto.gas',
      asset,
    } as const
    const bought = unitsBought({ ...trade, units, valueCents: 1n, paidCents: 1n, effectiveAt: clock.now() })
    expect((await apply({ journals: [bought] })).outcome).toBe('posted')
  }
  await compare()
  expect(await subjects()).toEqual([asset])
  // The first test booked ten coins as bought; the wallets had more from the chain.
  const first = await weiOf(facts.head)
  expect(first / weiOfUnit).toBeGreaterThan(19n * 10n ** 8n)
  await buy(first / weiOfUnit - 10n ** 9n)
  await compare()
  expect(await subjects()).toEqual([])
  // What is spent today is not booked yet, and is no difference.
  await transfer('today')
  await compare()
  expect(await subjects()).toEqual([])
  await run('treasury.read_wallets')
  const { finalized } = await bench.chain.control<{ finalized: number }>('/chain')
  const [reading] = await bench.product.rows<{ outside: bigint; book: bigint }>(
    `select outside_units as outside, book_units as book from treasury_reading where holding = 'gas'`,
  )
  expect(reading).toEqual({ outside: (await weiOf(finalized)) / weiOfUnit, book: reading?.outside })
  // Coins that nobody recorded came to the payout wallet.
  await bench.chain.control('/pay', { asset: 'ETH', to: facts.payoutWallet, amount: '0.5' })
  await bench.finalise()
  await compare()
  expect(await subjects()).toEqual([asset])
  await buy(5n * 10n ** 7n)
  await compare()
  expect(await subjects()).toEqual([])
})
