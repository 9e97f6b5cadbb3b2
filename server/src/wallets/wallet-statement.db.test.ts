import type { WireOf } from '@cardamom/contract/endpoint'
import type { getWalletStatement } from '@cardamom/contract/wallets/wallet-statements'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { readBalanceAsOf } from '../ledger/reports.ts'
import { createWalletBook, type Bucket } from './wallet-book.test-kit.ts'

type Statement = WireOf<typeof getWalletStatement>

let product: PeopleProduct
let owner: pg.Client
let book: ReturnType<typeof createWalletBook>
let [andes, sur] = ['', '']
let [ofAndes, ofSur, viewer] = [] as unknown as [AdminPerson, AdminPerson, AdminPerson]
let eva: { userId: string; browser: TestBrowser }
const buckets = ['available', 'pending', 'reserved'] as const
const hourMs = 3_600_000
/** A day at noon UTC, so many days before today. */
const noon = (daysAgo: number) => {
  const today = product.kernel.clock.now().getTime()
  return new Date(today - (today % (24 * hourMs)) - daysAgo * 24 * hourMs + 12 * hourMs)
}
const dayOf = (daysAgo: number) => noon(daysAgo).toISOString().slice(0, 10)
const whose = () => ({ ownerId: andes, companyId: andes })

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  book = createWalletBook(product)
  andes = await makeCompany(product, { slug: 'andes', name: 'Andes', contactEmail: 'help@andes.pe' })
  sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  ofAndes = await makeAdmin(product, { name: 'of-andes', roleId: 5, companyId: andes })
  ofSur = await makeAdmin(product, { name: 'of-sur', roleId: 5, companyId: sur })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  const userId = await makeUser(product, { email: 'eva@example.com', roleId: 8, companyId: andes })
  eva = { userId, browser: await logIn(product, 'eva') }
  await book.acceptLoad({ shares: [{ ...whose(), ownerKind: 'company', cents: 1_149n }], at: noon(20) })
  await book.change(whose(), { available: 13_149n }, { at: noon(15) })
  await book.change(whose(), { available: -10_000n, reserved: 10_000n }, { at: noon(15) })
  await book.change(whose(), { pending: -1_149n, available: 1_149n }, { at: noon(10) })
  await book.change(whose(), { reserved: -10_000n }, { at: noon(5) })
  await book.acceptLoad({ shares: [{ ownerId: userId, companyId: andes, ownerKind: 'seller', cents: 200n }] })
}, 60_000)
afterAll(async () => {
  await owner.end()
  await product.stop()
})

const path = (query: string) => `/wallets/${andes}/statement?wallet=regular${query}`
const statement = async (query: string, by: AdminPerson = ofAndes) =>
  (await by.browser.get<Statement>(path(query))).body.data
const cents = (text: string) => BigInt(text.replace('.', ''))
/** What the ledger had in a bucket before an instant. */
const booked = (bucket: Bucket, before: Date) =>
  product.kernel.db.read(allTenants, (sql) =>
    readBalanceAsOf(sql, { code: `wallet.regular.${bucket}`, ...whose() }, new Date(before.getTime() - 1)),
  )
const midnight = (day: string, addDays = 0) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + addDays * 24 * hourMs)

test('a statement opens and closes with the balances of the ledger, to the cent, at any two days', async () => {
  for (const [since, until] of [
    [25, 21],
    [25, 20],
    [20, 15],
    [15, 15],
    [14, 10],
    [12, 4],
    [9, 0],
  ] as const) {
    const [first, last] = [dayOf(since), dayOf(until)]
    const { opening, closing } = await statement(`&since=${first}&until=${last}`)
    for (const bucket of buckets) {
      expect(cents(opening[bucket]), `${bucket} before ${first}`).toBe(await booked(bucket, midnight(first)))
      expect(cents(closing[bucket]), `${bucket} after ${last}`).toBe(await booked(bucket, midnight(last, 1)))
    }
    const query = `/wallets/lines?ownerId=${andes}&wallet=regular&since=${first}&until=${last}&sort=line`
    const { items } = (
      await ofAndes.browser.get<{ items: Record<Bucket, { before: string; after: string }>[] }>(query)
    ).body.data
    for (const bucket of buckets) {
      expect(items[0]?.[bucket].before ?? opening[bucket]).toBe(opening[bucket])
      expect(items.at(-1)?.[bucket].after ?? closing[bucket]).toBe(closing[bucket])
    }
  }
  expect(await statement('')).toEqual({
    opening: { available: '0.00', pending: '0.00', reserved: '0.00' },
    closing: { available: '42.98', pending: '0.00', reserved: '0.00' },
  })
})

