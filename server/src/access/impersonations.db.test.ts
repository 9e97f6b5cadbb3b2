import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { setUserActive } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { isOpenToImpersonator } from '../kernel/mount-rules.ts'
import { confirmed, makeAdmin, prepared, type AdminPerson } from './admin-person.test-kit.ts'

let product: PeopleProduct
let [north, south, ana, far] = ['', '', '', '']
let [boss, company, viewer] = [] as unknown as [AdminPerson, AdminPerson, AdminPerson]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  south = await makeCompany(product, { slug: 'south' })
  ana = await makeUser(product, { email: 'ana@example.com', roleId: 2, companyId: north })
  far = await makeUser(product, { email: 'far@example.com', roleId: 2, companyId: south })
  boss = await makeAdmin(product, { name: 'boss', roleId: 6 })
  company = await makeAdmin(product, { name: 'company', roleId: 5, companyId: north })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
})
afterAll(() => product.stop())

const reason = 'Their card does not show'
const callFor = (userId: string) => ({
  method: 'POST' as const,
  path: `/users/${userId}/impersonations`,
  body: { reason },
})
const start = async (by: AdminPerson, userId: string) =>
  confirmed<{ path: string; expiresAt: string }>(product, by, callFor(userId))
const tokenOf = async (by: AdminPerson, userId: string) =>
  (await start(by, userId)).body.data.path.replace('/impersonate/', '')
const open = (by: AdminPerson, token: string) =>
  by.browser.post<{ userId: string; endsAt: string }>('/impersonations/open', { token })
const as = (userId: string) => ({ headers: { 'fake-user': userId } })
const opened = async (by: AdminPerson, userId: string) => {
  expect((await open(by, await tokenOf(by, userId))).status).toBe(200)
  return as(userId)
}
type Entry = { action: string; outcome: string; actorId: string; impersonatorId: string | null }
const auditOf = (action: string) =>
  product.kernel.db.read(allTenants, async (sql) =>
    sql
      .selectFrom('audit')
      .select(['action', 'outcome', 'actorId', 'impersonatorId', 'subjectId'])
      .where('action', '=', action)
      .orderBy('at', 'desc')
      .execute(),
  ) as unknown as Promise<(Entry & { subjectId: string | null })[]>

test('an administrator sees what the person sees, and every entry names both', async () => {
  const answer = await start(boss, ana)
  expect(answer).toMatchObject({ status: 201, show: { person: expect.stringContaining('ana@'), reason } })
  const token = answer.body.data.path.replace('/impersonate/', '')
  expect((await boss.browser.get('/me', as(ana))).body.code).toBe('unauthorized_access')
  expect((await open(boss, token)).body.data.userId).toBe(ana)
  const me = await boss.browser.get('/me', as(ana))
  expect(me.body.data).toMatchObject({ email: 'ana@example.com' })
  expect((await boss.browser.get('/impersonations/current', as(ana))).body.data).toMatchObject({
    email: 'ana@example.com',
    reason,
  })
  expect((await boss.browser.get('/impersonations/current')).body.data).toBeNull()
  const refusal = await boss.browser.patch('/me', { locale: 'es' }, as(ana))
  expect(refusal).toMatchObject({ status: 403, body: { code: 'impersonation_read_only' } })
  expect(await auditOf('PATCH /me')).toMatchObject([
    { outcome: 'impersonation_read_only', actorId: ana, impersonatorId: boss.userId },
  ])
  expect(await auditOf('POST /users/:id/impersonations')).toContainEqual(
    expect.objectContaining({ actorId: boss.userId, subjectId: ana, outcome: 'done' }),
  )
  // The administrator's other tabs stay theirs.
  expect((await boss.browser.get('/me')).body.data).toMatchObject({ email: 'boss@example.com' })
})

test('nothing but reads is open, whatever the call', async () => {
  const header = await opened(boss, ana)
  const tried = product.calls.filter((call) => call.who !== 'public' && !isOpenToImpersonator(call))
  expect(tried.length).toBeGreaterThan(50)
  for (const { method, path } of tried) {
    const url = path.replaceAll(/:\w+/g, randomUUID())
    const { status, body } = await boss.browser.send(method, url, {
      ...header,
      ...(method === 'GET' ? {} : { body: {} }),
    })
    // Calls with a tag refuse the person themselves first.
    expect([path, status]).toEqual([path, 403])
    expect(['impersonation_read_only', 'permission_denied']).toContain(body.code)
  }
  const effects = product.calls.filter(({ method, who }) => method !== 'GET' && who !== 'public')
  expect(effects.filter((call) => isOpenToImpersonator(call)).map(({ path }) => path)).toEqual([
    '/impersonations/end',
  ])
})

