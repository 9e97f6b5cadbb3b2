import type { WireOf } from '@cardamom/contract/endpoint'
import type { listFeeSchedules, readFeesInForce, simulateFees } from '@cardamom/contract/fees/fee-schedules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'

let product: PeopleProduct
let [boss, ofNorte, ofLima] = [] as unknown as [Admin, Admin, Admin]
const ids = { norte: '', lima: '', sur: '' }
beforeAll(async () => {
  product = await createPeopleProduct()
  const { kernel } = product
  const now = kernel.clock.now()
  await kernel.db.write(allTenants, async (sql) => {
    for (const [slug, parent] of [
      ['norte', null],
      ['lima', 'norte'],
      ['sur', null],
    ] as const) {
      ids[slug] = kernel.ids.next()
      const parentId = parent && ids[parent]
      await insertCompany(
        sql,
        { id: ids[slug], parentId, slug, name: slug, visibleToAdm: slug !== 'sur' },
        now,
      )
    }
    const from = new Date(now.getTime() - 60_000)
    for (const companyId of [ids.norte, ids.sur])
      await sql.run(
        `insert into fee_schedule (id, company_id, version, valid_from, regular_hundredths_bp, immediate_hundredths_bp,
           transfer_hundredths_bp, created_at, reason)
         values ($1, $2, 1, $3, '{11000,5300,7500,5000,3100}', '{20000,7500,10000,7500,5000}',
           '{2000,2000,2000,2000,2000}', $3, 'our secret')`,
        [kernel.ids.next(), companyId, from],
      )
  })
  boss = await createAdmin(product, { name: 'boss', roleId: 1 })
  ofNorte = await createAdmin(product, { name: 'norte', roleId: 5, companyId: ids.norte })
  ofLima = await createAdmin(product, { name: 'lima', roleId: 5, companyId: ids.lima })
})
afterAll(() => product.stop())

const listed = async ({ browser }: Admin, query = '') =>
  (await browser.get<WireOf<typeof listFeeSchedules>>(`/fee-schedules${query}`)).body.data
const inForce = async ({ browser }: Admin, companyId?: string) =>
  (
    await browser.get<WireOf<typeof readFeesInForce>>(
      `/fee-schedules/in-force${companyId === undefined ? '' : `?companyId=${companyId}`}`,
    )
  ).body
const simulated = async ({ browser }: Admin, input: object) =>
  (await browser.post<WireOf<typeof simulateFees>>('/fee-schedules/simulations', input)).body
const percents = (levels: readonly { percent: string }[]) => levels.map(({ percent }) => percent)

test('an administrator of the operator sees every rate of the visible companies and of the platform', async () => {
  const { items, count } = await listed(boss)
  expect(items.map(({ companyName }) => companyName)).toEqual(['norte', 'Cardamom'])
  expect(count).toBe(2)
  expect(items[0]?.rates.regular).toMatchObject({ total: '3.19', above: null })
  expect(percents(items[0]?.rates.regular.levels ?? [])).toEqual(['1.10', '0.53', '0.75', '0.50', '0.31'])
  expect(items.map(({ state, reason }) => [state, reason])).toEqual([
    ['in_force', 'our secret'],
    ['in_force', null],
  ])
  expect((await listed(boss, `?companyId=${ids.norte}`)).count).toBe(1)
})

test('a company sees its own level and those below one by one, and the levels above as one sum', async () => {
  const { items } = await listed(ofNorte)
  expect(items.map(({ companyName }) => companyName)).toEqual(['norte'])
  expect(items[0]?.rates.regular).toEqual({
    total: '3.19',
    above: '1.10',
    levels: [
      { level: 1, percent: '0.53' },
      { level: 2, percent: '0.75' },
      { level: 3, percent: '0.50' },
      { level: 4, percent: '0.31' },
    ],
  })
  // The schedule of the company above applies to Lima, and is not in its list.
  expect((await listed(ofLima)).items).toEqual([])
  const { data } = await inForce(ofLima)
  expect(data).toMatchObject({ level: 2, scheduleOf: null, company: { name: 'lima', tier: 2 } })
  expect(data.rates.regular).toMatchObject({ total: '3.19', above: '1.63' })
  expect(percents(data.rates.regular.levels)).toEqual(['0.75', '0.50', '0.31'])
})

test('no answer to a company has a rate of a level above, or the reason of the operator', async () => {
  const file = await ofNorte.browser.post<{ url: string }>('/fee-schedules/export', {})
  const texts = [
    (await ofLima.browser.get('/fee-schedules')).text,
    (await ofLima.browser.get('/fee-schedules/in-force')).text,
    (await ofLima.browser.post('/fee-schedules/simulations', { gross: ['1000.00'] })).text,
    (await ofNorte.browser.get(file.body.data.url.replace(/^\/api/, ''))).text,
    (await ofNorte.browser.get('/fee-schedules')).text,
  ]
  expect(texts[3]).toContain('1.10 + 0.53 + 0.75 + 0.50 + 0.31')
  for (const text of texts.slice(0, 3)) expect(text).not.toMatch(/\b(1\.10|0\.53|11\.00|5\.30)\b/)
  for (const text of texts) expect(text).not.toContain('our secret')
})

test('a company reads nothing of a company that is not below it; hidden companies are hidden', async () => {
  for (const [reader, companyId] of [
    [ofLima, ids.norte],
    [ofNorte, ids.sur],
    [boss, ids.sur],
  ] as const) {
    expect((await inForce(reader, companyId)).code).toBe('record_not_found')
    expect((await simulated(reader, { companyId, gross: ['10.00'] })).code).toBe('record_not_found')
    expect((await listed(reader, `?companyId=${companyId}`)).items).toEqual([])
  }
  const holder = await createAdmin(product, { name: 'holder', roleId: 2 })
  for (const path of ['/fee-schedules', '/fee-schedules/in-force'])
    expect((await holder.browser.get(path)).body.code).toBe('permission_denied')
})

