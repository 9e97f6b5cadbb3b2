import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf } from '../../../tests/support/test-browser.ts'
import { join, logIn, lucia, mailedToken, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { setCompanyActive } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = (host?: string) => createTestBrowser(product.kernel.app, host)
const register = (changes: object, host?: string) =>
  browser(host).post('/registrations', { ...lucia, ...changes })
const rowOf = <R extends object>(email: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.maybe<R>('select * from app_user where email = $1', [email]),
  )

test('a person registers, confirms the address by the mailed link and logs in', async () => {
  const me = browser()
  const registered = await me.post('/registrations', lucia)
  expect(registered.status).toBe(201)
  expect(registered.body.data).toEqual({ email: lucia.email, companyName: 'Cardamom' })
  const early = await me.post('/sessions', { login: lucia.email, password: 'own secret' })
  expect(early.status).toBe(403)
  expect(early.body).toMatchObject({
    code: 'email_not_verified',
    message: 'User email not verified',
    data: { email: lucia.email },
  })
  const token = await mailedToken(product, lucia.email)
  const [mail] = await product.mailbox.outbox(lucia.email)
  expect(mail).toMatchObject({ kind: 'verify_email', subject: 'Confirm your e-mail' })
  expect(mail?.link).toBe(`http://localhost:4000/verify-email/${token}`)
  // The address is not confirmed yet, so its reader may not know this name.
  expect(mail?.text).toContain('Hello,')
  expect(mail?.text).not.toContain('Lucía')
  const confirmed = await me.post(`/email-verifications/${token}`)
  expect(confirmed.body.data).toEqual({ email: lucia.email, purpose: 'registration' })
  const mine = await (await logIn(product, lucia.email)).get('/me')
  expect(mine.body.data).toMatchObject({ birthDate: '2000-02-29', mobile: '+51999000111', version: 2 })
})

test('private fields are stored encrypted, and nothing else contains them', async () => {
  await register({ email: 'encrypted@example.com', street: 'Canary Street 7', mobile: '+51999123456' })
  const row = await rowOf<Record<string, unknown>>('encrypted@example.com')
  const stored = JSON.stringify(row, (_key, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  )
  for (const canary of ['Canary', '999123456', '2000-02-29', '15074']) expect(stored).not.toContain(canary)
  const jobs = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ payload: unknown }>('select payload from job'),
  )
  expect(JSON.stringify(jobs)).not.toContain('encrypted@example.com')
})

test('only one of two concurrent registrations with one e-mail succeeds', async () => {
  const both = await Promise.all([
    register({ email: 'race@example.com' }),
    register({ email: ' RACE@example.com ', firstName: 'Other' }),
  ])
  expect(statusesOf(both)).toEqual([201, 409])
  const lost = both.find(({ status }) => status === 409)
  expect(lost?.body).toMatchObject({
    code: 'email_taken',
    message: 'Email already exists',
    errors: { email: ['Email already exists'] },
  })
})

