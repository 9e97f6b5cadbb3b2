import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNarrowSockets } from '../../../tests/support/narrow-socket.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants, type Scope } from '../kernel/database.ts'
import { FileChanged } from '../kernel/file-pages.ts'
import { kycCasesList } from './kyc-cases.list.ts'

let product: PeopleProduct
let owner: { userId: string; browser: TestBrowser }
let otherCompany: string
const path = '/kyc-cases/export'

const run = (text: string, values: (string | number)[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))

/** A started check of a person with this name. */
const startCase = async (of: { email: string; name: string; companyId: string; status?: string }) => {
  const { email, companyId, name, status = 'created' } = of
  const userId = await makeUser(product, { email, roleId: 2, companyId })
  await run('update app_user set first_name = $2 where id = $1', [userId, name])
  const id = product.kernel.ids.next()
  await run(
    `insert into kyc_case (id, company_id, user_id, status, created_at, changed_at)
     values ($1, $2, $3, 'created', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z')`,
    [id, companyId, userId],
  )
  if (status !== 'created') await run('update kyc_case set status = $2 where id = $1', [id, status])
  return id
}

beforeAll(async () => {
  product = await createPeopleProduct()
  const userId = await makeUser(product, { email: 'owner@example.com', roleId: 6 })
  owner = { userId, browser: await logIn(product, 'owner') }
  await storePasskey(product.kernel, { userId, companyId: houseId })
  otherCompany = await makeCompany(product, { slug: 'coral' })
  await startCase({ email: 'formula@example.com', name: '=HYPERLINK("x")', companyId: houseId })
  await startCase({ email: 'begun@example.com', name: 'Begun', companyId: houseId, status: 'started' })
  await startCase({ email: 'coral@example.com', name: 'Coral', companyId: otherCompany })
})
afterAll(() => product.stop())

/** Requests a file and confirms the step-up. */
const requestFile = async (query: object, lang = 'en') => {
  const headers = { lang }
  const requested = await owner.browser.post<StepUpRequest>(path, query, { headers })
  expect(requested.body.code).toBe('step_up_required')
  expect(requested.body.data).toMatchObject({ level: 'S2', action: `POST ${path}` })
  const person = { userId: owner.userId, companyId: houseId }
  const grant = await grantOperation(product.kernel, person, requested.body.data)
  return owner.browser.post<{ url: string }>(path, query, { headers: { ...headers, 'step-up': grant } })
}
/** The address of a file. */
const addressOf = async (query: object, lang?: string) => {
  const made = await requestFile(query, lang)
  expect(made.status).toBe(201)
  return made.body.data.url.replace('/api', '')
}
const fileOf = async (query: object, lang?: string) => owner.browser.get(await addressOf(query, lang))

test('the file has the rows of the filter, in its order and in the language of the reader', async () => {
  const all = await fileOf({ sort: 'changedAt' })
  expect(all.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /filename="identity-checks-\d{4}-\d\d-\d\d\.csv"$/,
    ) as string,
  })
  const [head, ...lines] = all.text.trimEnd().split('\r\n')
  expect(head).toBe(
    '\uFEFFReference,Name,E-mail,Company,Status,Reason,Attempts used,Attempts allowed,Loads paused,Changed (UTC)',
  )
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(
    /^K-\w{8},"'=HYPERLINK\(""x""\) Paz",formula@example\.com,[^,]*,Created,,0,3,No,2026-01-01T10:00:00\.000Z$/,
  )
  const started = (await fileOf({ status: 'started' }, 'es')).text.trimEnd().split('\r\n')
  expect(started[0]).toMatch(/^\uFEFFReferencia,Nombre,Correo,Empresa,Estado,/)
  expect(started.slice(1)).toEqual([expect.stringContaining('Begun Paz,begun@example.com')])
  expect(started[1]).toContain(',Empezada,')
  expect((await fileOf({ to: '2025-12-31' })).text.split('\r\n')).toHaveLength(2)
  for (const query of [{ status: 'lost' }, { limit: '5' }, { from: '2026-02-02', to: '2026-02-01' }])
    expect([query, (await owner.browser.post(path, query)).status]).toEqual([query, 422])
})

test('the file has exactly the columns that the reader names, in their order', async () => {
  const named = (await fileOf({ columns: 'email,status', status: 'started' })).text.trimEnd()
  expect(named.split('\r\n')).toEqual(['\uFEFFE-mail,Status', 'begun@example.com,Started'])
  for (const columns of ['', 'email,', 'email;status'])
    expect([columns, (await owner.browser.post(path, { columns })).status]).toEqual([columns, 422])
  const unknown = await requestFile({ columns: 'email,password' })
  expect([unknown.status, unknown.body.errors]).toEqual([422, { columns: [expect.any(String)] }])
})

