import { endpoint } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { setCompanyActive } from '../companies/companies.sql.ts'
import { accepted } from '../kernel/answer.ts'
import { allTenants, type Scope } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { hashSecret } from './secrets.ts'
import { findSessions } from './sessions.sql.ts'
import { scopeOf } from './permission.ts'

/** Lists people without naming a company, so only row-level security limits the rows. */
const listPeople = endpoint({
  method: 'GET',
  path: '/probe/people',
  summary: 'A list that forgot its filter',
  who: 'signed-in',
  output: z.object({ emails: z.array(z.string()) }),
  refusals: {},
})
const changePerson = endpoint({
  method: 'POST',
  path: '/probe/people/:id',
  summary: 'A change that forgot its filter',
  who: 'users.update',
  params: z.object({ id: z.uuid() }),
  output: z.object({ changed: z.number() }),
  refusals: {},
})

/** The same for roles of a domain: a provider's sub-admin holds these tags. */
const listHolders = endpoint({ ...listPeople, path: '/probe/holders', who: 'cards.view' })
const changeHolder = endpoint({ ...changePerson, path: '/probe/holders/:id', who: 'cards.block' })

const probe = ({ mount }: Kernel) => {
  const list = async ({ sql }: { sql: Queries }) => {
    const rows = await sql.rows<{ email: string }>('select email from app_user order by email')
    return accepted({ emails: rows.map(({ email }) => email.split('@')[0] ?? '') })
  }
  const change = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
    accepted({ changed: await sql.run(`update app_user set city = 'X' where id = $1`, [params.id]) })
  mount(listPeople, list)
  mount(listHolders, list)
  mount(changePerson, change)
  mount(changeHolder, change)
}

let product: PeopleProduct
const id: Record<string, string> = {}
const everybody = ['house', 'hidden', 'norte', 'andes', 'sur', 'holder', 'neighbour']

beforeAll(async () => {
  product = await createPeopleProduct({ probe })
  const norte = await makeCompany(product, { slug: 'norte' })
  const andes = await makeCompany(product, { slug: 'andes', parentId: norte })
  const sur = await makeCompany(product, { slug: 'sur' })
  const hidden = await makeCompany(product, { slug: 'hidden', visibleToAdm: false })
  const make = async (name: string, roleId: number, companyId?: string) => {
    id[name] = await makeUser(product, {
      email: `${name}@example.com`,
      roleId,
      ...(companyId ? { companyId } : {}),
    })
  }
  await make('house', 1)
  await make('norte', 5, norte)
  await make('andes', 5, andes)
  await make('sur', 5, sur)
  await make('hidden', 2, hidden)
  await make('holder', 2, andes)
  await make('neighbour', 2, andes)
  Object.assign(id, { norteCompany: norte, andesCompany: andes, surCompany: sur })
})
afterAll(() => product.stop())

const seenBy = async (login: string) =>
  (await (await logIn(product, login)).get<{ emails: string[] }>('/probe/people')).body.data.emails

test.each([
  ['norte', ['andes', 'holder', 'neighbour', 'norte']],
  ['andes', ['andes', 'holder', 'neighbour']],
  ['sur', ['sur']],
  ['holder', ['holder']],
  ['house', everybody.filter((name) => name !== 'hidden').toSorted()],
])('a list without a filter shows %s only %j', async (login, seen) => {
  expect(await seenBy(login)).toEqual(seen)
})

test('without the condition in the query, a foreign scope, an empty one and none return no rows', async () => {
  const { db } = product.kernel
  const list = (scope: Scope) =>
    db.read(scope, (sql) => sql.rows('select id from app_user where company_id = $1', [id['norteCompany']!]))
  expect(await list({ kind: 'companies', companyIds: [id['norteCompany']!] })).toHaveLength(1)
  expect(await list({ kind: 'companies', companyIds: [id['surCompany']!] })).toEqual([])
  expect(await list({ kind: 'companies', companyIds: [] })).toEqual([])
  const bare = await db.pool.query('select id from app_user')
  expect(bare.rows).toEqual([])
})

test('no table of people, sessions or sellers has rows for another company', async () => {
  await logIn(product, 'norte')
  const { db } = product.kernel
  const stranger: Scope = { kind: 'own', userId: id['sur']!, companyId: id['surCompany']! }
  const tables = ['session', 'session_token', 'one_time_link', 'email_change', 'step_up_grant', 'audit']
  for (const table of [...tables, 'seller', 'seller_code', 'terms_acceptance']) {
    const rows = await db.read(stranger, (sql) =>
      sql.rows<{ company_id: string }>(`select company_id from ${table}`),
    )
    expect(rows.filter((row) => row.company_id !== id['surCompany'])).toEqual([])
  }
  const companies = await db.read(stranger, (sql) => sql.rows<{ slug: string }>('select slug from company'))
  expect(companies).toEqual([{ slug: 'sur' }])
})

test('a change of rows outside the scope has no effect', async () => {
  const norte = await logIn(product, 'norte')
  const reach = async (target: string) =>
    (await norte.post<{ changed: number }>(`/probe/people/${id[target]}`)).body.data.changed
  expect(await reach('holder')).toBe(1)
  expect(await reach('sur')).toBe(0)
  const { db } = product.kernel
  const scope: Scope = { kind: 'companies', companyIds: [id['surCompany']!] }
  await expect(
    db.write(scope, (sql) =>
      sql.run('update app_user set company_id = $1 where id = $2', [id['norteCompany']!, id['sur']!]),
    ),
  ).rejects.toThrow('row-level security')
})

