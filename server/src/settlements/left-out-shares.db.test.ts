import type { WireOf } from '@cardamom/contract/endpoint'
import type { readCompanyEarnings } from '@cardamom/contract/reports/company-home'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf } from '../../../tests/support/csv-of.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { createAdmin } from '../approvals/two-people.test-kit.ts'
import { createSettlementWorld, type SettlementWorld } from './settlement-world.test-kit.ts'

/** What people read of shares that the daily run leaves out, or recovers (domain §15). */
let product: PeopleProduct
let world: SettlementWorld
let seller: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  world = await createSettlementWorld(product)
  seller = await logIn(product, 'eva')
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

const openBreak = async (): Promise<string> => {
  const cardId = product.kernel.ids.next()
  await world.rows(
    `insert into reconciliation_finding (id, company_id, invariant, subject, detail, status, first_at, last_at)
     values ($1, $2, 'R1', $3, 'differs', 'open', $4, $4)`,
    [product.kernel.ids.next(), world.lima, cardId, product.kernel.clock.now()],
  )
  return cardId
}
const amountsIn = async (state: string) => {
  const answer = await seller.get<{ items: { state: string; amount: string; dueAt: string | null }[] }>(
    `/earnings?state=${state}`,
  )
  const { items } = answer.body.data
  expect(items.every((each) => each.state === state)).toBe(true)
  return items.map(({ amount }) => amount)
}
const states = ['pending', 'due', 'stopped', 'settled', 'owed', 'undone'] as const
const byState = async () => {
  const found: Record<string, string[]> = {}
  for (const state of states) found[state] = await amountsIn(state)
  return found
}
const pendingOf = async (browser: TestBrowser, path: string) => {
  const answer = await browser.get<{ pending: { reason: string; amount: string; runAt: string | null }[] }>(
    path,
  )
  return answer.body.data.pending.map(({ reason, amount }) => [reason, amount])
}
const onItsWay = async (browser: TestBrowser) => {
  const answer = await browser.get<{ wallets: { reason: string; amount: string }[] }>('/wallet/pending')
  return answer.body.data.wallets.map(({ reason, amount }) => [reason, amount])
}

test('a company reads what is stopped among its pending money, and nothing of a level below', async () => {
  const cardId = await openBreak()
  const { ofAndes, ofNorte, andes } = world
  await world.share({ ownerId: andes, cents: 150n, cardId })
  expect(await pendingOf(ofAndes.browser, `/wallets/${andes}`)).toEqual([['break', '1.50']])
  expect(await pendingOf(ofNorte.browser, `/wallets/${andes}`)).toEqual([])
  const all = await ofAndes.browser.get<{ days: { reason: string; amount: string }[] }>(
    '/pending-money?reason=break',
  )
  expect(all.body.data.days).toMatchObject([{ reason: 'break', amount: '1.50' }])
  type Owners = { owners: object[]; companies: object[]; total: string }
  const byOwner = async (by: { browser: TestBrowser }, query = '') =>
    (await by.browser.get<Owners>(`/pending-money?by=owner${query}`)).body.data
  const own = { id: andes, kind: 'company', name: 'Andes', companyName: 'Andes', amount: '1.50' }
  expect(await byOwner(ofAndes)).toMatchObject({ companies: [], owners: [own], total: '1.50' })
  // A level above reads neither the owner nor a sum, also when it names the owner.
  for (const query of ['', `&ownerId=${andes}`])
    expect(await byOwner(ofNorte, query)).toMatchObject({ owners: [], total: '0.00' })
  const staff = await createAdmin(product, { name: 'staff', roleId: 1 })
  await world.share({ ownerId: world.tom, companyId: world.lima, cents: 60n, status: 'held' })
  await world.share({ ownerId: world.lima, cents: 40n, status: 'held' })
  const name: unknown = expect.stringMatching(/^\S+ \S+$/)
  const people = { id: world.tom, kind: 'person', name, companyName: 'Lima', amount: '0.60' }
  const { owners, total } = await byOwner(staff)
  expect(total).toBe('2.50')
  expect(owners).toMatchObject([own, people, { id: world.lima, amount: '0.40' }])
  expect(await byOwner(staff, `&ownerId=${world.tom}`)).toMatchObject({ owners: [people], total: '0.60' })
  expect(await byOwner(staff, `&ownerId=${world.tom}&companyId=${andes}`)).toMatchObject({ owners: [] })
})

