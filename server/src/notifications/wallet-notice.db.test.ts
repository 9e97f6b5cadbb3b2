import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../calendar/business-time.ts'
import { allTenants } from '../kernel/database.ts'
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

test('a person is told what an administrator transferred from their wallet, and of an adjustment, whose note they read', async () => {
  const people = createTwoPeople(product)
  await world.fund(world.eva, 10_000n)
  const sides = { fromOwnerId: world.eva, fromWallet: 'regular', toOwnerId: world.lima, toWallet: 'regular' }
  const sent = await people.confirmed<{ id: string }>(world.first, '/transfers', {
    ...sides,
    total: '20.00',
    fee: '0.04',
    reason: 'Correction',
  })
  expect(sent.status).toBe(200)
  const adjusted = await people.confirmed<{ id: string }>(world.first, '/wallet-adjustments', {
    ownerId: world.eva,
    wallet: 'regular',
    type: 'debit',
    amount: '5.00',
    reason: 'Paid twice in May',
  })
  expect(adjusted.status).toBe(200)
  await product.drain()
  expect(await noticesOfEva('transfer_sent')).toMatchObject([
    { path: `/wallet/transfers?open=${sent.body.data.id}`, facts: { net: '20.00', receiver: 'Lima' } },
  ])
  expect(await receivers('transfer_sent')).toEqual([world.eva])
  expect(await mailsToEva('transfer_sent')).toMatchObject([
    { subject: '$20.00 transferred from your wallet' },
  ])
  const { id } = adjusted.body.data
  const path = `/wallet/adjustments?open=${id}`
  expect(await noticesOfEva('wallet_adjusted')).toMatchObject([
    { path, facts: { net: '5.00', status: 'debit' } },
  ])
  expect(await mailsToEva('wallet_adjusted')).toMatchObject([
    { subject: '$5.00 taken from your wallet', link: `http://lima.localhost:4000${path}` },
  ])

  const own = (await (await logIn(product, 'eva')).get<object>(`/wallet/adjustments/${id}`)).body.data
  expect(own).toMatchObject({ type: 'debit', amount: '5.00', reason: 'Paid twice in May', reversedBy: null })
  const { before, after } = own as { before: string; after: string }
  expect(Number(before) - Number(after)).toBe(5)
  type List = { items: { id: string; reason: string }[] }
  const listed = async (name: string) =>
    (await (await logIn(product, name)).get<List>('/own-adjustments')).body.data.items
  expect(await listed('eva')).toMatchObject([
    { id, wallet: 'regular', type: 'debit', amount: '5.00', reason: 'Paid twice in May' },
  ])
  expect(await listed('tom')).toEqual([])
  const tom = await (await logIn(product, 'tom')).get(`/wallet/adjustments/${id}`)
  expect(tom.body.code).toBe('record_not_found')
})

test('a company is told of a settlement that only deducts, with its reason', async () => {
  const people = createTwoPeople(product)
  const calendar = await product.kernel.db.read(allTenants, readBusinessCalendar)
  const day = dailyRunBefore(product.kernel.clock.now(), calendar).toISOString().slice(0, 10)
  const lines = [{ amount: '-4.00', note: 'Rent of a terminal' }]
  const drawn = { ownerId: world.lima, wallet: 'regular', day, lines, reason: 'Agreed with Lima' }
  const made = await people.confirmed<{ id: string }>(world.first, '/settlements', drawn)
  expect([made.status, made.body.code]).toEqual([201, undefined])
  const { id } = made.body.data
  const approval = { net: '-4.00', reason: 'Checked' }
  const approved = await people.confirmed(world.second, `/settlements/${id}/approval`, approval)
  expect(approved.status).toBe(200)
  expect((await people.confirmed(world.second, `/settlements/${id}/payment`, {})).status).toBe(200)
  await product.drain()
  const { items } = (await world.ofLima.browser.get<{ items: Item[] }>('/notifications')).body.data
  expect(items.find(({ kind }) => kind === 'company_settlement')).toMatchObject({
    path: `/admin/settlements/${id}`,
    facts: { net: '4.00', status: 'deducted', reason: 'Rent of a terminal', to: 'Lima' },
  })
  expect(await product.mailbox.outbox('oflima@example.com', 'company_settlement')).toMatchObject([
    { subject: expect.stringMatching(/^\$4\.00 deducted from Lima in settlement S-/) as string },
  ])
})

test('a person is told of a paid settlement once, in their language, and of one that paid nothing with what it recovered', async () => {
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
  expect(await receivers('settlement_paid')).toEqual([world.eva, world.eva])
  const facts = { net: '3.00', status: 'recovered' }
  expect((await noticesOfEva('settlement_paid'))[0]).toMatchObject({ facts })
  expect((await mailsToEva('settlement_paid'))[0]?.subject).toMatch(/^La liquidación S-\w{8} no pagó nada$/)
})
