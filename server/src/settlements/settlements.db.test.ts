import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany } from '../../../tests/support/test-people.ts'
import {
  createAdmin,
  createLocalAdmin,
  createTwoPeople,
  newKey,
  type Admin,
} from '../approvals/two-people.test-kit.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../calendar/business-time.ts'
import { allTenants } from '../kernel/database.ts'
import { listLoadShares } from '../shares/shares.sql.ts'
import { createSettlementWorld, type SettlementWorld } from './settlement-world.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: SettlementWorld
let names = 0
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createSettlementWorld(product)
})
afterAll(async () => {
  const findings = await world.findings()
  await world.end()
  await product.stop()
  expect(findings).toEqual([])
})

const newCompany = () => {
  names += 1
  return makeCompany(product, { slug: `partner-${names}`, name: `Partner ${names}`, parentId: world.norte })
}
/** The day of the last daily run. */
const lastDay = async () => {
  const calendar = await product.kernel.db.read(allTenants, readBusinessCalendar)
  return dailyRunBefore(product.kernel.clock.now(), calendar).toISOString().slice(0, 10)
}
type Line = { amount: string; note: string }
const body = async (ownerId: string, lines: Line[] = []) => ({
  ownerId,
  wallet: 'regular',
  day: await lastDay(),
  lines,
  reason: 'Asked by the partner',
})
const draw = async (ownerId: string, lines: Line[] = [], by = world.first, key = newKey()) =>
  people.confirmed<{ id: string }>(by, '/settlements', await body(ownerId, lines), key)
const drawn = async (ownerId: string, lines: Line[] = [], by = world.first): Promise<string> => {
  const made = await draw(ownerId, lines, by)
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data.id
}
const approve = (id: string, net: string, by = world.second, key = newKey()) =>
  people.confirmed<{ id?: string; approvalId?: string }>(
    by,
    `/settlements/${id}/approval`,
    { net, reason: 'Checked' },
    key,
  )
const pay = (id: string, by = world.second, key = newKey()) =>
  people.confirmed<{ paid: string }>(by, `/settlements/${id}/payment`, {}, key)
const makeVoid = (id: string, by = world.first, key = newKey()) =>
  people.confirmed<{ id: string }>(by, `/settlements/${id}/void`, { reason: 'Drawn up twice' }, key)
type Detail = { status: string; figures: Record<string, unknown>; lines: object[]; legs: object[] }
const detail = async (id: string, by: Admin = world.first) =>
  (await by.browser.get<Detail>(`/settlements/${id}`)).body

test('drawn up, approved by another person, and paid by hand, once', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 300n })
  const preview = `/settlements/preview?${new URLSearchParams({ ownerId, wallet: 'regular', day: await lastDay(), added: '9.00' }).toString()}`
  expect((await world.first.browser.get(preview)).body.data).toMatchObject({
    shares: 1,
    figures: { matured: '3.00', added: '9.00', paid: '12.00', available: { before: '0.00', after: '12.00' } },
  })
  const key = newKey()
  const made = await draw(ownerId, [{ amount: '9.00', note: 'Campaign' }], world.first, key)
  expect(made.step?.show).toMatchObject({ holder: `Partner ${names}`, manualLines: '9.00' })
  const { id } = made.body.data
  const again = await draw(ownerId, [{ amount: '9.00', note: 'Campaign' }], world.first, key)
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([made.text, 'true'])
  const second = await draw(ownerId)
  expect([second.status, second.body.code, second.body.data]).toEqual([
    409,
    'settlement_exists',
    { settlementId: id },
  ])
  expect((await detail(id)).data).toMatchObject({
    status: 'draft',
    shares: 1,
    matured: '3.00',
    manual: '9.00',
    paid: null,
    lines: [{ kind: 'manual', amount: '9.00', note: 'Campaign' }],
    canApprove: true,
    needsSecondPerson: true,
    drawnUp: { byName: 'Ana Paz' },
  })
  expect((await pay(id)).body.code).toBe('record_changed')
  expect((await approve(id, '11.00')).body.code).toBe('record_changed')
  expect((await approve(id, '12.00')).body.data).toEqual({ id })
  expect((await approve(id, '12.00')).body.code).toBe('record_changed')
  const paid = await pay(id)
  expect(paid.body.data).toEqual({ paid: '12.00' })
  expect((await pay(id)).body.code).toBe('record_changed')
  expect((await makeVoid(id)).body.code).toBe('record_changed')
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 1200n })
  expect((await detail(id)).data).toMatchObject({
    status: 'paid',
    figures: {
      paid: '12.00',
      available: { before: '0.00', after: '12.00' },
      pending: { before: '3.00', after: '0.00' },
    },
    legs: [
      { account: 'wallet.regular.pending', side: 'debit', amount: '3.00' },
      { account: 'expense.adjustments', side: 'debit', amount: '9.00' },
      { account: 'wallet.regular.available', side: 'credit', amount: '12.00' },
    ],
    canApprove: false,
    canVoid: false,
  })
})