test('the parts of what a company earned add up to the total, also while a share of it is stopped', async () => {
  const { ofNorte, norte, andes } = world
  await world.share({ ownerId: norte, cents: 400n })
  await world.share({ ownerId: norte, cents: 70n, status: 'held' })
  await world.share({ ownerId: norte, cents: 150n, cardId: await openBreak() })
  await world.share({ ownerId: andes, cents: 900n, cardId: await openBreak() })
  const path = '/reports/company-earnings'
  const { now, before } = (await ofNorte.browser.get<WireOf<typeof readCompanyEarnings>>(path)).body.data
  // A month may begin while the test runs.
  const sumOf = (part: 'pending' | 'due' | 'stopped' | 'settled' | 'total' | 'owed') =>
    [now, before].reduce((sum, month) => sum + BigInt(month[part].replace('.', '')), 0n)
  const parts = (['pending', 'due', 'stopped', 'settled'] as const).map(sumOf)
  expect(parts).toEqual([70n, 400n, 150n, 0n])
  expect([sumOf('total'), sumOf('owed')]).toEqual([620n, 0n])
})

test('a share with an open break is stopped, one without its credit waits, and the daily run leaves both out', async () => {
  const of = { ownerId: world.eva, companyId: world.lima }
  const paid = await world.share({ ...of, cents: 500n })
  await world.run()
  await world.reverse(paid, 200n)
  const cardId = await openBreak()
  const stopped = await world.share({ ...of, cents: 100n, cardId })
  await world.share({ ...of, cents: 70n, status: 'held' })
  await world.share({ ...of, cents: 900n })
  const before = {
    pending: ['0.70'],
    due: ['9.00'],
    stopped: ['1.00'],
    settled: [],
    owed: ['3.00'],
    undone: [],
  }
  expect(await byState()).toEqual(before)
  expect((await seller.get('/earnings/summary?zone=UTC')).body.data).toMatchObject({
    pending: '0.70',
    due: '9.00',
    stopped: '1.00',
    settled: '3.00',
    total: '13.70',
    owed: '2.00',
  })
  const counts = await seller.get<{ counts: Record<string, number> }>('/earnings/counts')
  expect(counts.body.data.counts).toMatchObject({
    all: 4,
    stopped: 1,
    owed: 1,
    due: 1,
    pending: 1,
    settled: 0,
  })
  expect(await csvOf(seller, '/earnings', { query: { state: 'stopped', columns: 'state,amount' } })).toEqual([
    'State,Amount (USD)',
    'Stopped,1.00',
  ])
  const parts = await pendingOf(seller, '/wallet/balances')
  expect(parts).toContainEqual(['break', '1.00'])
  expect(parts).toContainEqual(['run', '9.70'])
  expect(await onItsWay(seller)).toEqual(parts)

  await world.nextPeriod()
  await world.run()
  const [drawn] = await world.rows<{ status: string; stopped_count: number; share_count: number }>(
    `select status, stopped_count, share_count from settlement where owner_id = $1 order by id desc limit 1`,
    [world.eva],
  )
  expect(drawn).toEqual({ status: 'draft', stopped_count: 1, share_count: 1 })
  expect(await world.rows('select draft_id from share where id = $1', [stopped.id])).toEqual([
    { draft_id: null },
  ])
  // The session is over after so long.
  seller = await logIn(product, 'eva')
  // A draft waits for a person, so no run is promised for its share.
  const shown = await onItsWay(seller)
  expect(shown).toEqual(await pendingOf(seller, '/wallet/balances'))
  expect(shown.map(([reason]) => reason)).toContain('settlement')
  await world.rows(
    `update reconciliation_finding set status = 'gone', gone_at = last_at where subject = $1`,
    [cardId],
  )
  expect(await amountsIn('stopped')).toEqual([])
  expect(await amountsIn('due')).toEqual(['9.00', '1.00'])
})
