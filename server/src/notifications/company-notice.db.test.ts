import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeUser } from '../../../tests/support/test-people.ts'
import {
  createAdmin,
  createLocalAdmin,
  createTwoPeople,
  newKey,
  type Admin,
} from '../approvals/two-people.test-kit.ts'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { allTenants } from '../kernel/database.ts'
import { entryOfJob } from '../kernel/jobs.ts'
import type { EventDraft } from '../kernel/plan.ts'
import { createSettlementWorld, type SettlementWorld } from '../settlements/settlement-world.test-kit.ts'
import { settlementRef } from '../settlements/settlements.list.ts'

/** What administrators of a company are told of its money, and who is not told. */
let product: PeopleProduct
let world: SettlementWorld
/** A company sub-admin of Andes, who has no tag until one is granted. */
let helper: Admin
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  world = await createSettlementWorld(product)
  helper = await createAdmin(product, { name: 'helper', roleId: 9, companyId: world.andes })
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

type Item = { kind: string; path: string; facts: Record<string, string> }
const noticesOf = async ({ browser }: Pick<Admin, 'browser'>) =>
  (await browser.get<{ items: Item[] }>('/notifications')).body.data.items.filter(({ kind }) =>
    kind.startsWith('company_'),
  )
const receivers = async (kind: string) => {
  const rows = await world.rows<{ email: string }>(
    'select u.email from notification n join app_user u on u.id = n.user_id where n.kind = $1 order by 1',
    [kind],
  )
  return rows.map(({ email }) => email)
}
const tell = async (event: EventDraft) => {
  const { ids, write } = product.kernel
  const entry = entryOfJob({ id: ids.next(), name: 'wallets.guarantees' })
  await write(allTenants, async (tx) => tx.emit(event), entry)
  await product.drain()
}
const tellGuarantee = ({ companyId, ...of }: Record<'companyId' | 'guarantorId' | 'cents', string>) =>
  tell({
    type: 'allowance.guaranteed',
    entityId: companyId,
    companyId,
    userId: null,
    payload: { ...of, reason: 'thirty_days' },
  })
const transfer = (total: string, fee: string, fromOwnerId = world.norte) => {
  const people = createTwoPeople(product)
  const sides = {
    fromOwnerId,
    fromWallet: 'regular',
    toOwnerId: world.andes,
    toWallet: 'regular',
  }
  return people.confirmed(world.first, '/transfers', { ...sides, total, fee, reason: 'Bonus' }, newKey())
}

test('administrators of the receiving company are told of a transfer once, in the product and by mail', async () => {
  await world.fund(world.norte, 20_000n)
  expect((await transfer('50.00', '0.10')).status).toBe(200)
  await product.drain()
  await product.drain()
  expect(await noticesOf(world.ofAndes)).toMatchObject([
    {
      kind: 'company_transfer',
      path: `/admin/wallets/${world.andes}`,
      facts: { net: '49.90', sender: 'Norte', to: 'Andes' },
    },
  ])
  // Neither another level, nor who may not see transfers, nor the operator's staff.
  expect(await receivers('company_transfer')).toEqual(['ofandes@example.com'])
  const mails = await product.mailbox.outbox('ofandes@example.com', 'company_transfer')
  expect(mails).toMatchObject([{ subject: '$49.90 from Norte' }])
})

test('the sending company is told what an administrator of another company transferred, and not its own', async () => {
  const path = `/admin/wallets/${world.norte}`
  const facts = { net: '50.00', receiver: 'Andes', to: 'Norte' }
  expect(await noticesOf(world.ofNorte)).toMatchObject([{ kind: 'company_transfer_sent', path, facts }])
  expect(await receivers('company_transfer_sent')).toEqual(['ofnorte@example.com'])
  const mails = await product.mailbox.outbox('ofnorte@example.com', 'company_transfer_sent')
  expect(mails).toMatchObject([{ subject: '$50.00 transferred from Norte' }])

  await world.fund(world.lima, 5_000n)
  const own = await createLocalAdmin(product, {
    name: 'own',
    companyId: world.lima,
    tags: ['transfers.view', 'transfers.create'],
    by: world.second,
  })
  const sides = { fromOwnerId: world.lima, fromWallet: 'regular', toOwnerId: world.eva, toWallet: 'regular' }
  const body = { ...sides, total: '10.00', fee: '0.02', reason: 'Bonus' }
  expect((await createTwoPeople(product).confirmed(own, '/transfers', body)).status).toBe(200)
  await product.drain()
  expect(await receivers('company_transfer_sent')).toEqual(['ofnorte@example.com'])
})

