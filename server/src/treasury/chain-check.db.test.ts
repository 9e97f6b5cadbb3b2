import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoadBench, type BenchPerson, type LoadBench } from '../loads/load-bench.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { listFindings } from './findings.sql.ts'
import { readReconciliation } from './reconciliation-runs.sql.ts'

let bench: LoadBench
let person: BenchPerson
beforeAll(async () => {
  bench = await startLoadBench()
  person = await bench.person()
}, 120_000)
afterAll(() => bench.stop())

const state = async () => {
  const { db, clock } = bench.product.kernel
  const states = await db.read(allTenants, (sql) => readReconciliation(sql, clock.now()))
  return states.find(({ name }) => name === 'R7')
}
const found = async () =>
  (await bench.product.kernel.db.read(allTenants, listFindings))
    .filter(({ invariant }) => invariant === 'R7')
    .map(({ subject, status }) => [subject, status])
/** Runs the check now, from its beginning to its end. */
const compare = async (during?: () => Promise<unknown>) => {
  const before = (await state())?.succeededAt?.getTime() ?? 0
  await bench.product.kernel.db.write(allTenants, (sql) => makeDue(sql, 'treasury.check_chain'))
  for (let slice = 0; slice < 20; slice += 1) {
    await bench.settle()
    await during?.()
    if (((await state())?.succeededAt?.getTime() ?? 0) > before) return
  }
  throw new Error(`The check does not end: ${(await state())?.failure}`)
}
const paid = async (amount: string, extra: Readonly<Record<string, string>> = {}) => {
  const load = await bench.quote(person, { amount, ...extra })
  await bench.pay(load)
  return load
}

test('the units on our addresses are those of the book, for each asset', async () => {
  await paid('100')
  await paid('101', { asset: 'USDT' })
  await bench.finalise()
  await bench.quote(person, { amount: '102' })
  await compare()
  expect(await found()).toEqual([])
  const { covered, isOverdue, failure } = (await state())!
  expect([isOverdue, failure]).toEqual([false, null])
  // The treasury, the payout wallet, two paid addresses and one that waits for its payment.
  expect(covered).toBe(5)
})

test('payments that arrive during the comparison are no difference', async () => {
  let amount = 110
  await compare(async () => {
    await paid(String((amount += 1)))
    await bench.finalise()
  })
  await paid('140')
  await bench.settle()
  await compare(() => bench.finalise())
  expect(await found()).toEqual([])
})

test('a unit that only the book has is suspected, then open, and gone when it is put right', async () => {
  await bench.asOwner(
    `update account set balance = balance - 1 where code = 'crypto.deposits' and asset like 'USDC%'`,
  )
  await compare()
  expect(await found()).toEqual([
    ['USDC@ethereum', 'suspected'],
    ['USDC@ethereum: owed and own', 'suspected'],
  ])
  await compare()
  expect((await found()).map(([, status]) => status)).toEqual(['open', 'open'])
  await bench.asOwner(
    `update account set balance = balance + 1 where code = 'crypto.deposits' and asset like 'USDC%'`,
  )
  await compare()
  expect(await found()).toEqual([])
})

test('a payment that the scanner missed is found on the address of its quote', async () => {
  const load = await bench.quote(person, { amount: '150' })
  const hide = (address: string) =>
    bench.asOwner(`update load set address = '${address}' where id = '${load.id}'`)
  await hide('0x000000000000000000000000000000000000dEaD')
  await bench.pay(load)
  await bench.finalise()
  await hide(load.address)
  await bench.finalise()
  await compare()
  expect(await found()).toEqual([['USDC@ethereum', 'suspected']])
})
