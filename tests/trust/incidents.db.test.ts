import { createHmac } from 'node:crypto'
import {
  closableAreaOf,
  type listIncidents,
  type readShownIncidents,
} from '@cardamom/contract/settings/incidents'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  createAdmin,
  createTwoPeople,
  newKey,
  type Admin,
} from '../../server/src/approvals/two-people.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { createTestBrowser, type TestBrowser } from '../support/test-browser.ts'
import { join, logIn } from '../support/test-people.ts'

type Items = WireOf<typeof listIncidents>['items']
type ShownItems = WireOf<typeof readShownIncidents>['items']

const minuteMs = 60_000
const noOne = '01890000-0000-7000-8000-000000000000'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let member: TestBrowser
const who: Record<'boss' | 'viewer', Admin> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  who.boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  who.viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  await join(product, 'lucia@example.com')
  member = await logIn(product, 'lucia')
})
afterAll(() => product.stop())
afterEach(() => product.kernel.db.write(allTenants, (sql) => sql.run('delete from incident')))

const inMinutes = (minutes: number) =>
  new Date(product.kernel.clock.now().getTime() + minutes * minuteMs).toISOString()
const notice = { kind: 'information', readers: 'everyone', closes: [], en: 'All is well', es: 'Todo va bien' }
const closing = (closes: string[], more: object = {}) => ({ ...notice, kind: 'maintenance', closes, ...more })
const show = async (body: object): Promise<string> => {
  const answer = await people.confirmed<{ id: string }>(who.boss, '/incidents', body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}
const end = (id: string) => people.confirmed(who.boss, `/incidents/${id}/end`, {})
const textsFor = async (browser: TestBrowser, lang = 'en') =>
  (await browser.get<{ items: ShownItems }>('/incidents/shown', { headers: { lang } })).body.data.items.map(
    ({ text }) => text,
  )
const load = (lang = 'en') => member.post('/loads', {}, { headers: { 'idempotency-key': newKey(), lang } })
const isClosed = async () => (await load()).body.code === 'area_closed'

test('open pages are told when a planned banner begins, and when it ends', async () => {
  const id = await show({ ...notice, from: inMinutes(1), until: inMinutes(2) })
  const told = async (afterMinutes: number) => {
    product.wait(afterMinutes * minuteMs)
    await product.drain()
    const events = `select id from event where type = 'incident.changed' and entity_id = $1`
    return (await product.kernel.db.read(allTenants, (sql) => sql.rows(events, [id]))).length
  }
  expect([await told(0), await told(1.5), await told(1), await told(1)]).toEqual([1, 2, 3, 3])
})

test('each reader sees the banners for them, in their language, from the start to the end', async () => {
  const visitor = createTestBrowser(product.kernel.app)
  await show({ ...notice, readers: 'signedOut', en: 'Visitors', es: 'Visitantes' })
  await show({ ...notice, readers: 'cardholders', en: 'Members', es: 'Miembros' })
  await show({ ...notice, readers: 'administrators', en: 'Staff', es: 'Personal' })
  await show({ ...notice, from: inMinutes(1), until: inMinutes(2), en: 'Later', es: 'Luego' })
  const id = await show(notice)
  expect(await textsFor(visitor, 'es')).toEqual(['Visitantes', 'Todo va bien'])
  expect(await textsFor(member)).toEqual(['Members', 'All is well'])
  expect(await textsFor(who.viewer.browser)).toEqual(['Staff', 'All is well'])
  const config = await visitor.get<{ incidents: string[] }>('/config')
  expect(config.body.data.incidents).toHaveLength(4)
  expect((await end(id)).status).toBe(200)
  expect((await end(id)).body.code).toBe('incident_over')
  expect((await end(noOne)).status).toBe(404)
  expect(await textsFor(visitor)).toEqual(['Visitors'])
  product.wait(1.5 * minuteMs)
  expect(await textsFor(visitor)).toEqual(['Visitors', 'Later'])
  product.wait(minuteMs)
  expect(await textsFor(visitor)).toEqual(['Visitors'])
  const listed = who.viewer.browser.get<{ items: Items }>('/incidents')
  const states = Object.fromEntries((await listed).body.data.items.map(({ en, state }) => [en, state]))
  expect(states).toMatchObject({ Later: 'past', 'All is well': 'past', Staff: 'current' })
})

test('a banner needs both texts, an end after its start, and the tag; only a maintenance closes areas', async () => {
  const errorsOf = async (body: object) =>
    Object.keys((await people.confirmed(who.boss, '/incidents', body)).body.errors ?? {})
  expect(await errorsOf({ ...notice, es: ' ' })).toEqual(['es'])
  expect(await errorsOf({ ...notice, en: 'x'.repeat(301) })).toEqual(['en'])
  expect(await errorsOf({ ...notice, until: inMinutes(-1) })).toEqual(['until'])
  expect(await errorsOf({ ...notice, closes: ['loads'] })).toEqual(['closes'])
  expect((await who.boss.browser.get<{ items: Items }>('/incidents')).body.data.items).toEqual([])
  for (const path of ['/incidents', `/incidents/${noOne}/end`]) {
    const refused = await people.confirmed(who.viewer, path, notice)
    expect(refused.body.code).toBe('permission_denied')
  }
})

test('a maintenance refuses the changes of its areas until it ends; reads and other areas go on', async () => {
  const id = await show(closing(['loads', 'kyc'], { en: 'Back at noon', es: 'Volvemos a mediodía' }))
  const closed = await load()
  expect([closed.status, closed.body.code]).toEqual([503, 'area_closed'])
  expect(closed.headers['retry-after']).toBe('300')
  expect(closed.body.message).toBe('Closed for maintenance: Back at noon')
  expect((await load('es')).body.message).toBe('Cerrado por mantenimiento: Volvemos a mediodía')
  expect((await member.post('/kyc/start', {})).body.code).toBe('area_closed')
  expect((await member.get('/loads')).status).toBe(200)
  expect((await member.get('/kyc')).status).toBe(200)
  const limits = await member.post(`/cards/${noOne}/resume`, {}, { headers: { 'idempotency-key': newKey() } })
  expect(limits.body.code).toBe('record_not_found')
  expect((await (await logIn(product, 'lucia')).post('/session/logout', {})).status).toBe(200)
  expect((await end(id)).status).toBe(200)
  expect(await isClosed()).toBe(false)
})

test('a maintenance begins and ends by the clock, and says when the next try is worth while', async () => {
  await show(closing(['loads'], { from: inMinutes(2), until: inMinutes(4) }))
  expect(await isClosed()).toBe(false)
  product.wait(3 * minuteMs)
  expect(await isClosed()).toBe(true)
  const seconds = Number((await load()).headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  product.wait(1.5 * minuteMs)
  expect(await isClosed()).toBe(false)
})

test('what is closed for cardholders is open for administrators, and a card can always be paused', async () => {
  await show(closing(['cards', 'kyc'], { readers: 'cardholders' }))
  const of = (browser: TestBrowser, path: string) =>
    browser.post(path, {}, { headers: { 'idempotency-key': newKey() } })
  expect((await of(member, `/cards/${noOne}/resume`)).body.code).toBe('area_closed')
  expect((await of(member, `/cards/${noOne}/pause`)).body.code).toBe('record_not_found')
  expect((await of(who.boss.browser, `/kyc-cases/${noOne}/approve`)).body.code).not.toBe('area_closed')
})

test('webhooks are stored and jobs run while everything is closed', async () => {
  await show(closing(['loads', 'cards', 'kyc']))
  const body = JSON.stringify({
    id: noOne,
    attemptId: noOne,
    feature: 'selfid',
    code: 7002,
    action: 'submitted',
  })
  const answer = await product.kernel.app.inject({
    method: 'POST',
    url: '/api/webhooks/kyc/events',
    headers: {
      'content-type': 'application/json',
      'x-auth-client': 'test',
      'x-hmac-signature': createHmac('sha256', 'test-secret').update(body).digest('hex'),
    },
    payload: body,
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  await product.drain()
  const jobs = await product.kernel.db.read(allTenants, (sql) =>
    sql.selectFrom('job').select('attempts').where('name', '=', 'kyc.event').execute(),
  )
  expect(jobs.filter(({ attempts }) => attempts === 0)).toEqual([])
})

test('the areas close exactly these calls', () => {
  const closed = product.calls.flatMap((each) => {
    const area = closableAreaOf(each)
    return area === null ? [] : [`${area}: ${each.method} ${each.path}`]
  })
  expect(closed.toSorted()).toMatchInlineSnapshot(`
    [
      "cards: POST /cards/:id/resume",
      "cards: POST /cards/:id/reveal",
      "cards: PUT /cards/:id/limits",
      "kyc: POST /kyc-cases/:id/approve",
      "kyc: POST /kyc-cases/:id/reject",
      "kyc: POST /kyc-cases/:id/reset",
      "kyc: POST /kyc/abandon",
      "kyc: POST /kyc/refresh",
      "kyc: POST /kyc/start",
      "loads: DELETE /loads/:id/refund",
      "loads: POST /company-loads/:id/credit",
      "loads: POST /company-loads/:id/refund",
      "loads: POST /company-loads/:id/refund/stop",
      "loads: POST /company-loads/:id/rest-requests",
      "loads: POST /company-loads/:id/reversal",
      "loads: POST /company-loads/:id/undo",
      "loads: POST /loads",
      "loads: POST /loads/:id/cancel",
      "loads: POST /loads/:id/credit",
      "loads: POST /loads/:id/refund",
      "loads: POST /loads/:id/transfers",
    ]
  `)
})

test('showing and ending a banner is in the audit, with what was shown', async () => {
  const id = await show(notice)
  await end(id)
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.selectFrom('auditChange').select(['entity']).where('entityId', '=', id).execute(),
  )
  expect(rows).toEqual([{ entity: 'incident' }, { entity: 'incident' }])
})