test('days are those of the zone, and a period does not end before it starts', async () => {
  const late = noon(3)
  await book.change(whose(), { available: 100n }, { at: new Date(late.getTime() + 10 * hourMs) })
  const query = `&since=${dayOf(3)}&until=${dayOf(3)}`
  expect((await statement(query)).closing.available).toBe('43.98')
  // 22:00 UTC is the next day in Tokyo.
  expect((await statement(`${query}&zone=Asia/Tokyo`)).closing.available).toBe('42.98')
  const turned = await ofAndes.browser.get(path(`&since=${dayOf(3)}&until=${dayOf(4)}`))
  expect([turned.status, turned.text]).toEqual([422, expect.stringContaining('The last day is before')])
})

const file = async (by: AdminPerson, format: 'csv' | 'pdf', days: object = {}, lang = 'en') => {
  const body = { ownerId: andes, wallet: 'regular', format, zone: 'America/Lima', ...days }
  const call = { method: 'POST', path: '/wallets/statement/export', body } as const
  const answer = await confirmed<{ url: string }>(product, by, call)
  if (answer.status !== 201) return { status: answer.status, text: '' }
  return by.browser.get(answer.body.data.url.replace('/api', ''), { headers: { lang } })
}
/** The facts of a PDF that its viewer shows. */
const about = (text: string) => {
  const pages = /\/Count (\d+)/.exec(text)?.[1]
  return { isPdf: text.startsWith('%PDF-'), pages: Number(pages) }
}

test('the file of a statement has its opening balance, every line and its closing balance', async () => {
  const { text } = await file(ofAndes, 'csv', { since: dayOf(15), until: dayOf(9) })
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFFDate \(UTC\),What happened,Reference,Available before \(USD\)/)
  expect(lines.map((line) => line.replace(/^[\dT:.-]+Z/, 'at'))).toEqual([
    ',Opening balance,,,0.00,,11.49,,0.00',
    'at,Booking of the operator,,0.00,131.49,11.49,11.49,0.00,0.00',
    'at,Booking of the operator,,131.49,31.49,11.49,11.49,0.00,100.00',
    'at,Booking of the operator,,31.49,42.98,11.49,0.00,100.00,100.00',
    ',Closing balance,,,42.98,,0.00,,100.00',
  ])
  const whole = await file(ofAndes, 'csv')
  expect(whole.text).toMatch(/,Share of a load,L-\w{8},0\.00,0\.00,0\.00,11\.49,/)
})

test('the printed statement has the pages of its lines', async () => {
  expect(about((await file(ofAndes, 'pdf')).text)).toEqual({ isPdf: true, pages: 1 })
  expect(about((await file(ofAndes, 'pdf', { until: dayOf(100) })).text)).toEqual({ isPdf: true, pages: 1 })
  for (let at = 0; at < 30; at += 1) await book.change(whose(), { available: 1n })
  expect(about((await file(ofAndes, 'pdf')).text)).toEqual({ isPdf: true, pages: 2 })
}, 60_000)