test('a person without the tag is refused before the object is read, and the denial is audited', async () => {
  const holder = await logIn(product, 'holder')
  const refused = await holder.post('/probe/people/no-uuid')
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'permission_denied', message: 'Permission denied' })
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select actor_id, company_id, outcome from audit where action = $1', ['POST /probe/people/:id']),
  )
  expect(rows).toContainEqual({
    actor_id: id['holder'],
    company_id: id['andesCompany'],
    outcome: 'permission_denied',
  })
})

test.each([
  [1, 'companies'],
  [2, 'own'],
  [3, 'companies'],
  [4, 'all'],
  [5, 'companies'],
  [6, 'all'],
  [7, 'own'],
  [8, 'own'],
  [9, 'companies'],
  [10, 'companies'],
  [11, 'all'],
])('role %i has the scope %s', async (roleId, kind) => {
  const login = `role${roleId}`
  await makeUser(product, { email: `${login}@example.com`, roleId, companyId: id['norteCompany']! })
  const browser = await logIn(product, login)
  const hash = hashSecret(browser.token() ?? '')
  const found = await product.kernel.db.read(allTenants, (sql) => findSessions(sql, [hash]))
  const scope = scopeOf(found.get(hash.toString('base64'))!)
  expect(scope.kind).toBe(kind)
  // Every role that sees companies sees its own, except a provider's sub-admin. A customised admin sees
  // nothing else until a grant.
  if (roleId === 10) expect(scope).toEqual({ kind: 'companies', companyIds: [] })
  else if (scope.kind === 'companies') expect(scope.companyIds).toContain(id['norteCompany'])
  if (roleId === 9) expect(scope).toEqual({ kind: 'companies', companyIds: [id['norteCompany']] })
})

test('a provider sub-admin sees and changes only people of listed companies, and their own data', async () => {
  const norte = id['norteCompany'] ?? ''
  const sub = await makeUser(product, { email: 'sub@example.com', roleId: 10, companyId: norte })
  const top = await makeUser(product, { email: 'top@example.com', roleId: 11, companyId: norte })
  const browser = await logIn(product, 'sub')
  const holders = async () =>
    (await browser.get<{ emails: string[] }>('/probe/holders')).body.data.emails.toSorted()
  const change = async (target: string) =>
    (await browser.post<{ changed: number }>(`/probe/holders/${id[target]}`)).body.data.changed
  expect(await holders()).toEqual([])
  expect(await change('holder')).toBe(0)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into listed_company (user_id, company_id, listed_by, listed_at) values ($1, $2, $3, now())`,
      [sub, id['andesCompany'] ?? '', top],
    ),
  )
  expect(await holders()).toEqual(['andes', 'holder', 'neighbour'])
  expect([await change('holder'), await change('norte'), await change('sur')]).toEqual([1, 0, 0])
  // The change is recorded under the company of the person.
  const written = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select company_id from audit where actor_id = $1 and object_id = $2', [
      sub,
      id['holder'] ?? '',
    ]),
  )
  expect(written).toContainEqual({ company_id: norte })
  expect((await browser.get<{ emails: string[] }>('/probe/people')).body.data.emails).toEqual(['sub'])
  expect((await browser.get('/me')).status).toBe(200)
  const renamed = await browser.patch('/me', { firstName: 'Own' }, { headers: { 'if-match': '1' } })
  expect(renamed.status).toBe(200)
})

test('staff of a closed company are denied access, its cardholders are not', async () => {
  const closed = await makeCompany(product, { slug: 'closed' })
  await makeUser(product, { email: 'boss@example.com', roleId: 5, companyId: closed })
  await makeUser(product, { email: 'client@example.com', roleId: 2, companyId: closed })
  const boss = await logIn(product, 'boss')
  const client = await logIn(product, 'client')
  await product.kernel.db.write(allTenants, (sql) => setCompanyActive(sql, { id: closed, active: false }))
  expect((await boss.get('/me')).body.code).toBe('unauthorized_access')
  expect((await client.get('/me')).status).toBe(200)
  await expect(logIn(product, 'boss')).rejects.toThrow('unauthorized_access')
})

test('where a passkey is mandatory, a person without one can only enrol', async () => {
  const strict = await makeCompany(product, { slug: 'strict', passkeyMandatory: true })
  const team = await makeCompany(product, { slug: 'strict-team', parentId: strict })
  await makeUser(product, { email: 'enrol@example.com', roleId: 2, companyId: team })
  const me = await logIn(product, 'enrol')
  const auths = JSON.parse((await me.get('/getUserAuths')).text) as { user: object[] }
  expect(auths.user[0]).toMatchObject({ passkey_enabled: 0, user_company: { passkey_mandatory: 1 } })
  expect((await me.get('/me')).body.code).toBe('unauthorized_access')
  expect((await me.get('/authsignal/keys')).status).toBe(200)
  expect((await me.post('/session/logout')).status).toBe(200)
})