test('a company whose negative wallet was paid is told by whom, and so is its guarantor', async () => {
  await tellGuarantee({ companyId: world.lima, guarantorId: world.andes, cents: '70000' })
  const of = async (admin: Admin, kind: string) =>
    (await noticesOf(admin)).filter((each) => each.kind === kind)
  expect(await of(world.ofLima, 'company_allowance')).toMatchObject([
    { path: `/admin/wallets/${world.lima}`, facts: { net: '700.00', sender: 'Andes', to: 'Lima' } },
  ])
  expect(await of(world.ofAndes, 'company_guarantee')).toMatchObject([
    { path: `/admin/wallets/${world.andes}`, facts: { net: '700.00', receiver: 'Lima', to: 'Andes' } },
  ])
  expect(await of(world.ofLima, 'company_guarantee')).toEqual([])
  expect(await of(world.ofAndes, 'company_allowance')).toEqual([])
  const mails = await product.mailbox.outbox('ofandes@example.com', 'company_guarantee')
  expect(mails).toMatchObject([{ subject: '$700.00 paid for Lima' }])
})

test('whoever may withdraw for a company is told of its new address, in the product and by mail', async () => {
  const { ids, clock } = product.kernel
  const [id, at] = [ids.next(), clock.now()]
  await world.rows(
    `insert into payout_address (id, company_id, owner_id, owner_kind, label, network, address, risk, added_by, added_at, usable_from)
     values ($1, $2, $2, 'company', 'Cold wallet', 'ethereum', '0x1', 'clear', $3, $4, $4)`,
    [id, world.andes, helper.userId, at],
  )
  const payload = {
    label: 'Cold wallet',
    usableFrom: at.toISOString(),
    path: '/admin/withdrawals/new',
  }
  const [companyId, userId] = [world.andes, helper.userId]
  await tell({ type: 'payout_address.added', entityId: id, companyId, userId, payload })
  const told = (await noticesOf(world.ofAndes)).filter(({ kind }) => kind === 'company_address')
  expect(told).toMatchObject([
    { path: '/admin/withdrawals/new', facts: { label: 'Cold wallet', to: 'Andes', by: payload.usableFrom } },
  ])
  expect(told[0]?.facts['sender']).not.toBe('')
  expect(await receivers('company_address')).toEqual(['ofandes@example.com'])
  expect(await product.mailbox.outbox('ofandes@example.com', 'company_address')).toMatchObject([
    { subject: 'New address for withdrawals of Andes: Cold wallet' },
  ])
})

test('a company is told that a deposit was reversed', async () => {
  const id = product.kernel.ids.next()
  const payload = { wallet: 'regular', grossCents: '100000', netCents: '97750' }
  await tell({ type: 'topup.reversed', entityId: id, companyId: world.andes, userId: null, payload })
  const told = (await noticesOf(world.ofAndes)).filter(({ kind }) => kind === 'company_deposit')
  const facts = { net: '977.50', status: 'reversed', ref: topUpRef(id), to: 'Andes' }
  expect(told).toMatchObject([{ path: `/admin/wallets/deposits?open=${id}`, facts }])
  const mails = await product.mailbox.outbox('ofandes@example.com', 'company_deposit')
  expect(mails).toMatchObject([{ subject: `Deposit ${topUpRef(id)} was reversed` }])
})