test('a simulation has the golden numbers of the rules for the platform', async () => {
  const { data } = await simulated(boss, { gross: ['1000.00', '333.33', '10.00'] })
  const [regular, immediate] = data.speeds
  const numbers = (of: typeof regular) =>
    of?.examples.map(({ now }) => [now.fee, now.net, ...now.levels.map(({ amount }) => amount)].join(' '))
  expect(numbers(regular)).toEqual([
    '30.00 970.00 10.00 5.00 7.50 5.00 2.50',
    '10.00 323.33 3.36 1.66 2.49 1.66 0.83',
    '0.30 9.70 0.11 0.05 0.07 0.05 0.02',
  ])
  expect(numbers(immediate)?.[0]).toBe('50.00 950.00 20.00 7.50 10.00 7.50 5.00')
})

test('a simulation says what a transfer costs, by the level of its sender', async () => {
  const proposed = { regular: Array(5).fill('0.1') as string[], immediate: Array(5).fill('0.1') as string[] }
  const rates = { ...proposed, transfer: ['0.1', '0.3', '0.2', '0.2', '0.2'] }
  const { data } = await simulated(boss, { gross: ['5000.00'], proposed: rates })
  expect(data.transfers).toMatchObject([{ gross: '5000.00', senders: [{ level: 1 }, {}, {}, { level: 4 }] }])
  expect(data.transfers[0]?.senders[0]).toEqual({
    level: 1,
    now: { fee: '10.00', net: '4990.00' },
    proposed: { fee: '15.00', net: '4985.00' },
  })
  const free = await simulated(boss, { gross: ['5000.00'], proposed: { ...proposed, transfer: null } })
  expect(free.data.transfers[0]?.senders[3]?.proposed).toEqual({ fee: '0.00', net: '5000.00' })
  const own = await simulated(ofLima, { gross: ['5000.00'] })
  expect(own.data.transfers[0]?.senders.map(({ level }) => level)).toEqual([2, 3, 4])
})

test('a simulation splits the share of level 4 among the people of each kind of code, to the cent', async () => {
  const paid = async (by: Admin, code: string, companyId?: string) => {
    const { data } = await simulated(by, {
      gross: ['200.00', '333.33'],
      code,
      ...(companyId && { companyId }),
    })
    return {
      chain: data.chain,
      examples: data.speeds[0]?.examples.map(({ now: { above, levels, people } }) => [
        above,
        levels.at(-1)?.amount,
        ...people.map(({ kind, amount }) => `${kind} ${amount}`),
      ]),
    }
  }
  expect(await paid(boss, 'none')).toMatchObject({
    chain: [],
    examples: [
      [null, '0.50'],
      [null, '0.83'],
    ],
  })
  const two = ['seller_two 0.40', 'seller_one 0.10']
  expect((await paid(boss, 'seller_two')).examples).toEqual([
    [null, '0.50', ...two],
    [null, '0.83', 'seller_two 0.66', 'seller_one 0.17'],
  ])
  expect((await paid(boss, 'seller_one')).examples?.[1]).toEqual([null, '0.83', 'seller_one 0.83'])
  expect((await paid(boss, 'referral')).examples?.[1]).toEqual([null, '0.83', 'referrer 0.83'])
  // A company sees its own chain from its level down, and the levels above as one sum.
  expect(await paid(ofLima, 'referral')).toEqual({
    chain: [{ level: 2, name: 'lima' }],
    examples: [
      ['3.26', '0.62', 'referrer 0.62'],
      ['5.44', '1.03', 'referrer 1.03'],
    ],
  })
  expect((await paid(ofNorte, 'seller_two', ids.lima)).chain).toEqual([
    { level: 1, name: 'norte' },
    { level: 2, name: 'lima' },
  ])
})

test('proposed rates are shown beside those of now; the levels above a company stay', async () => {
  const proposed = { regular: ['0.75', '0.60', '0.15'], immediate: ['1.00', '0.75', '0.5'] }
  const { data } = await simulated(ofLima, { gross: ['1000.00'], proposed })
  expect(data.speeds[0]?.examples[0]).toEqual({
    gross: '1000.00',
    // Lima has nobody below: the shares of levels 3 and 4 are its own.
    now: {
      fee: '31.90',
      net: '968.10',
      above: '16.30',
      levels: [
        { level: 2, amount: '15.60' },
        { level: 3, amount: '0.00' },
        { level: 4, amount: '0.00' },
      ],
      people: [],
    },
    proposed: {
      fee: '31.30',
      net: '968.70',
      above: '16.30',
      levels: [
        { level: 2, amount: '15.00' },
        { level: 3, amount: '0.00' },
        { level: 4, amount: '0.00' },
      ],
      people: [],
    },
  })
  const errorsOf = async (regular: string[]) => {
    const refusal = await simulated(ofLima, { gross: ['1.00'], proposed: { ...proposed, regular } })
    return (refusal as unknown as { errors: Record<string, string[]> }).errors
  }
  expect(await errorsOf(['0.75'])).toEqual({ regular: [expect.any(String)] })
  expect(Object.keys(await errorsOf(['99.00', '0.00', '0.00']))).toEqual(['regular'])
  for (const wrong of ['100', '-1', '0.00001', '1e1', ''])
    expect(Object.keys(await errorsOf([wrong, '0.00', '0.00']))).toEqual(['proposed.regular.0'])
})