test('of two people who draw one up at once one does, and the other reads which it is', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 300n })
  const answers = await Promise.all([draw(ownerId), draw(ownerId, [], world.second)])
  const [made, late] = answers.toSorted((one, other) => one.status - other.status)
  const { id } = made!.body.data
  expect([late!.body.code, late!.body.data]).toEqual(['settlement_exists', { settlementId: id }])
})

test('who drew it up needs a second person with a line by hand; another person does not', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 300n })
  const id = await drawn(ownerId, [{ amount: '0.01', note: 'Campaign' }])
  const own = await approve(id, '3.01', world.first)
  expect([own.status, Object.keys(own.body.data)]).toEqual([202, ['approvalId']])
  expect((await detail(id)).data.status).toBe('draft')
  const done = await people.approve(world.second, own.body.data.approvalId ?? '')
  expect(done.body.data).toMatchObject({ status: 'approved' })
  expect((await detail(id)).data).toMatchObject({ status: 'approved', approved: { byName: 'Ana Paz' } })
  const [row] = await world.rows<{ approved_by: string }>(
    'select approved_by from settlement where id = $1',
    [id],
  )
  expect(row?.approved_by).toBe(world.second.userId)
})

test('the staff of a company neither approve, pay nor void what their company is paid, but their own draft', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 300n })
  const tags = ['settlements.view', 'settlements.create', 'settlements.approve'] as const
  const local = await createLocalAdmin(product, { name: 'local', companyId: ownerId, tags, by: world.first })
  const id = await drawn(ownerId, [{ amount: '900.00', note: 'Campaign' }], local)
  expect((await approve(id, '903.00', local)).body.code).toBe('own_money')
  expect((await detail(id, local)).data).toMatchObject({ canApprove: false, canVoid: true })
  expect((await makeVoid(id, local)).status).toBe(200)
  const ofOperator = await drawn(ownerId, [{ amount: '900.00', note: 'Campaign' }])
  expect((await detail(ofOperator, local)).data).toMatchObject({ canVoid: false })
  expect((await makeVoid(ofOperator, local)).body.code).toBe('own_money')
  const wanted = await approve(ofOperator, '903.00', world.first)
  const { approvalId = '' } = wanted.body.data
  expect((await people.approve(local, approvalId)).body.code).toBe('permission_denied')
  expect((await people.reject(local, approvalId)).body.code).toBe('permission_denied')
  expect((await people.approve(world.second, approvalId)).status).toBe(200)
  expect((await pay(ofOperator, local)).body.code).toBe('own_money')
  expect((await pay(ofOperator)).body.data).toEqual({ paid: '903.00' })
})

test('of two people who approve at once one does, and the run pays it', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 300n })
  const id = await drawn(ownerId)
  const third = await createAdmin(product, { name: 'third', roleId: 6 })
  const answers = await Promise.all([approve(id, '3.00', world.second), approve(id, '3.00', third)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  await Promise.all([world.run(), pay(id), pay(id, third)])
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 300n })
})

test('a share that is reversed leaves a draft; after the approval it is owed', async () => {
  const ownerId = await newCompany()
  const [first, second] = [
    await world.share({ ownerId, cents: 300n }),
    await world.share({ ownerId, cents: 500n }),
  ]
  const id = await drawn(ownerId)
  await world.reverse(first, 300n)
  expect((await detail(id)).data).toMatchObject({ shares: 1, matured: '5.00', figures: { paid: '5.00' } })
  expect((await approve(id, '8.00')).body.code).toBe('record_changed')
  expect((await approve(id, '5.00')).status).toBe(200)
  await world.reverse(second, 200n)
  expect((await detail(id)).data).toMatchObject({
    matured: '5.00',
    figures: { reversed: '2.00', paid: '3.00' },
    lines: [{ kind: 'reversal', amount: '-2.00', load: { id: second.loadId } }],
  })
  expect((await pay(id)).body.data).toEqual({ paid: '3.00' })
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 300n })
})