test('every read that is open answers as it does for the person', async () => {
  const header = await opened(boss, ana)
  const herself = await logIn(product, 'ana')
  // There is no provider of factors here, and only the person's own list reads it.
  const isAlike = ({ path }: { path: string }) => !path.includes(':') && path !== '/factors'
  const reads = product.calls.filter(
    (call) => call.who === 'signed-in' && isOpenToImpersonator(call) && isAlike(call),
  )
  expect(reads.length).toBeGreaterThan(10)
  for (const { method, path } of reads.filter((call) => call.method === 'GET')) {
    const hers = await herself.send(method, path)
    const seen = await boss.browser.send(method, path, header)
    expect([path, seen.status]).toEqual([path, hers.status])
  }
})

test('a link works once, within a minute, and in the session that made it', async () => {
  const token = await tokenOf(boss, ana)
  const second = await makeAdmin(product, { name: 'second', roleId: 6 })
  expect((await open(second, token)).body.code).toBe('link_expired')
  const answers = await Promise.all([open(boss, token), open(boss, token)])
  expect(statusesOf(answers)).toEqual([200, 410])
  expect((await open(boss, token)).body.code).toBe('link_expired')
  expect((await open(boss, 'invented')).body.code).toBe('link_expired')
  const ofAnotherSession = await tokenOf(boss, ana)
  await product.kernel.write(allTenants, ({ sql }) =>
    sql.updateTable('impersonation').set({ sessionId: randomUUID() }).where('openedAt', 'is', null).execute(),
  )
  expect((await open(boss, ofAnotherSession)).body.code).toBe('link_expired')
})

test('it ends when the person is deactivated or the administrator loses the permission', async () => {
  const admin = await makeAdmin(product, { name: 'admin', roleId: 1 })
  const header = await opened(admin, ana)
  await product.kernel.write(allTenants, ({ sql }) => setUserActive(sql, { id: ana, active: false }))
  expect((await admin.browser.get('/me', header)).body.code).toBe('impersonation_ended')
  expect((await start(boss, ana)).body.code).toBe('person_inactive')
  await product.kernel.write(allTenants, ({ sql }) => setUserActive(sql, { id: ana, active: true }))
  expect((await admin.browser.get('/me', header)).status).toBe(200)
  await product.kernel.write(allTenants, ({ sql }) =>
    sql.updateTable('appUser').set({ roleId: 3 }).where('id', '=', admin.userId).execute(),
  )
  expect((await admin.browser.get('/me', header)).body.code).toBe('unauthorized_access')
})

test('a link does not open for a person who became an administrator', async () => {
  const mia = await makeUser(product, { email: 'mia@example.com', roleId: 2, companyId: north })
  const token = await tokenOf(boss, mia)
  await product.kernel.write(allTenants, ({ sql }) =>
    sql.updateTable('appUser').set({ roleId: 3 }).where('id', '=', mia).execute(),
  )
  expect((await open(boss, token)).body.code).toBe('person_inactive')
})

type Permissions = { data: { data: { tag: string }[] } }
const tagsAs = async (by: AdminPerson, header: { headers: object }) =>
  ((await by.browser.get('/user/permissions', header as never)).body as unknown as Permissions).data.data.map(
    ({ tag }) => tag,
  )

test('what a company’s administrator sees is shown without more than the reader may see, and nothing changes', async () => {
  const below = await makeCompany(product, { slug: 'below', parentId: north })
  const hidden = await makeCompany(product, { slug: 'hidden', parentId: north, visibleToAdm: false })
  const companiesAs = async (by: AdminPerson, header: { headers: object }) =>
    (await by.browser.get<{ items: { id: string }[] }>('/companies', header as never)).body.data.items.map(
      ({ id }) => id,
    )
  const header = await opened(boss, company.userId)
  expect((await companiesAs(boss, header)).toSorted()).toEqual([north, below, hidden].toSorted())
  expect(await tagsAs(boss, header)).toEqual(await tagsAs(company, { headers: {} }))
  expect((await boss.browser.get(`/companies/${south}`, header)).body.code).toBe('record_not_found')
  const change = await boss.browser.patch(
    `/companies/${north}`,
    { name: 'Changed' },
    { headers: { ...header.headers, 'if-match': '1' } },
  )
  expect(change.body.code).toBe('impersonation_read_only')
  expect(await auditOf('PATCH /companies/:id')).toContainEqual(
    expect.objectContaining({
      outcome: 'impersonation_read_only',
      actorId: company.userId,
      impersonatorId: boss.userId,
    }),
  )
  // An administrator of the operator who does not see the hidden company does not see it here either.
  const plain = await makeAdmin(product, { name: 'plain', roleId: 1 })
  const seen = await opened(plain, company.userId)
  expect((await companiesAs(plain, seen)).toSorted()).toEqual([north, below].toSorted())
  expect((await plain.browser.get(`/companies/${hidden}`, seen)).body.code).toBe('record_not_found')
  const [own, shown] = [await tagsAs(plain, { headers: {} }), await tagsAs(plain, seen)]
  expect(own).not.toContain('withdrawals.create')
  expect(await tagsAs(company, { headers: {} })).toContain('withdrawals.create')
  expect(shown).not.toContain('withdrawals.create')
  expect(shown).toContain('companies.view')
})

