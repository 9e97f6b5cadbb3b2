import type { WireOf } from '@cardamom/contract/endpoint'
import { feeScheduleStates, type listFeeSchedules } from '@cardamom/contract/fees/fee-schedules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { readFeeSchedule } from './fee-schedules.sql.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [first, second, third, ofNorte, ofLima] = [] as unknown as [Admin, Admin, Admin, Admin, Admin]
const ids = { norte: '', lima: '', sur: '' }
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  const { kernel } = product
  startMs = kernel.clock.now().getTime()
  await kernel.db.write(allTenants, async (sql) => {
    for (const [slug, parent] of [
      ['norte', null],
      ['lima', 'norte'],
      ['sur', null],
    ] as const) {
      ids[slug] = kernel.ids.next()
      const company = { id: ids[slug], parentId: parent && ids[parent], slug, name: slug }
      await insertCompany(sql, { ...company, visibleToAdm: slug !== 'sur' }, kernel.clock.now())
    }
  })
  first = await createAdmin(product, { name: 'first', roleId: 1 })
  second = await createAdmin(product, { name: 'second', roleId: 6 })
  third = await createAdmin(product, { name: 'third', roleId: 6 })
  ofNorte = await createAdmin(product, { name: 'norte', roleId: 5, companyId: ids.norte })
  ofLima = await createAdmin(product, { name: 'lima', roleId: 5, companyId: ids.lima })
})
afterAll(() => product.stop())

/** Days after the one on which the tests began, so that a midnight during them changes nothing. */
let startMs = 0
const inDays = (days: number) => new Date(startMs + days * 86_400_000).toISOString().slice(0, 10)
const usual = {
  regular: ['1.00', '0.50', '0.75', '0.50', '0.25'],
  immediate: ['2.00', '0.75', '1.00', '0.75', '0.50'],
  transfer: ['0.2', '0.2', '0.2', '0.2', '0.2'],
}
const newVersion = (change: object = {}) => ({
  companyId: null,
  from: inDays(5),
  ...usual,
  reason: 'Agreed in May',
  ...change,
})
const path = '/fee-schedules'
const ofLevel2 = (change: object = {}) => ({
  companyId: ids.lima,
  from: inDays(2),
  regular: ['1.00', '0.25', '0.25'],
  immediate: ['1.00', '0.75', '0.50'],
  reason: 'Our people',
  ...change,
})
const set = (by: Admin, change: object = {}) => people.confirmed(by, `${path}/company`, ofLevel2(change))
const approved = async (change: object) => {
  const id = await people.request(first, path, newVersion(change))
  return people.approve(second, id)
}
/** Regular rates of a company at the start of a day, as a quote would freeze them. */
const ratesAt = (companyId: string | null, day: string) =>
  product.kernel.db.read(allTenants, async (sql) =>
    (await readFeeSchedule(sql, { companyId, at: new Date(`${day}T00:00:00Z`) })).regular.map(Number),
  )
const listed = async ({ browser }: Admin, query = '') =>
  (await browser.get<WireOf<typeof listFeeSchedules>>(`${path}${query}`)).body.data.items
const versions = () =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ company_id: string | null; version: number }>('select company_id, version from fee_schedule'),
  )

test('wrong rates and days are refused at their fields', async () => {
  const errorsOf = async (change: object) => {
    const { status, body } = await people.confirmed(first, path, newVersion(change))
    return [status, (body as unknown as { errors: object }).errors]
  }
  const [, , ...rest] = usual.regular
  expect(await errorsOf({ regular: ['100', '0.50', ...rest] })).toEqual([
    422,
    { 'regular.0': ['A fee is 0 or greater and below 100 percent, with at most 4 decimals, like 0.75.'] },
  ])
  expect(await errorsOf({ regular: ['0.00001', '-1', ...rest] })).toMatchObject([
    422,
    { 'regular.0': [expect.any(String)], 'regular.1': [expect.any(String)] },
  ])
  expect(await errorsOf({ immediate: ['99', '0.9999', '0', '0.0001', '0'] })).toEqual([
    422,
    { immediate: ['All levels together must be below 100 percent.'] },
  ])
  expect(await errorsOf({ transfer: ['0.2', '0', '0.2', '0.2', '0.2'] })).toEqual([
    422,
    { 'transfer.1': ['This fee must be greater than 0.'] },
  ])
  for (const from of [inDays(0), inDays(-1)])
    expect(await errorsOf({ from })).toEqual([
      422,
      { from: ['Choose a day after today. Fees never change for the past.'] },
    ])
  expect(await errorsOf({ from: inDays(400) })).toEqual([
    422,
    { from: ['Choose a day within the next year.'] },
  ])
  expect((await set(ofLima, { regular: ['1.00'] })).status).toBe(422)
  expect((await set(ofLima, { from: inDays(0) })).status).toBe(422)
})