test('a paid settlement is told to those who see it, in their language, and to no level above', async () => {
  await world.rows(`update app_user set locale = 'es' where email = 'ofandes@example.com'`)
  await world.share({ ownerId: world.andes, cents: 750n })
  await world.share({ ownerId: world.eva, companyId: world.lima, cents: 300n })
  await world.run()
  await world.run()
  await product.drain()
  const [row] = await world.rows<{ id: string }>('select id from settlement where owner_id = $1', [
    world.andes,
  ])
  const [found] = (await noticesOf(world.ofAndes)).filter(({ kind }) => kind === 'company_settlement')
  expect(found).toMatchObject({
    path: `/admin/settlements/${row?.id}`,
    facts: { net: '7.50', to: 'Andes', ref: settlementRef(row?.id ?? '') },
  })
  expect(await receivers('company_settlement')).toEqual(['ofandes@example.com'])
  const mails = await product.mailbox.outbox('ofandes@example.com', 'company_settlement')
  expect(mails).toMatchObject([{ subject: '$7.50 liquidados para Andes' }])
})

test('a company has a switch for it, and the staff of the operator and cardholders have none', async () => {
  const topicsOf = async ({ browser }: Pick<Admin, 'browser'>) => {
    const answer = await browser.get<{ topics: { topic: string }[] }>('/notifications/settings')
    return answer.body.data.topics.map(({ topic }) => topic)
  }
  expect(await topicsOf(world.ofAndes)).toContain('company_money')
  expect(await topicsOf(helper)).toContain('company_money')
  expect(await topicsOf(world.first)).not.toContain('company_money')
  const off = { topic: 'company_money', inApp: false, email: false }
  expect((await world.ofAndes.browser.patch('/notifications/settings', off)).status).toBe(200)
  expect((await transfer('20.00', '0.04')).status).toBe(200)
  await product.drain()
  expect(await receivers('company_transfer')).toEqual(['ofandes@example.com'])
  expect(await product.mailbox.outbox('ofandes@example.com', 'company_transfer')).toHaveLength(1)
})

test('who may not see the company by their data scope is not told, and a closed company has nobody', async () => {
  const of = { companyId: world.cusco, tags: ['wallets.view'] as const, by: world.first }
  await createLocalAdmin(product, { ...of, name: 'within' })
  const without = await createLocalAdmin(product, { ...of, name: 'without' })
  await world.rows(`update data_scope set kind = 'listed' where user_id = $1`, [without.userId])
  const guaranteed = async () => {
    await product.kernel.write(allTenants, async ({ emit }) =>
      emit({
        type: 'allowance.guaranteed',
        entityId: world.cusco,
        companyId: world.cusco,
        userId: null,
        payload: { guarantorId: world.andes, cents: '12300', reason: 'negative' },
      }),
    )
    await product.drain()
    // Others were told of earlier guarantees of their companies.
    return (await receivers('company_allowance')).filter((email) => email !== 'oflima@example.com')
  }
  expect(await guaranteed()).toEqual(['within@example.com'])
  // A second guarantee is news of its own.
  expect(await guaranteed()).toEqual(['within@example.com', 'within@example.com'])
  await world.rows('update company set active = false where id = $1', [world.cusco])
  expect(await guaranteed()).toHaveLength(2)
})

test('a transfer names a person of the company or below it, and only the company of anybody else', async () => {
  const other = await createAdmin(product, { name: 'other', roleId: 5, companyId: world.andes })
  const paula = await makeUser(product, { email: 'paula@example.com', roleId: 7, companyId: world.norte })
  const senders = []
  for (const from of [world.eva, paula]) {
    await world.fund(from, 20_000n)
    expect((await transfer('50.00', '0.10', from)).status).toBe(200)
    await product.drain()
    senders.push((await noticesOf(other))[0]?.facts['sender'])
  }
  const [eva] = await world.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from app_user where id = $1`,
    [world.eva],
  )
  expect(senders).toEqual([eva?.name, 'Norte'])
})