test('who administrates one level sees no other level as its administrator', async () => {
  const below = await makeCompany(product, { slug: 'below-north', parentId: north })
  const lower = await makeAdmin(product, { name: 'lower', roleId: 5, companyId: below })
  const above = await makeAdmin(product, { name: 'above', roleId: 9, companyId: north })
  await product.kernel.write(allTenants, async ({ sql }) => {
    const of = {
      companyId: north,
      userId: above.userId,
      tag: 'users.impersonate',
      effect: 'granted' as const,
    }
    const set = { setBy: boss.userId, setAt: product.kernel.clock.realNow() }
    await sql
      .insertInto('tagOverride')
      .values({ id: randomUUID(), ...of, ...set })
      .execute()
    await sql.run(
      `insert into data_scope (user_id, company_id, kind, set_by, set_at) values ($1, $2, 'subtree', $3, now())
       on conflict (user_id) do update set kind = excluded.kind, set_by = excluded.set_by`,
      [above.userId, north, boss.userId],
    )
  })
  expect((await start(above, lower.userId)).body.code).toBe('role_not_allowed')
  expect((await above.browser.get('/tiers', as(lower.userId))).body.code).toBe('unauthorized_access')
  expect((await start(boss, lower.userId)).status).toBe(201)
})

test('nobody may change anything for a company’s administrator', async () => {
  await opened(boss, company.userId)
  const answer = await confirmed(product, boss, {
    method: 'POST',
    path: `/users/${company.userId}/impersonations/changes`,
    body: { reason: 'They asked for it' },
    key: randomUUID(),
  })
  expect(answer.body.code).toBe('role_not_allowed')
})

test('only people of the own companies, and no administrator but a company’s', async () => {
  expect((await start(boss, viewer.userId)).body.code).toBe('role_not_allowed')
  expect((await start(boss, boss.userId)).body.code).toBe('role_not_allowed')
  expect((await start(boss, randomUUID())).body.code).toBe('record_not_found')
  for (const by of [company, viewer]) {
    expect((await start(by, ana)).body.code).toBe('permission_denied')
    expect((await open(by, 'x'.repeat(43))).body.code).toBe('permission_denied')
  }
  // A grant to a customised administrator of one company reaches its people only.
  const local = await makeAdmin(product, { name: 'local', roleId: 9, companyId: north })
  await product.kernel.write(allTenants, async ({ sql }) => {
    const grant = { id: randomUUID(), companyId: north, userId: local.userId, tag: 'users.impersonate' }
    const of = {
      ...grant,
      effect: 'granted' as const,
      setBy: boss.userId,
      setAt: product.kernel.clock.realNow(),
    }
    await sql.insertInto('tagOverride').values(of).execute()
  })
  expect((await start(local, far)).body.code).toBe('record_not_found')
  expect((await (await prepared(product, local, callFor(ana)))()).status).toBe(201)
})

test('a header without an impersonation is refused and recorded', async () => {
  const before = (await auditOf('impersonation.header')).length
  for (const value of [far, randomUUID(), "'; --", '1']) {
    expect((await company.browser.get('/me', as(value))).body.code).toBe('unauthorized_access')
  }
  expect((await auditOf('impersonation.header')).length).toBeGreaterThan(before)
  const visitor = createTestBrowser(product.kernel.app)
  expect((await visitor.get('/me', as(ana))).status).toBe(401)
})

test('its link expires, and it ends after half an hour, by its button, with another one and with the session', async () => {
  const late = await tokenOf(boss, ana)
  product.wait(61_000)
  expect((await open(boss, late)).body.code).toBe('link_expired')
  const first = await opened(boss, ana)
  const header = await opened(boss, far)
  expect((await boss.browser.get('/me', first)).body.code).toBe('impersonation_ended')
  expect((await boss.browser.post('/impersonations/end', {}, header)).body.data).toEqual({ ended: 1 })
  expect((await boss.browser.get('/me', header)).body.code).toBe('impersonation_ended')
  await opened(boss, ana)
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect((await boss.browser.get('/me', first)).status).toBe(200)
    product.wait(600_000)
  }
  expect((await boss.browser.get('/me', first)).body.code).toBe('impersonation_ended')
  await opened(boss, ana)
  expect((await boss.browser.post('/session/logout', {})).status).toBe(200)
  expect((await boss.browser.get('/me', first)).status).toBe(401)
})