test('a reader of the list without the right to export people is refused, and no other call leads to the file', async () => {
  await makeUser(product, { email: 'reviewer@example.com', roleId: 1 })
  const reviewer = await logIn(product, 'reviewer')
  expect((await reviewer.get('/kyc-cases')).status).toBe(200)
  const refused = await reviewer.post(path, {})
  expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied'])
  expect((await reviewer.post('/downloads', { call: path, query: {} })).status).toBe(422)
  expect((await owner.browser.post('/downloads', { call: path, query: {} })).status).toBe(422)
  const address = await addressOf({})
  expect((await reviewer.get(address)).status).toBe(410)
  expect((await owner.browser.get(address)).status).toBe(200)
  expect((await owner.browser.get(address)).status).toBe(410)
})

test('the audit names who exported, and who was refused', async () => {
  const count = (outcome: string) =>
    product.kernel.db.read(allTenants, (sql) =>
      sql.one<{ count: bigint }>('select count(*) from audit where action = $1 and outcome = $2', [
        `POST ${path}`,
        outcome,
      ]),
    )
  const before = await count('done')
  await fileOf({})
  expect((await count('done')).count).toBe(before.count + 1n)
  expect((await count('permission_denied')).count).toBe(1n)
})

test('the address of a file does not work after its person loses the right', async () => {
  const asWhoever = (roleId: number) =>
    run('update app_user set role_id = $2 where id = $1', [owner.userId, roleId])
  for (const roleId of [1, 5, 2]) {
    const address = await addressOf({})
    await asWhoever(roleId)
    expect([roleId, (await owner.browser.get(address)).status]).toEqual([roleId, 410])
    await asWhoever(6)
    // The address was used once, so it works no more.
    expect((await owner.browser.get(address)).status).toBe(410)
  }
  const address = await addressOf({})
  await run('update app_user set active = false where id = $1', [owner.userId])
  expect((await owner.browser.get(address)).status).toBe(410)
  await run('update app_user set active = true where id = $1', [owner.userId])
})

const rowsIn = async (scope: Scope, betweenPages: () => Promise<unknown> = async () => undefined) => {
  const { db, clock } = product.kernel
  const { userId } = owner
  const reader = {
    sql: db.reader(scope),
    me: { userId, companyId: houseId, scope, may: () => true },
    now: clock.now(),
  }
  const found: string[] = []
  for await (const rows of kycCasesList.csv?.pages(reader, { sort: '-changedAt' }) ?? []) {
    found.push(...rows.map(({ email, ref }) => email || ref))
    await betweenPages()
  }
  return found
}

test('a reader of one company finds no row of another', async () => {
  expect(await rowsIn({ kind: 'companies', companyIds: [otherCompany] })).toEqual(['coral@example.com'])
  expect(await rowsIn({ kind: 'companies', companyIds: [houseId] })).not.toContain('coral@example.com')
  expect(await rowsIn({ kind: 'companies', companyIds: [] })).toEqual([])
})

const many = 10_000
test('a file of ten thousand rows has each row once, and a slow reader holds no transaction', async () => {
  await run(
    `insert into kyc_case (id, company_id, user_id, status, created_at, changed_at)
     select gen_random_uuid(), $1, gen_random_uuid(), 'created', '2026-02-01', '2026-02-01'
     from generate_series(1, $2::int) n`,
    [houseId, many],
  )
  const lines = (await fileOf({ from: '2026-02-01', to: '2026-02-01' })).text.trimEnd().split('\r\n')
  expect(new Set(lines).size).toBe(many + 1)

  const sockets = await openNarrowSockets(product.kernel.app.server)
  try {
    const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const address = await addressOf({})
    const socket = await sockets.request(
      `GET /api${address} HTTP/1.1\r\nhost: localhost:4000\r\ncookie: ${cookie}\r\n\r\n`,
    )
    await once(socket, 'readable')
    const held = () =>
      product.kernel.db.read(allTenants, (sql) =>
        sql.one<{ count: bigint }>(
          `select count(*) from pg_stat_activity where datname = current_database()
             and application_name = 'cardamom' and xact_start is not null and pid <> pg_backend_pid()`,
        ),
      )
    while ((await held()).count > 0n) await pause(50)
    expect((await owner.browser.get('/kyc-cases')).status).toBe(200)
    socket.destroy()
  } finally {
    await sockets.close()
  }
}, 60_000)

test('a case that changes while the file is read starts the file again', async () => {
  const before = (await rowsIn(allTenants)).length
  const change = () =>
    run(`update kyc_case set version = version + 1, changed_at = '2026-03-01'
         where id = (select id from kyc_case order by changed_at, id limit 1)`)
  await expect(rowsIn(allTenants, change)).rejects.toThrow(FileChanged)
  expect(await rowsIn(allTenants)).toHaveLength(before)
}, 60_000)
