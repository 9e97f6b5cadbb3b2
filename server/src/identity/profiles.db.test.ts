import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { setIdentityVerifiedAt } from './users.sql.ts'

let product: PeopleProduct
let me: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct()
  await join(product, 'lucia@example.com')
  me = await logIn(product, 'lucia@example.com')
})
afterAll(() => product.stop())

type MyProfile = {
  id: string
  version: number
  firstName: string
  state: string | null
  timeZone: string | null
}
const read = async () => (await me.get<MyProfile>('/me')).body.data
const change = (fields: object, ifMatch?: string) =>
  me.patch<MyProfile>('/me', fields, ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } })

test('a record is read whole, without fields that are not for the reader', async () => {
  const mine = await read()
  expect(mine).toMatchObject({
    username: 'lucia',
    firstName: 'Lucía',
    birthDate: '2000-02-29',
    mobile: '+51999000111',
    street: 'Av. Larco 345',
    zip: '15074',
    city: 'Lima',
    country: 'PE',
    state: null,
    gender: null,
    roleId: 2,
    companyName: 'Cardamom',
    identityLocked: false,
    pendingEmail: null,
    timeZone: null,
  })
  expect(Object.keys(mine).filter((name) => /hash|encrypted|digest/i.test(name))).toEqual([])
})

test('a change requires the current version of the record', async () => {
  const { version } = await read()
  const changed = await change({ street: 'Calle 2', gender: 'female', state: 'PE-LIM' }, `"${version}"`)
  expect(changed.status).toBe(200)
  expect(changed.body.data).toMatchObject({
    version: version + 1,
    street: 'Calle 2',
    gender: 'female',
    state: 'PE-LIM',
    city: 'Lima',
  })
  const stale = await change({ street: 'Calle 3' }, String(version))
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    code: 'record_changed',
    message: 'This record was changed in the meantime',
    data: { version: version + 1, street: 'Calle 2' },
  })
  expect((await change({ street: 'Calle 3' })).body.errors).toEqual({ 'if-match': ['Fill in this field.'] })
})

test('only one of two changes of the same version is made', async () => {
  const { version } = await read()
  const both = await Promise.all([
    change({ city: 'Cusco' }, String(version)),
    change({ city: 'Puno' }, String(version)),
  ])
  expect(statusesOf(both)).toEqual([200, 409])
})

test('an empty text is absent, an absent field stays', async () => {
  const { version } = await read()
  const changed = await change({ state: '', gender: '' }, String(version))
  expect(changed.body.data).toMatchObject({ state: null, gender: null, firstName: 'Lucía' })
})

test.each([
  [{ firstName: '' }, { firstName: ['Name cannot be empty.'] }],
  [{ zip: 'abc' }, { zip: ['This isn’t a valid zip code for that country.'] }],
  [{ country: 'DE', zip: 'SW1A' }, { zip: ['This isn’t a valid zip code for that country.'] }],
  [{ birthDate: '2020-01-01' }, { birthDate: ['You must be over 18.'] }],
  [{ timeZone: 'Mars/Olympus_Mons' }, { timeZone: ['This value isn’t valid.'] }],
  [{ timeZone: '+05:00' }, { timeZone: ['This value isn’t valid.'] }],
  [{ birthDate: '2023-02-29' }, { birthDate: ['This date does not exist.'] }],
  [
    { mobile: '123' },
    { mobile: ['Write the number with its country code, like +51\u00A0999\u00A0000\u00A0111.'] },
  ],
])('%j is refused at its field', async (fields, errors) => {
  const { version } = await read()
  const answer = await change(fields, String(version))
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual(errors)
})

test('a chosen zone is used for dates, stays when other fields change, and can be removed', async () => {
  const { version } = await read()
  const chosen = await change({ timeZone: 'Pacific/Kiritimati' }, String(version))
  expect([chosen.status, chosen.body.data.timeZone]).toEqual([200, 'Pacific/Kiritimati'])
  await change({ city: 'Tacna' }, String(version + 1))
  expect(await read()).toMatchObject({ city: 'Tacna', timeZone: 'Pacific/Kiritimati' })
  const { user } = JSON.parse((await me.get('/getUserAuths')).text) as {
    user: { time_zone: string | null }[]
  }
  expect(user[0]?.time_zone).toBe('Pacific/Kiritimati')
  expect((await change({ timeZone: null }, String(version + 2))).body.data.timeZone).toBeNull()
  expect((await read()).timeZone).toBeNull()
})

test('the zone of a browser is not a chosen zone', async () => {
  await join(product, 'rosa@example.com')
  const login = { login: 'rosa@example.com', password: 'own secret' }
  const browser = createTestBrowser(product.kernel.app)
  const headers = { 'time-zone': 'America/Bogota' }
  const { body } = await browser.post<{ token: string }>('/sessions', login, { headers })
  browser.setToken(body.data.token)
  expect((await browser.get<MyProfile>('/me')).body.data.timeZone).toBeNull()
})

test('verified names and birth date cannot change, but the address can', async () => {
  const { id } = await read()
  await product.kernel.db.write(allTenants, (sql) => setIdentityVerifiedAt(sql, { id, at: new Date(0) }))
  const { version } = await read()
  const refused = await change({ firstName: 'Laura' }, String(version))
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ code: 'invalid_user_data', message: 'Invalid user data' })
  expect((await change({ firstName: 'Lucía', city: 'Ica' }, String(version))).status).toBe(200)
})

test('a person whom an administrator made has a record with empty fields', async () => {
  await makeUser(product, { email: 'staff@example.com', roleId: 1 })
  const staff = await logIn(product, 'staff@example.com')
  const mine = await staff.get('/me')
  expect(mine.body.data).toMatchObject({ birthDate: null, mobile: null, country: null })
})

test('no record is read without a session', async () => {
  const answer = await createTestBrowser(product.kernel.app).get('/me', { headers: { lang: 'es' } })
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ code: 'unauthenticated', message: 'User Is Unauthenticated' })
})
