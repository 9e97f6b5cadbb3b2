import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'

type Admin = { readonly userId: string; readonly browser: TestBrowser }
type Contribution = { id: string; amount: string; note: string; confirmedAt: string | null }

let product: PeopleProduct
let [first, second, third, viewer] = [] as unknown as [Admin, Admin, Admin, Admin]
let keys = 0
beforeAll(async () => {
  product = await createPeopleProduct()
  const admin = async (name: string, roleId: number): Promise<Admin> => {
    const userId = await makeUser(product, { email: `${name}@example.com`, roleId })
    const browser = await logIn(product, name)
    await storePasskey(product.kernel, { userId, companyId: houseId })
    return { userId, browser }
  }
  first = await admin('first', 6)
  second = await admin('second', 6)
  third = await admin('third', 6)
  viewer = await admin('viewer', 1)
})
afterAll(() => product.stop())

const newKey = () => {
  keys += 1
  return `capital-key-${keys}`
}
/** Makes a call, confirms it with a passkey where necessary, and repeats it with the same key. */
const confirmed = async <T>({ userId, browser }: Admin, path: string, body: object, key = newKey()) => {
  const headers = { 'idempotency-key': key }
  const requested = await browser.post<StepUpRequest>(path, body, { headers })
  if (requested.body.code !== 'step_up_required') return requested as never
  const grant = await grantOperation(product.kernel, { userId, companyId: houseId }, requested.body.data)
  const answer = await browser.post<T>(path, body, { headers: { ...headers, 'step-up': grant } })
  return Object.assign(answer, { show: requested.body.data.show })
}
const propose = (by: Admin, amount = '5000.00') =>
  confirmed<Contribution>(by, '/capital-contributions', { amount, note: 'Wire of 23 November' })
const confirm = (by: Admin, { id }: { id: string }, key = newKey()) =>
  confirmed<Contribution>(by, `/capital-contributions/${id}/confirm`, {}, key)
const capital = () =>
  product.kernel.db.read(allTenants, async (sql) => ({
    findings: await checkBook(sql),
    ...(await sql.one<{ balance: bigint; journals: bigint }>(
      `select coalesce(sum(balance), 0)::int8 as balance, (select count(*) from journal) as journals
       from account where code = 'equity.capital'`,
    )),
  }))

test('capital is booked when a second administrator confirms it, once', async () => {
  const proposed = await propose(first)
  expect(proposed.status).toBe(201)
  expect(proposed.show).toEqual({ amount: '5000.00', note: 'Wire of 23 November' })
  expect(proposed.body.data).toMatchObject({ amount: '5000.00', confirmedAt: null })
  expect((await capital()).balance).toBe(0n)

  expect((await confirm(first, proposed.body.data)).body.code).toBe('own_proposal')
  const key = newKey()
  const booked = await confirm(second, proposed.body.data, key)
  expect(booked.status).toBe(200)
  expect(booked.show).toMatchObject({
    amount: '5000.00',
    person: expect.stringContaining('first@') as string,
  })
  expect(booked.body.data.confirmedAt).not.toBe(null)
  const detail = await product.kernel.db.read(allTenants, (sql) =>
    sql.one('select actor, reason, metadata from journal_detail'),
  )
  expect(detail).toEqual({
    actor: second.userId,
    reason: 'Wire of 23 November',
    metadata: { proposedBy: first.userId },
  })

  // A repeated key needs no second confirmation and has no second effect; another key is refused as already
  // done.
  const again = await second.browser.post(
    `/capital-contributions/${booked.body.data.id}/confirm`,
    {},
    {
      headers: { 'idempotency-key': key },
    },
  )
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([200, 'true', booked.text])
  expect((await confirm(second, proposed.body.data)).body.code).toBe('capital_recorded')
  expect(await capital()).toEqual({ findings: [], balance: 500_000n, journals: 1n })
})

test('of two simultaneous confirmations one succeeds', async () => {
  const before = await capital()
  const { data } = (await propose(first, '10.00')).body
  const answers = await Promise.all([confirm(second, data), confirm(third, data)])
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.toSorted()).toEqual(['capital_recorded', 'done'])
  expect(await capital()).toEqual({
    findings: [],
    balance: before.balance + 1000n,
    journals: before.journals + 1n,
  })
})

test('a proposal needs an amount, and proposing and confirming need the tag', async () => {
  expect((await propose(first, '0.00')).body.code).toBe('invalid_amount')
  expect((await propose(viewer)).body.code).toBe('permission_denied')
  const unknown = { id: product.kernel.ids.next() }
  expect((await confirm(viewer, unknown)).body.code).toBe('permission_denied')
  expect((await confirm(second, unknown)).body.code).toBe('record_not_found')
})

type Row = Contribution & { proposedBy: { id: string; name: string } }
const listed = async ({ browser }: Admin, query = '') =>
  (await browser.get<{ items: Row[]; count: number }>(`/capital-contributions${query}`)).body

test('a link to a proposal finds its row by the id, and only a row of the filter', async () => {
  const { id } = (await propose(first, '23.00')).body.data
  expect((await listed(second, `?id=${id}`)).data).toMatchObject({
    count: 1,
    items: [{ id, amount: '23.00' }],
  })
  expect((await listed(second, `?id=${id}&status=confirmed`)).data.items).toEqual([])
  expect((await listed(second, `?id=${product.kernel.ids.next()}`)).data.count).toBe(0)
  expect((await second.browser.get('/capital-contributions?id=7')).status).toBe(422)
})

test('the second administrator finds open proposals, newest first, and every step is an event', async () => {
  const proposed = [(await propose(first, '21.00')).body.data, (await propose(first, '22.00')).body.data]
  const [older, newer] = proposed
  const waiting = (await listed(second, '?status=waiting')).data
  expect(waiting.items.slice(0, 2)).toMatchObject([
    { id: newer?.id, amount: '22.00', confirmedAt: null, proposedBy: { id: first.userId } },
    { id: older?.id, amount: '21.00' },
  ])
  await confirm(second, older!)
  const left = (await listed(second, '?status=waiting')).data
  expect(left.items.map(({ id }) => id)).not.toContain(older?.id)
  expect(left.count).toBe(waiting.count - 1)
  expect((await listed(viewer, '?status=confirmed')).data.items[0]).toMatchObject({ id: older?.id })
  const events = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows(
      `select type, company_id, user_id, payload ->> 'amountCents' as cents from event where entity_id = $1 order by id`,
      [older!.id],
    ),
  )
  const whose = { company_id: houseId, user_id: null, cents: '2100' }
  expect(events).toEqual([
    { type: 'capital.proposed', ...whose },
    { type: 'capital.contributed', ...whose },
  ])
})

test('a person who may not see the treasury sees no capital', async () => {
  await makeUser(product, { email: 'holder@example.com', roleId: 2 })
  const browser = await logIn(product, 'holder')
  expect((await browser.get('/capital-contributions')).body.code).toBe('permission_denied')
})