test('nobody changes fees without the tag, of another company, or of levels above their own', async () => {
  const code = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
  expect(await code(people.confirmed(ofNorte, path, newVersion()))).toBe('permission_denied')
  expect(await code(people.confirmed(first, path, newVersion({ companyId: ids.sur })))).toBe(
    'record_not_found',
  )
  expect(await code(set(ofLima, { companyId: ids.norte }))).toBe('record_not_found')
  expect(await code(set(ofNorte, { companyId: ids.sur }))).toBe('record_not_found')
  const viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  expect(await code(set(viewer))).toBe('permission_denied')
  expect(await versions()).toHaveLength(1)
})

test('a company divides its room, and is told what is left where it wants more', async () => {
  const { status, body } = await set(ofLima, { regular: ['1.00', '0.25', '0.2501'] })
  expect([status, body.code]).toEqual([409, 'fee_room_exceeded'])
  expect(body).toMatchObject({ data: { speed: 'regular', room: '1.50', wanted: '1.5001' } })
  const answer = await set(ofLima)
  expect([answer.status, answer.step?.show]).toEqual([
    201,
    {
      company: 'lima',
      validFrom: inDays(2),
      regularFees: '1.00 / 0.25 / 0.25 = 1.50 %',
      immediateFees: '1.00 / 0.75 / 0.50 = 2.25 %',
      reason: 'Our people',
    },
  ])
  expect(await ratesAt(ids.lima, inDays(1))).toEqual([10_000, 5_000, 7_500, 5_000, 2_500])
  expect(await ratesAt(ids.lima, inDays(2))).toEqual([10_000, 5_000, 10_000, 2_500, 2_500])
  expect((await listed(ofLima)).filter(({ companyName }) => companyName === 'lima')).toMatchObject([
    { state: 'planned', way: 'company', reason: 'Our people', rates: { regular: { above: '1.50' } } },
  ])
})

test('two people change the fees of the platform; what a company set follows from the same day', async () => {
  const regular = ['0.9', '0.60', '0.80', '0.50', '0.25']
  const requested = await people.confirmed<{ approvalId: string }>(first, path, newVersion({ regular }))
  expect(requested.step?.show).toMatchObject({
    company: 'Cardamom',
    validFrom: inDays(5),
    regularFees: '0.90 / 0.60 / 0.80 / 0.50 / 0.25 = 3.05 %',
  })
  expect(await ratesAt(null, inDays(5))).toEqual([10_000, 5_000, 7_500, 5_000, 2_500])
  const id = requested.body.data.approvalId
  expect((await people.approve(first, id)).body.code).toBe('own_request')
  // Of two simultaneous approvals one succeeds.
  const answers = await Promise.all([people.approve(second, id), people.approve(third, id)])
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code)).toSorted()
  // The other one finds the request decided, or the schedule changed since it was read.
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(codes.join()).toMatch(/approval_decided|record_changed/)
  expect(await ratesAt(null, inDays(5))).toEqual([9_000, 6_000, 8_000, 5_000, 2_500])
  expect(await ratesAt(ids.lima, inDays(4))).toEqual([10_000, 5_000, 10_000, 2_500, 2_500])
  expect(await ratesAt(ids.lima, inDays(5))).toEqual([9_000, 6_000, 10_000, 2_500, 2_500])
  const [follower] = await listed(ofLima, `?companyId=${ids.lima}`)
  expect(follower).toMatchObject({ way: 'followed', version: 2, createdByName: null, reason: null })
})