test('a statement of a past period never changes, whatever is posted later', async () => {
  const days = { since: dayOf(20), until: dayOf(10) }
  const query = `&since=${days.since}&until=${days.until}`
  const before = [await statement(query), (await file(ofAndes, 'csv', days)).text]
  await book.change(whose(), { available: 777n })
  // Posted today for a day of the period: it is part of the present period.
  await book.change(whose(), { available: 55n }, { at: noon(12) })
  await book.change(whose(), { available: 33n }, { at: noon(10) })
  expect([await statement(query), (await file(ofAndes, 'csv', days)).text]).toEqual(before)
  const { closing } = await statement('')
  for (const bucket of buckets)
    expect(cents(closing[bucket])).toBe(await booked(bucket, midnight(dayOf(0), 2)))
  const next = await statement(`&since=${dayOf(9)}`)
  expect(next.opening).toEqual((await statement(query)).closing)
})

test('a line that was posted after a later one is in the period in which it was posted', async () => {
  const of = { ownerId: sur, companyId: sur }
  const post = (available: bigint, daysAgo: number) => book.change(of, { available }, { at: noon(daysAgo) })
  const closingOf = async (query: string) => {
    const all = `/wallets/${sur}/statement?wallet=regular${query}`
    return (await ofSur.browser.get<Statement>(all)).body.data.closing.available
  }
  await post(100n, 30)
  await post(10n, 14)
  await post(1n, 18)
  // Its number is the greatest, so the wallet has its money at the end of the same period.
  for (const query of [`&until=${dayOf(14)}`, `&until=${dayOf(0)}`, ''])
    expect(await closingOf(query), query).toBe('1.11')
  const closed = `&until=${dayOf(20)}`
  expect(await closingOf(closed)).toBe('1.00')
  await post(1_000n, 21)
  expect(await closingOf(closed)).toBe('1.00')
  expect(await closingOf(`&until=${dayOf(0)}`)).toBe('11.11')
})

test('a period may have any days of the calendar', async () => {
  const whole = await statement('')
  expect(await statement('&since=0000-01-01&until=9999-12-31')).toEqual(whole)
  expect(await statement('&since=0001-01-01&until=9999-12-31&zone=Pacific/Kiritimati')).toEqual(whole)
  expect(await statement('&since=9999-12-31')).toEqual({ opening: whole.closing, closing: whole.closing })
  for (const format of ['csv', 'pdf'] as const)
    expect((await file(ofAndes, format, { since: '0000-01-01', until: '9999-12-31' })).status).toBe(200)
})

test('nobody gets the statement of a wallet outside of their scope, or without the permission for files', async () => {
  expect((await ofSur.browser.get(path(''))).body.code).toBe('record_not_found')
  expect((await file(ofSur, 'csv')).status).toBe(404)
  expect((await file(viewer, 'pdf')).status).toBe(403)
  expect((await viewer.browser.get(path(''))).status).toBe(200)
  expect((await eva.browser.get(path(''))).body.code).toBe('record_not_found')
})

test('people get the statement of their own wallet, in their language', async () => {
  const own = (await eva.browser.get<Statement>('/wallet/statement?wallet=regular')).body.data
  expect(own.closing).toEqual({ available: '0.00', pending: '2.00', reserved: '0.00' })
  const make = async (format: string) => {
    const body = { wallet: 'regular', format, zone: 'America/Lima' }
    const answer = await eva.browser.post<{ url: string }>('/wallet/statement/export', body, {
      headers: { lang: 'es' },
    })
    expect(answer.status).toBe(201)
    return (await eva.browser.get(answer.body.data.url.replace('/api', ''))).text
  }
  expect(await make('csv')).toMatch(
    /Saldo inicial,,,0\.00,,0\.00,,0\.00\r\n.*Participación de una carga,L-\w{8}[^]*Saldo final,,,0\.00,,2\.00,,0\.00/,
  )
  expect(about(await make('pdf'))).toEqual({ isPdf: true, pages: 1 })
  expect((await eva.browser.get('/wallet/statement?wallet=immediate')).body.data).toEqual({
    opening: { available: '0.00', pending: '0.00', reserved: '0.00' },
    closing: { available: '0.00', pending: '0.00', reserved: '0.00' },
  })
})
