import type { WireOf } from '@cardamom/contract/endpoint'
import type { readAttention } from '@cardamom/contract/reports'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { after } from '../kernel/clock.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

let product: PeopleProduct
let world: WalletWorld
let owner: pg.Client
/** Of Andes and the companies below it: one who decides about money, and one who may not open the lists. */
let decider: Admin
let blind: Admin

const hourMs = 3_600_000
const newId = () => product.kernel.ids.next()
const hoursAgo = (hours: number) => after(product.kernel.clock.now(), -hours * hourMs)
type Holder = { readonly companyId: string; readonly personId?: string }
const ownerOf = ({ companyId, personId }: Holder) => ({
  id: newId(),
  company_id: companyId,
  owner_id: personId ?? companyId,
  owner_kind: personId === undefined ? 'company' : 'person',
  wallet: 'regular',
})
const insert = (table: 'withdrawal' | 'settlement', row: object) =>
  owner.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) select ${Object.keys(row).join(', ')}
     from jsonb_populate_record(null::${table}, $1)`,
    [row],
  )

/** A withdrawal as its steps leave it, without the calls that lead there. */
const withdrawal = (step: 'requested' | 'approved' | 'failed', of: Holder & { readonly hours?: number }) =>
  insert('withdrawal', {
    ...ownerOf(of),
    status: 'PENDING',
    step,
    total_cents: 10_000,
    fee_cents: 100,
    net_cents: 9900,
    network: 'ethereum',
    asset: 'USDT',
    address_id: newId(),
    to_address: '0x1',
    address_label: 'Treasury',
    description: '',
    risk: 'clear',
    requested_by: newId(),
    requested_at: hoursAgo(of.hours ?? 1),
    attempt: 0,
    ...(step === 'requested' ? {} : { approved_by: newId(), approved_at: hoursAgo(0) }),
  })
const settlement = (status: 'draft' | 'approved', of: Holder) =>
  insert('settlement', {
    ...ownerOf(of),
    status,
    tier: 2,
    period_end: hoursAgo(2),
    share_count: 1,
    stopped_count: 0,
    matured_cents: 100,
    added_cents: 0,
    deducted_cents: 0,
    drawn_up_at: hoursAgo(1),
    ...(status === 'draft' ? {} : { approved_at: hoursAgo(0) }),
  })
const grant = async ({ userId, companyId }: Admin, tags: readonly string[]) => {
  await owner.query(
    `insert into data_scope (user_id, company_id, kind, set_by, set_at) values ($1, $2, 'subtree', $3, now())`,
    [userId, companyId, world.first.userId],
  )
  await owner.query(
    `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
     select gen_random_uuid(), $2, $1, t, 'granted', $3, now() from unnest($4::text[]) t`,
    [userId, companyId, world.first.userId, tags],
  )
}

beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createWalletWorld(product)
  owner = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await owner.connect()
  decider = await createAdmin(product, { name: 'decider', roleId: 9, companyId: world.andes })
  blind = await createAdmin(product, { name: 'blind', roleId: 9, companyId: world.andes })
  const decisions = ['withdrawals.approve', 'settlements.approve']
  await grant(decider, [...decisions, 'withdrawals.view', 'settlements.view'])
  await grant(blind, decisions)
  await owner.query('set session_replication_role = replica')
  const { norte, andes, lima, eva } = world
  await withdrawal('requested', { companyId: norte, hours: 5 })
  await withdrawal('requested', { companyId: andes, hours: 3 })
  await withdrawal('requested', { companyId: andes })
  await withdrawal('requested', { companyId: lima, personId: eva })
  await withdrawal('failed', { companyId: norte })
  await withdrawal('failed', { companyId: lima, personId: eva })
  await withdrawal('approved', { companyId: andes })
  for (const companyId of [norte, andes, lima]) await settlement('draft', { companyId })
  await settlement('draft', { companyId: lima, personId: eva })
  await settlement('approved', { companyId: world.cusco })
})
afterAll(async () => {
  await owner.end()
  await product.stop()
})

const kinds: readonly string[] = ['failedWithdrawals', 'withdrawalsToApprove', 'settlementsToApprove']
const waitingFor = async ({ browser }: Admin) => {
  const { body } = await browser.get<WireOf<typeof readAttention>>('/reports/attention')
  return body.data.items.filter(({ kind }) => kinds.includes(kind))
}
const countsFor = async (admin: Admin) =>
  Object.fromEntries((await waitingFor(admin)).map(({ kind, count }) => [kind, count]))
/** What the linked lists have. */
const listedFor = async ({ browser }: Admin) => {
  const count = async (path: string) => (await browser.get<{ count: number }>(path)).body.data.count
  return {
    failedWithdrawals: await count('/withdrawals?step=failed'),
    withdrawalsToApprove: await count('/withdrawals?step=requested'),
    settlementsToApprove: await count('/settlements?status=draft'),
  }
}

test('who decides about withdrawals and settlements sees how many wait, as the linked lists have them', async () => {
  const all = { failedWithdrawals: 2, withdrawalsToApprove: 4, settlementsToApprove: 4 }
  expect(await countsFor(world.first)).toEqual(all)
  expect(await listedFor(world.first)).toEqual(all)
  const oldest = (await waitingFor(world.first)).find(({ kind }) => kind === 'withdrawalsToApprove')
  const { rows } = await owner.query<{ at: Date }>(
    `select min(requested_at) as at from withdrawal where step = 'requested'`,
  )
  expect(oldest?.oldestAt).toBe(rows[0]?.at.toISOString())
})

test('their companies and their own settlements count, and nothing without the permissions', async () => {
  // Of settlements a company sees its own alone, also those who see the companies below.
  const ofAndes = { failedWithdrawals: 1, withdrawalsToApprove: 3, settlementsToApprove: 1 }
  expect(await countsFor(decider)).toEqual(ofAndes)
  expect(await listedFor(decider)).toEqual(ofAndes)
  expect(await countsFor(blind)).toEqual({})
  // They see the lists and decide nothing.
  expect(await countsFor(world.ofAndes)).toEqual({})
})
