import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [first, second, third, viewer] = [] as unknown as [Admin, Admin, Admin, Admin]
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  first = await createAdmin(product, { name: 'first', roleId: 6 })
  second = await createAdmin(product, { name: 'second', roleId: 6 })
  third = await createAdmin(product, { name: 'third', roleId: 6 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
})
afterAll(() => product.stop())

const path = '/treasury-operations'
let wires = 0
const wire = (amount: string) => ({
  kind: 'capital_contributed',
  amount,
  valuedOn: product.kernel.clock.now().toISOString().slice(0, 10),
  reference: `Wire ${(wires += 1)}`,
  reason: 'Wire of 23 November',
})
const request = (amount: string) => people.request(first, path, wire(amount))
const capital = () =>
  product.kernel.db.read(allTenants, async (sql) => ({
    findings: await checkBook(sql),
    ...(await sql.one<{ balance: bigint; journals: bigint }>(
      `select coalesce(sum(balance), 0)::int8 as balance, (select count(*) from journal) as journals
       from account where code = 'equity.capital'`,
    )),
  }))
test('capital is booked when a second administrator approves it, once', async () => {
  const entered = wire('5000.00')
  const requested = await people.confirmed<{ approvalId: string }>(first, path, entered)
  const shown = {
    treasuryKind: 'capital_contributed',
    amount: '5000.00',
    recordReference: entered.reference,
    valuedOn: entered.valuedOn,
    reason: entered.reason,
  }
  expect(requested.status).toBe(202)
  expect(requested.step?.show).toMatchObject(shown)
  const id = requested.body.data.approvalId
  expect(await capital()).toMatchObject({ balance: 0n, journals: 0n })

  const key = newKey()
  const booked = await people.approve(second, id, key)
  expect([booked.status, booked.body.data.status]).toEqual([200, 'approved'])
  expect(booked.step?.show).toMatchObject({ ...shown, maker: 'Ana Paz (first@example.com)' })
  const detail = await product.kernel.db.read(allTenants, (sql) =>
    sql.one('select actor, reason, metadata from journal_detail'),
  )
  expect(detail).toEqual({
    actor: second.userId,
    reason: 'Wire of 23 November',
    metadata: expect.objectContaining({ requestedBy: first.userId }),
  })

  // A repeated key needs no second confirmation and has no second effect; another key is told that it is done.
  const { version } = booked.body.data
  const again = await people.confirmed(second, `/approvals/${id}/approve`, { version }, key)
  expect([again.step, again.headers['idempotent-replayed'], again.text]).toEqual([null, 'true', booked.text])
  expect((await people.approve(second, id)).body.code).toBe('approval_decided')
  expect(await capital()).toEqual({ findings: [], balance: 500_000n, journals: 1n })
})

test('of two simultaneous approvals one succeeds', async () => {
  const before = await capital()
  const id = await request('10.00')
  const answers = await Promise.all([people.approve(second, id), people.approve(third, id)])
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  expect(await capital()).toEqual({
    findings: [],
    balance: before.balance + 1000n,
    journals: before.journals + 1n,
  })
})

test('one key that is sent twice at the same time books once', async () => {
  const before = await capital()
  const id = await request('11.00')
  const { version } = (await people.read(second, id)).body.data
  const key = newKey()
  const send = () => people.confirmed(second, `/approvals/${id}/approve`, { version }, key)
  const answers = await Promise.all([send(), send()])
  for (const { status, body } of answers)
    expect(status === 200 ? 'done' : body.code).toMatch(/^(done|idempotency_in_flight)$/)
  expect(await send()).toMatchObject({ status: 200 })
  expect((await capital()).journals).toBe(before.journals + 1n)
})

test('capital needs an amount, and the tag to request and to approve it', async () => {
  expect((await people.confirmed(first, path, wire('0.00'))).body.code).toBe('invalid_amount')
  expect((await people.confirmed(viewer, path, wire('1.00'))).body.code).toBe('permission_denied')
  expect((await people.approve(viewer, await request('1.00'))).body.code).toBe('permission_denied')
})