test('two people whose addresses have the same start get two usernames', async () => {
  await register({ email: 'zoe@example.com' })
  await register({ email: 'zoe@example.org' })
  const names = await Promise.all(
    ['zoe@example.com', 'zoe@example.org'].map(
      async (email) => (await rowOf<{ username: string; referral_code: string }>(email))!,
    ),
  )
  expect(names[0]?.username).toBe('zoe')
  expect(names[1]?.username).toMatch(/^zoe-\d{4}$/)
  expect(names[0]?.referral_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
})

test.each([
  ["Robert'; drop table app_user; --", 'Tables'],
  ['Zoë 😀', '李小龙'],
  ['<b>x</b>', '{{7*7}}'],
])('the name %s is valid', async (firstName, lastName) => {
  const email = `name${firstName.length}@example.com`
  expect((await register({ email, firstName, lastName })).status).toBe(201)
  expect(await rowOf(email)).toMatchObject({ first_name: firstName, last_name: lastName })
  expect((await browser().post(`/email-verifications/${await mailedToken(product, email)}`)).status).toBe(200)
  await browser().post('/recoveries', { email })
  const [mail] = await product.mailbox.outbox(email, 'recover_password')
  expect(mail?.text).toContain(firstName)
  expect(mail?.html).not.toContain('<b>x</b>')
})

test('a person under 18 gets an error at the field, and no error from their birthday on', async () => {
  const today = product.kernel.clock.now()
  const born = new Date(today)
  born.setUTCFullYear(today.getUTCFullYear() - 18)
  // Eighteen years before 29 February there is no such day. A person who was born on the 28th is the youngest
  // adult.
  if (born.getUTCDate() !== today.getUTCDate()) born.setUTCDate(0)
  const birthday = born.toISOString().slice(0, 10)
  born.setUTCDate(born.getUTCDate() + 1)
  const young = await register({ email: 'young@example.com', birthDate: born.toISOString().slice(0, 10) })
  expect(young.status).toBe(422)
  expect(young.body).toMatchObject({ code: 'validation', errors: { birthDate: ['You must be over 18.'] } })
  expect((await register({ email: 'adult@example.com', birthDate: birthday })).status).toBe(201)
})

test('field errors come in the language of the call', async () => {
  const answer = await browser().post(
    '/registrations',
    { ...lucia, password: '123' },
    { headers: { lang: 'es' } },
  )
  expect(answer.body).toMatchObject({
    message: 'Hay campos que corregir',
    errors: { password: ['Al menos 6 caracteres.'], confirmation: ['Las dos contraseñas no coinciden.'] },
  })
})

test('a very common password is refused at its field, in both languages', async () => {
  const common = { email: 'common@example.com', password: 'Password1', confirmation: 'Password1' }
  const refused = await register(common)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual({
    password: ['This password is too common. Choose another one.'],
  })
  const visitor = browser()
  const inSpanish = await visitor.post('/registrations', { ...lucia, ...common }, { headers: { lang: 'es' } })
  expect(inSpanish.body.errors).toEqual({
    password: ['Esta contraseña es demasiado común. Elige otra.'],
  })
  expect((await register({ email: common.email })).status).toBe(201)
})

test('old terms, a country that is not supported, and a body that is not JSON are refused', async () => {
  const old = await register({ email: 'terms@example.com', termsVersion: 0 })
  expect(old.body.errors['termsVersion']).toEqual(['The terms have changed. Read and accept the new ones.'])
  const { db, clock } = product.kernel
  const allow = (countries: string[]) =>
    db.write(allTenants, (sql) =>
      writeSetting(sql, { key: 'supportedCountries', value: countries, at: clock.now(), by: null }),
    )
  await allow(['ES'])
  const closed = await register({ email: 'closed@example.com' })
  expect(closed.body.errors).toEqual({ country: ['We don’t open accounts in this country.'] })
  expect((await browser().get('/config')).body.data).toMatchObject({ countries: ['ES'] })
  await allow(['ES', 'PE', 'GB'])
  const broken = await product.kernel.app.inject({
    method: 'POST',
    url: '/api/registrations',
    headers: { 'content-type': 'application/json' },
    payload: '{"email": ',
  })
  expect(broken.statusCode).toBe(422)
})

test('where accounts are hidden, a registered e-mail gets the answer of a free one, and its owner gets a notice', async () => {
  await join(product, 'hidden@example.com')
  const { db, clock } = product.kernel
  const hide = (value: boolean) =>
    db.write(allTenants, (sql) =>
      writeSetting(sql, { key: 'hideAccountExistence', value, at: clock.now(), by: null }),
    )
  await hide(true)
  const again = await register({ email: 'hidden@example.com' })
  await hide(false)
  expect(again.status).toBe(201)
  expect(again.body.data).toEqual({ email: 'hidden@example.com', companyName: 'Cardamom' })
  await product.drain()
  expect(await product.mailbox.outbox('hidden@example.com', 'account_exists')).toHaveLength(1)
})

test('the host decides the company, and a closed company accepts no user', async () => {
  const norte = await makeCompany(product, { slug: 'norte', name: 'Norte', brandHex: '#0a7f5a' })
  const joined = await register({ email: 'norte@example.com' }, 'norte.localhost:4000')
  expect(joined.body.data).toMatchObject({ companyName: 'Norte' })
  expect(await rowOf('norte@example.com')).toMatchObject({ company_id: norte })
  await product.drain()
  const [mail] = await product.mailbox.outbox('norte@example.com')
  expect(mail?.link).toMatch(/^http:\/\/norte\.localhost:4000\/verify-email\//)
  expect(mail?.from).toContain('Norte')
  await product.kernel.db.write(allTenants, (sql) => setCompanyActive(sql, { id: norte, active: false }))
  const closed = await register({ email: 'late@example.com' }, 'norte.localhost:4000')
  expect(closed.body).toMatchObject({ code: 'unauthorized_access', message: 'Unauthorized access' })
})

test('a forged host does not get into the link', async () => {
  await register({ email: 'forged@example.com' }, 'evil.example')
  await product.drain()
  const [mail] = await product.mailbox.outbox('forged@example.com')
  expect(mail?.link).toMatch(/^http:\/\/localhost:4000\//)
})

test('a referral code assigns the person to the company of its owner', async () => {
  const oeste = await makeCompany(product, { slug: 'oeste', name: 'Oeste' })
  const giver = await makeUser(product, { email: 'giver@example.com', roleId: 2, companyId: oeste })
  const { referral_code: code } = (await rowOf<{ referral_code: string }>('giver@example.com'))!
  const joined = await register({ email: 'friend@example.com', code: code.toLowerCase() })
  expect(joined.body.data).toMatchObject({ companyName: 'Oeste' })
  expect(await rowOf('friend@example.com')).toMatchObject({ company_id: oeste, referrer_id: giver })
  const admin = await makeUser(product, { email: 'boss@example.com', roleId: 1 })
  expect(admin).toBeDefined()
  const { referral_code: adminCode } = (await rowOf<{ referral_code: string }>('boss@example.com'))!
  const refused = await register({ email: 'friend2@example.com', code: adminCode })
  expect(refused.body.code).toBe('referral_code_not_found')
})