test('what is not covered is said, and all that stays owed', async () => {
  const ownerId = await newCompany()
  const share = await world.share({ ownerId, cents: 1_000n })
  const early = await drawn(ownerId)
  await approve(early, '10.00')
  expect((await pay(early)).status).toBe(200)
  await world.reverse(share, 1_000n)
  const query = { ownerId, wallet: 'immediate', day: await lastDay() }
  const figuresFor = async (more: object) => {
    const path = `/settlements/preview?${new URLSearchParams({ ...query, ...more }).toString()}`
    return (await world.first.browser.get<{ figures: object }>(path)).body.data.figures
  }
  expect(await figuresFor({ added: '3.00' })).toMatchObject({
    reversed: '3.00',
    uncovered: '0.00',
    paid: '0.00',
    owedBefore: '10.00',
    owedAfter: '7.00',
  })
  expect(await figuresFor({ deducted: '5.00' })).toMatchObject({
    reversed: '0.00',
    uncovered: '5.00',
    paid: '0.00',
    owedBefore: '10.00',
    owedAfter: '15.00',
  })
})

test('the shares of a void settlement are due again, also one that was reversed after the approval', async () => {
  const ownerId = await newCompany()
  const share = await world.share({ ownerId, cents: 300n })
  const id = await drawn(ownerId)
  await approve(id, '3.00')
  await world.reverse(share, 100n)
  expect((await makeVoid(id)).status).toBe(200)
  expect((await detail(id)).data).toMatchObject({ status: 'void', voidReason: 'Drawn up twice', legs: [] })
  expect((await makeVoid(id)).body.code).toBe('record_changed')
  await world.run()
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 200n })
})

test('a settlement can be void although another one has recovered a reversed share of it', async () => {
  const ownerId = await newCompany()
  const share = await world.share({ ownerId, cents: 300n })
  const id = await drawn(ownerId)
  await approve(id, '3.00')
  await world.reverse(share, 300n)
  await world.share({ ownerId, cents: 500n, speed: 'immediate' })
  const other = { ...(await body(ownerId)), wallet: 'immediate' }
  const made = await people.confirmed<{ id: string }>(world.first, '/settlements', other)
  await approve(made.body.data.id, '5.00')
  expect((await pay(made.body.data.id)).body.data).toEqual({ paid: '2.00' })
  expect((await makeVoid(id)).status).toBe(200)
  await world.run()
  expect(await world.balances(ownerId)).toEqual({
    'wallet.immediate.available': 200n,
    'wallet.regular.available': 300n,
  })
})

test('what is owed of a reversed load is recovered after a void too, and its next credit has shares of its own', async () => {
  const ownerId = await newCompany()
  const share = await world.share({ ownerId, cents: 300n })
  const id = await drawn(ownerId)
  await approve(id, '3.00')
  await world.reverse(share, 300n)
  await world.rows(`update load set status = 'review' where id = $1`, [share.loadId])
  expect((await makeVoid(id)).status).toBe(200)
  const standing = await product.kernel.db.read(allTenants, (sql) => listLoadShares(sql, share.loadId))
  expect(standing).toEqual([])
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.pending': 300n, 'partner.owed': 300n })
  await world.run()
  expect(await world.balances(ownerId)).toEqual({})
  await world.run()
  expect(await world.balances(ownerId)).toEqual({})
})

test('a share that is taken back while the draft is approved leaves it', async () => {
  const ownerId = await newCompany()
  const share = await world.share({ ownerId, cents: 300n })
  await world.share({ ownerId, cents: 500n })
  const id = await drawn(ownerId)
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query('begin')
  await client.query('update share set undone_cents = amount_cents, undone_at = now() where id = $1', [
    share.id,
  ])
  const waiting = approve(id, '8.00')
  const blocked = async () => {
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
    return rowCount
  }
  await expect.poll(blocked, { timeout: 60_000 }).toBe(1)
  await client.query('commit')
  await client.end()
  expect((await waiting).body.code).toBe('record_changed')
  expect((await approve(id, '5.00')).status).toBe(200)
})

