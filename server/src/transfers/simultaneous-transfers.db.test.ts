import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatCents } from '@cardamom/contract/money'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTwoPeople } from '../approvals/two-people.test-kit.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

/** `TRANSFER_RUNS=100` makes it longer. */
const numRuns = Number(process.env['TRANSFER_RUNS'] ?? 6)

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
})
afterAll(() => product.stop())

const feeOf = (totalCents: bigint) => (totalCents * 2000n + 500_000n) / 1_000_000n
const expected = /^(done|not_enough_money|wallet_changed|invalid_amount)$/

test('simultaneous transfers of any amounts: no wallet is overdrawn, nothing is lost or made', async () => {
  const owners = () => [world.norte, world.andes, world.lima, world.eva]
  const sumOf = async () => {
    let sum = await world.operator('income.transfer_fees')
    for (const id of owners()) sum += await world.available(id)
    return sum
  }
  const step = fc.record({
    from: fc.nat({ max: 3 }),
    to: fc.nat({ max: 2 }),
    cents: fc.bigInt({ min: 100n, max: 9000n }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      for (const id of owners()) await world.fund(id, 5000n)
      const before = await sumOf()
      const posted = await world.count('select count(*) from wallet_transfer')
      const answers = await Promise.all(
        steps.map(({ from, to, cents }, index) => {
          const others = owners().filter((_, at) => at !== from)
          const body = {
            fromOwnerId: owners()[from],
            fromWallet: 'regular',
            toOwnerId: others[to],
            toWallet: 'regular',
            total: formatCents(cents),
            fee: formatCents(feeOf(cents)),
            reason: 'Simultaneous',
          }
          return people.confirmed(index % 2 === 0 ? world.first : world.second, '/transfers', body)
        }),
      )
      const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
      for (const code of codes) expect(code).toMatch(expected)
      const done = codes.filter((code) => code === 'done').length
      expect(await world.count('select count(*) from wallet_transfer')).toBe(posted + done)
      expect(await sumOf()).toBe(before)
      for (const id of owners()) expect(await world.available(id)).toBeGreaterThanOrEqual(0n)
    }),
    { numRuns },
  )
  expect(await world.findings()).toEqual([])
})

test('64 simultaneous transfers from both wallets never pass the limit of a day', async () => {
  await world.limit('transfer', { maximum: 10_000n, daily: 25_000n })
  for (const wallet of ['regular', 'immediate'] as const) await world.fund(world.cusco, 100_000n, wallet)
  const callers = [world.first, world.second, world.ofNorte, world.ofAndes]
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => {
      const wallet = index % 2 === 0 ? 'regular' : 'immediate'
      const sides = { fromOwnerId: world.cusco, fromWallet: wallet, toOwnerId: world.lima, toWallet: wallet }
      const body = { ...sides, total: '100.00', fee: '0.20', reason: 'Both wallets' }
      return people.confirmed(callers[index % callers.length]!, '/transfers', body)
    }),
  )
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  // A person has a few calls at the same time; the others are refused before they are decided.
  const decided = codes.filter((code) => code !== 'rate_limited')
  for (const code of decided) expect(code).toMatch(expected)
  expect(codes.filter((code) => code === 'done').length).toBeGreaterThanOrEqual(1)
  expect(codes.filter((code) => code === 'done').length).toBeLessThanOrEqual(2)
  expect(await world.findings()).toEqual([])
})
