import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { createTwoPeople, newKey } from '../approvals/two-people.test-kit.ts'
import { createSettlementWorld, type SettlementWorld } from '../settlements/settlement-world.test-kit.ts'

let product: PeopleProduct
let world: SettlementWorld
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  world = await createSettlementWorld(product)
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

type Item = { kind: string; path: string; facts: object }
const noticesOfEva = async (kind: string) => {
  const browser = await logIn(product, 'eva')
  const { items } = (await browser.get<{ items: Item[] }>('/notifications')).body.data
  return items.filter((each) => each.kind === kind)
}
const mailsToEva = (kind: string) => product.mailbox.outbox('eva@example.com', kind)
const receivers = async (kind: string) =>
  (await world.rows<{ user_id: string }>('select user_id from notification where kind = $1', [kind])).map(
    ({ user_id }) => user_id,
  )

test('a person is told of a transfer to their wallet once, and no company of one to its own', async () => {
  const people = createTwoPeople(product)
  const send = (fromOwnerId: string, toOwnerId: string, key = newKey()) => {
    const sides = { fromOwnerId, fromWallet: 'regular', toOwnerId, toWallet: 'regular' }
    const body = { ...sides, total: '50.00', fee: '0.10', reason: 'Bonus' }
    return people.confirmed<{ id: string }>(world.first, '/transfers', body, key)
  }
  await world.fund(world.lima, 10_000n)
  await world.fund(world.norte, 10_000n)
  const key = newKey()
  for (const answer of [
    await send(world.lima, world.eva, key),
    await send(world.lima, world.eva, key),
    await send(world.norte, world.andes),
  ])
    expect(answer.status).toBe(200)
  await product.drain()
  await product.drain()
  expect(await noticesOfEva('transfer_received')).toMatchObject([
    { path: '/wallet/lines?wallet=regular', facts: { net: '49.90', sender: 'Lima' } },
  ])
  expect(await receivers('transfer_received')).toEqual([world.eva])
  expect(await mailsToEva('transfer_received')).toMatchObject([
    { subject: '$49.90 from Lima', link: 'http://lima.localhost:4000/wallet/lines?wallet=regular' },
  ])
})

test('a person is told of a paid settlement once, in their language, and nobody of one that paid nothing', async () => {
  await world.rows(`update app_user set locale = 'es' where id = $1`, [world.eva])
  const ofEva = { ownerId: world.eva, companyId: world.lima }
  const share = await world.share({ ...ofEva, cents: 750n })
  await world.share({ ownerId: world.lima, cents: 300n })
  await world.run()
  await world.run()
  await product.drain()
  const [row] = await world.rows<{ id: string }>('select id from settlement where owner_id = $1', [world.eva])
  const path = `/wallet/settlements?open=${row?.id}`
  expect(await noticesOfEva('settlement_paid')).toMatchObject([{ path, facts: { net: '7.50' } }])
  expect(await receivers('settlement_paid')).toEqual([world.eva])
  const mails = await mailsToEva('settlement_paid')
  expect(mails).toMatchObject([
    { subject: '$7.50 en tu billetera', link: `http://lima.localhost:4000${path}` },
  ])
  // All of the next one is recovered.
  await world.reverse(share, 750n)
  await world.nextPeriod()
  await world.share({ ...ofEva, cents: 300n })
  await world.run()
  await product.drain()
  const paid = `select paid_cents from settlement where owner_id = $1 and status = 'paid' order by period_end`
  expect(await world.rows(paid, [world.eva])).toEqual([{ paid_cents: 750n }, { paid_cents: 0n }])
  expect(await receivers('settlement_paid')).toEqual([world.eva])
})