test('what cannot be drawn up is refused', async () => {
  const ownerId = await newCompany()
  expect((await draw(ownerId)).body.code).toBe('nothing_changes')
  expect((await draw(ownerId, [{ amount: '0.00', note: 'None' }])).body.code).toBe('invalid_amount')
  const large = { amount: '999999999.99', note: 'Typed twice' }
  expect((await draw(ownerId, [large, large])).body.code).toBe('validation')
  for (const name of ['added', 'deducted']) {
    const query = { ownerId, wallet: 'regular', day: await lastDay(), [name]: '1000000000.01' }
    const preview = `/settlements/preview?${new URLSearchParams(query).toString()}`
    expect((await world.first.browser.get(preview)).body.code).toBe('validation')
  }
  expect((await draw(product.kernel.ids.next())).body.code).toBe('record_not_found')
  expect((await draw(world.tom)).body.code).toBe('wallet_not_found')
  const later = { ...(await body(ownerId)), day: '2999-01-01' }
  expect((await people.confirmed(world.first, '/settlements', later)).body.code).toBe('validation')
  const sunday = { ...(await body(ownerId)), day: '2026-11-22' }
  expect((await people.confirmed(world.first, '/settlements', sunday)).body.code).toBe('validation')
  const missing = product.kernel.ids.next()
  for (const answer of [await approve(missing, '1.00'), await pay(missing), await makeVoid(missing)])
    expect(answer.body.code).toBe('record_not_found')
})

test('each level sees its own settlements, and nothing of another one', async () => {
  const { norte, andes, lima, eva } = world
  for (const [ownerId, companyId] of [
    [norte, norte],
    [andes, andes],
    [lima, lima],
    [eva, lima],
  ] as const)
    await world.share({ ownerId, companyId, cents: 100n })
  await world.run()
  type Page = { items: { id: string; ownerId: string; tier: number }[]; count: number }
  const list = async (by: Admin, query = '') =>
    (await by.browser.get<Page>(`/settlements?${query}`)).body.data.items
  const ownersOf = async (by: Admin, query = '') => (await list(by, query)).map(({ ownerId }) => ownerId)
  const all = await list(world.first)
  const idOf = (ownerId: string) => all.find((each) => each.ownerId === ownerId)?.id ?? ''
  for (const [admin, ownerId] of [
    [world.ofNorte, norte],
    [world.ofAndes, andes],
    [world.ofLima, lima],
  ] as const) {
    expect(await ownersOf(admin)).toEqual([ownerId])
    for (const other of [norte, andes, lima, eva].filter((each) => each !== ownerId)) {
      expect((await detail(idOf(other), admin)).code).toBe('record_not_found')
      const shares = `/settlements/shares?settlementId=${idOf(other)}`
      expect((await admin.browser.get<Page>(shares)).body.data.items).toEqual([])
    }
    const own = `/settlements/shares?settlementId=${idOf(ownerId)}`
    expect((await admin.browser.get<Page>(own)).body.data.items).toHaveLength(1)
    expect((await draw(ownerId, [], admin)).body.code).toBe('permission_denied')
  }
  expect(await ownersOf(world.first, 'tier=4&wallet=regular&status=paid')).toEqual([eva])
  expect(await ownersOf(world.first, 'q=Lima')).toEqual([lima])
  expect(await ownersOf(world.first, `ownerId=${andes}`)).toEqual([andes])

  const browser = await logIn(product, 'eva')
  const mine = (await browser.get<Page>('/wallet/settlements')).body.data.items
  expect(mine.map(({ ownerId }) => ownerId)).toEqual([eva])
  const ofEva = (await browser.get<Detail>(`/wallet/settlements/${idOf(eva)}`)).body.data
  expect(ofEva).toMatchObject({ status: 'paid', figures: { paid: '1.00' } })
  const ofLima = await browser.get(`/wallet/settlements/${idOf(lima)}`)
  expect(ofLima.body.code).toBe('record_not_found')
  const shares = async (id: string) =>
    (await browser.get<Page>(`/wallet/settlements/shares?settlementId=${id}`)).body.data.items
  expect(await shares(idOf(eva))).toMatchObject([{ loadRef: expect.stringMatching(/^L-\d+$/) }])
  expect(await shares(idOf(lima))).toEqual([])
})

test('the pending money of a wallet says which settlement has it', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 300n })
  const id = await drawn(ownerId)
  type Wallets = {
    pending: { reason: string; amount: string; runAt: string | null; settlement: object | null }[]
  }
  const pending = async () =>
    (await world.first.browser.get<Wallets>(`/wallets/${ownerId}`)).body.data.pending
  expect(await pending()).toMatchObject([
    { reason: 'settlement', amount: '3.00', runAt: null, settlement: { id, status: 'draft' } },
  ])
  await approve(id, '3.00')
  const [part, ...others] = await pending()
  expect(part).toMatchObject({ reason: 'settlement', amount: '3.00', settlement: { id, status: 'approved' } })
  expect([part?.runAt === null, others]).toEqual([false, []])
  await pay(id)
  expect(await pending()).toEqual([])
})
