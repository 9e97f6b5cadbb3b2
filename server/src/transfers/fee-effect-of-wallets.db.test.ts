import type { WireOf } from '@cardamom/contract/endpoint'
import type { estimateFees } from '@cardamom/contract/transfers/fee-effect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { createDepositWorld } from '../deposits/deposit-world.test-kit.ts'

let product: PeopleProduct
let world: Awaited<ReturnType<typeof createDepositWorld>>
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createDepositWorld(product)
  await world.set('secondPersonWire', 10_000_000n)
  await world.fund(world.norte, 600_000n)
})
afterAll(() => product.stop())

const estimated = async ({ browser }: Admin, input: object) =>
  (await browser.post<WireOf<typeof estimateFees>>('/fee-estimates', input)).body
const rates = {
  regular: ['1.50', '0.50', '0.25', '0.50', '0.25'],
  immediate: ['2.00', '1.00', '1.00', '0.75', '0.50'],
  transfer: ['0.1', '0.1', '0.1', '0.1', '0.1'],
}
const amounts = (levels: readonly { amount: string }[]) => levels.map(({ amount }) => amount).join(' ')

test('deposits of companies and transfers are in the estimate, by the functions that price them', async () => {
  await world.entered()
  await world.entered({ wallet: 'immediate', fee: '375.00' })
  const send = (change: object) =>
    world.people.confirmed<{ id: string }>(
      world.first,
      '/transfers',
      {
        fromOwnerId: world.norte,
        fromWallet: 'regular',
        toOwnerId: world.andes,
        toWallet: 'regular',
        total: '5000.00',
        fee: '10.00',
        reason: 'Advance',
        ...change,
      },
      newKey(),
    )
  expect((await send({})).status).toBe(200)
  const { data } = await estimated(world.first, { proposed: rates })
  const [loads, topUps, transfers] = data.kinds
  expect(loads).toMatchObject({ count: 0, paid: { fee: '0.00' } })
  // 225.00 and 375.00 of the worked example (money §6, 6): Lima is of level 3, so the levels 0 to 2 are paid.
  expect(topUps).toMatchObject({ count: 2, paid: { fee: '600.00', net: '19400.00' } })
  expect(amounts(topUps!.paid.levels)).toBe('300.00 125.00 175.00 0.00 0.00')
  expect(topUps!.proposed).toMatchObject({ fee: '625.00', net: '19375.00' })
  expect(amounts(topUps!.proposed.levels)).toBe('350.00 150.00 125.00 0.00 0.00')
  expect(transfers).toMatchObject({
    count: 1,
    paid: { fee: '10.00', net: '4990.00' },
    proposed: { fee: '5.00', net: '4995.00' },
  })
  expect(data.all).toMatchObject({ paid: { fee: '610.00' }, proposed: { fee: '630.00' } })
  const free = await estimated(world.first, { proposed: { ...rates, transfer: null } })
  expect(free.data.kinds[2]?.proposed).toMatchObject({ fee: '0.00', net: '5000.00' })
})

test('a company sees its own part of them, and nothing of a transfer that a company above sent', async () => {
  const proposed = { regular: rates.regular.slice(2), immediate: rates.immediate.slice(2) }
  const { data } = await estimated(world.ofAndes, { proposed })
  expect(data.kinds[1]).toMatchObject({
    count: 2,
    paid: { above: '425.00', levels: [{ level: 2, amount: '175.00' }] },
  })
  expect(data.kinds[2]).toMatchObject({ count: 0, paid: { fee: '0.00' } })
  const ofNorte = { regular: rates.regular.slice(1), immediate: rates.immediate.slice(1) }
  const above = await estimated(world.ofNorte, { proposed: ofNorte })
  expect(above.data.kinds[2]).toMatchObject({ count: 1, paid: { fee: '10.00', above: '10.00' } })
  const setsTransfers = await estimated(world.ofNorte, { proposed: { ...ofNorte, transfer: null } })
  expect(setsTransfers.code).toBe('validation')
})