test('a part that has no room any more ends with the change above', async () => {
  const regular = ['1.00', '1.00', '0.50', '0.25', '0.25']
  expect((await approved({ companyId: ids.norte, from: inDays(8), regular })).status).toBe(200)
  expect(await ratesAt(ids.lima, inDays(8))).toEqual([10_000, 10_000, 5_000, 2_500, 2_500])
  const [ended] = await listed(ofLima, `?companyId=${ids.lima}`)
  expect(ended).toMatchObject({ way: 'ended', state: 'planned', version: 3 })
  await product.drain()
  const news = await ofLima.browser.get<{ items: { kind: string; facts: object }[] }>('/notifications')
  expect(news.body.data.items).toMatchObject([
    { kind: 'fees_ended', facts: { to: 'lima', by: `${inDays(8)}T00:00:00.000Z` } },
    // What the change above makes of the fees of the company, too.
    {
      kind: 'company_fees',
      facts: { status: 'operator', regular: '3.00 % (1.00 / 0.25 / 0.25) → 3.00 % (0.50 / 0.25 / 0.25)' },
    },
  ])
  const [mail, ...more] = await product.mailbox.outbox('lima@example.com', 'fees_ended')
  expect([mail?.subject, more]).toEqual(['Your fees for lima end', []])
  expect(mail?.link).toMatch(`/admin/fees?companyId=${ids.lima}`)
  // The nearest version counts: the platform's next one changes neither Norte nor Lima.
  expect((await approved({ from: inDays(9) })).status).toBe(200)
  expect(await ratesAt(ids.lima, inDays(9))).toEqual([10_000, 10_000, 5_000, 2_500, 2_500])
  expect(await ratesAt(ids.sur, inDays(9))).toEqual([10_000, 5_000, 7_500, 5_000, 2_500])
})

/** A busy server refuses a call before it starts; the caller sends it again. */
const answered = async <T extends { status: number }>(send: () => Promise<T>): Promise<T> => {
  const answer = await send()
  return answer.status === 503 ? answered(send) : answer
}

test('changes at the same time give each company one version after another', async () => {
  const requests = [13, 11].map((days) => ({ companyId: null, from: inDays(days) }))
  const requested = []
  for (const each of requests) requested.push(await people.request(first, path, newVersion(each)))
  const own = { companyId: ids.norte, from: inDays(12), regular: ['0.5', '0.5', '0', '0'] }
  const [companys, ...approvals] = await Promise.all([
    answered(() => set(ofNorte, { ...own, immediate: ['1', '0', '0', '0'] })),
    ...requested.map((id, at) => answered(() => people.approve(at === 0 ? second : third, id))),
  ])
  expect(companys.status).toBe(201)
  const [later, earlier] = approvals
  expect(earlier?.status).toBe(200)
  // The later version was requested on the present one: it is refused where the earlier one was approved before it.
  expect(later?.status === 200 || later?.body.code === 'record_changed').toBe(true)
  const all = await versions()
  for (const companyId of [null, ids.norte, ids.lima]) {
    const own = all.filter((each) => each.company_id === companyId).map(({ version }) => version)
    expect(own.toSorted((a, b) => a - b)).toEqual(own.map((_, at) => at + 1))
  }
})

test('the filter of a state has the rows that the list shows in that state', async () => {
  const all = await listed(second)
  expect(new Set(all.map(({ state }) => state)).size).toBeGreaterThan(1)
  for (const state of feeScheduleStates) {
    const found = await listed(second, `?state=${state}`)
    expect(found.map(({ id }) => id)).toEqual(all.filter((row) => row.state === state).map(({ id }) => id))
  }
})

test('the reason of a company is not for the company below it that gets the rates', async () => {
  const none = ['0', '0', '0', '0']
  const of = { from: inDays(20), regular: none, immediate: none, reason: 'Lima is dear' }
  expect((await set(ofNorte, of)).status).toBe(201)
  const newest = async (by: Admin) =>
    (await listed(by, `?companyId=${ids.lima}`)).find(({ validFrom }) => validFrom.startsWith(inDays(20)))
  expect(await newest(ofNorte)).toMatchObject({ way: 'company', reason: 'Lima is dear' })
  expect(await newest(ofLima)).toMatchObject({ way: 'company', reason: null })
})

test('with its switch off the fee of a transfer is nothing for every level', async () => {
  const off = await approved({ from: inDays(25), transfer: null })
  expect(off.status).toBe(200)
  const transferAt = (day: string) =>
    product.kernel.db.read(allTenants, async (sql) =>
      (await readFeeSchedule(sql, { companyId: null, at: new Date(`${day}T00:00:00Z`) })).transfer.map(
        Number,
      ),
    )
  expect(await transferAt(inDays(24))).toEqual([2000, 2000, 2000, 2000, 2000])
  expect(await transferAt(inDays(25))).toEqual([0, 0, 0, 0, 0])
})
