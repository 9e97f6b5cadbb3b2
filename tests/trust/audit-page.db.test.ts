import { actionNameOf, auditActions } from '@cardamom/contract/audit/audit-actions'
import { listAudit } from '@cardamom/contract/audit'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { linesOfList } from '../support/list-files.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { grantOperation, storePasskey } from '../support/step-up-kit.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { join, logIn, makeCompany, makeUser } from '../support/test-people.ts'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'

let product: PeopleProduct
let owner: { userId: string; browser: TestBrowser }
let lucia: TestBrowser
let luciaId: string
let viewer: TestBrowser
let hiddenPersonId: string

type Row = {
  id: string
  action: string
  result: string
  outcome: string
  actorId: string | null
  actorName: string | null
  subjectId: string | null
  requestId: string
}
type Field = { name: string; before: string | null; after: string | null; state: string }
type Entry = Row & { changes: { entity: string; fields: Field[] }[]; block: { height: number } | null }

const asOwner = async (statement: string) => {
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
const rows = async (query = '', browser = owner.browser) => {
  const answer = await browser.get<{ items: Row[] }>(`/audit${query}`)
  expect(answer.status).toBe(200)
  return answer.body.data.items
}
const entryOf = async (id: string, browser = owner.browser) =>
  (await browser.get<Entry>(`/audit/${id}`)).body.data

beforeAll(async () => {
  product = await createPeopleProduct()
  const userId = await makeUser(product, { email: 'owner@example.com', roleId: 6 })
  owner = { userId, browser: await logIn(product, 'owner') }
  await storePasskey(product.kernel, { userId, companyId: houseId })
  await join(product, 'lucia@example.com')
  lucia = await logIn(product, 'lucia')
  const mine = (await lucia.get<{ id: string; version: number }>('/me')).body.data
  luciaId = mine.id
  await lucia.patch('/me', { city: 'Cusco', locale: 'es' }, { headers: { 'if-match': String(mine.version) } })
  await lucia.get('/audit')
  await makeUser(product, { email: 'viewer@example.com', roleId: 1 })
  viewer = await logIn(product, 'viewer')
  // A company that this administrator does not see.
  const companyId = await makeCompany(product, { slug: 'coral' })
  await asOwner(`update company set visible_to_adm = false where id = '${companyId}'`)
  hiddenPersonId = await makeUser(product, { email: 'coral@example.com', roleId: 2, companyId })
  expect((await (await logIn(product, 'coral')).post('/session/lock', {})).status).toBe(200)
})
afterAll(() => product.stop())

test('entries say who did what with which result, newest first, and are filtered', async () => {
  const [newest] = await rows(`?actorId=${luciaId}`)
  expect(newest).toMatchObject({ action: 'read', result: 'refused', outcome: 'permission_denied' })
  const [change] = await rows(`?actorId=${luciaId}&action=profileChanged`)
  expect(change).toMatchObject({ result: 'done', actorName: expect.stringMatching(/^Luc/) as string })
  const refused = await rows(`?result=refused&actorId=${luciaId}`)
  expect(refused.map(({ result }) => result)).toEqual(['refused'])
  expect(await rows(`?actorId=${luciaId}&from=2020-01-01&to=2020-01-02`)).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect((await rows(`?from=${today}`)).length + (await rows(`?to=${today}`)).length).toBeGreaterThan(0)
  const times = (await rows('?sort=at')).map(({ id }) => id)
  expect(times).toEqual(times.toSorted())
})

test('an entry is found by its id, its request and its object', async () => {
  const [change] = await rows(`?actorId=${luciaId}&action=profileChanged`)
  const { id = '', requestId = '' } = change ?? {}
  for (const phrase of [id, requestId, luciaId])
    expect((await rows(`?q=${phrase}`)).map((row) => row.id)).toContain(id)
  for (const phrase of ['nothing-has-this-id', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
    expect(await rows(`?q=${phrase}`)).toEqual([])
})

test('details show changes before and after; personal data only with its permission, and are audited', async () => {
  const [change] = await rows(`?actorId=${luciaId}&action=profileChanged`)
  const id = change?.id ?? ''
  const fieldsOf = async (browser: TestBrowser) =>
    Object.fromEntries(
      (await entryOf(id, browser)).changes.flatMap(({ fields }) => fields.map((f) => [f.name, f])),
    )
  expect(await fieldsOf(owner.browser)).toMatchObject({
    locale: { before: 'en', after: 'es', state: 'shown' },
    city: { after: 'Cusco', state: 'shown' },
  })
  const [read] = await rows('?action=auditRead')
  expect(read).toMatchObject({ actorId: owner.userId, subjectId: luciaId })
  await asOwner(`delete from audit_key where subject_id = '${luciaId}'`)
  expect((await fieldsOf(owner.browser))['city']).toMatchObject({ after: null, state: 'erased' })
})

test('the chain state of an entry follows the signer', async () => {
  const [change] = await rows(`?actorId=${luciaId}&action=profileChanged`)
  await asOwner(`update job set due_at = 'epoch' where name = 'ledger.sign'`)
  await product.kernel.jobs.drain()
  expect((await entryOf(change?.id ?? '')).block?.height).toBeGreaterThan(0)
  const [read] = await rows('?action=auditRead')
  expect((await entryOf(read?.id ?? '')).block).toBe(null)
})

test('an administrator sees the entries of their companies only, and a person none', async () => {
  const [hidden] = await rows(`?actorId=${hiddenPersonId}&action=sessionLocked`)
  expect(hidden).toMatchObject({ actorName: expect.any(String) as string, result: 'done' })
  expect((await viewer.get(`/audit/${hidden?.id}`)).status).toBe(404)
  expect(await rows(`?actorId=${hiddenPersonId}`, viewer)).toEqual([])
  expect(await rows(`?actorId=${luciaId}`, viewer)).not.toEqual([])
  expect((await lucia.get('/audit')).status).toBe(403)
})

test('the file has exactly the filtered rows, and needs a confirmation', async () => {
  const query = { actorId: luciaId, action: 'profileChanged' }
  const requested = await owner.browser.post<StepUpRequest>('/audit/export', query)
  expect(requested.body.code).toBe('step_up_required')
  const person = { userId: owner.userId, companyId: houseId }
  const grant = await grantOperation(product.kernel, person, requested.body.data)
  const made = await owner.browser.post<{ url: string }>('/audit/export', query, {
    headers: { 'step-up': grant },
  })
  expect(made.status).toBe(201)
  const file = await owner.browser.get(made.body.data.url.replace(/^\/api/, ''))
  expect(file.status).toBe(200)
  for (const scope of [allTenants, { kind: 'companies', companyIds: [houseId] } as const]) {
    const { file: lines, pages, items } = await linesOfList(product.kernel.db, listAudit, scope)
    expect(lines).toEqual(pages)
    expect(lines).toEqual(items)
    expect(lines.length).toBeGreaterThan(2)
  }
})

test('every call that the audit may record has a name, and nothing else has one', () => {
  const named = new Set(Object.keys(auditActions))
  const mounted = product.calls.filter(({ method, audited }) => method !== 'GET' || audited === true)
  const actions = mounted.map(({ method, path }) => `${method} ${path}`)
  expect(actions.filter((action) => !named.has(action))).toEqual([])
  const calls = [...named].filter((action) => / \//.test(action))
  expect(calls.filter((action) => !actions.includes(action))).toEqual([])
  expect(actionNameOf('GET /cards', 'session')).toBe('read')
  expect(actionNameOf('cards.freeze', 'job')).toBe('cardsFrozen')
  expect(actionNameOf('mail.send', 'job')).toBe('jobChange')
})
