import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepUpOperations } from '../../contract/src/access/step-up-operations.ts'
import { stepUpFacts } from '../../contract/src/access/step-up-shown.ts'
import type { StepUpRequest } from '../../contract/src/access/step-up.ts'
import { createProver, enrol, newKey } from '../support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { startTestAuth, type TestAuth } from '../support/test-auth.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { join, logIn, makeCompany, makeUser } from '../support/test-people.ts'
import { approvePerson } from '../support/verified-case.ts'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'

let auth: TestAuth
let product: PeopleProduct
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({ env: auth.env })
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

test('every call with a step-up has texts for its confirmation, and no other call has', () => {
  const declared = product.calls
    .filter(({ stepUp }) => stepUp !== undefined)
    .map(({ method, path }) => `${method} ${path}`)
  expect(declared.toSorted()).toEqual(Object.keys(stepUpOperations).toSorted())
})

const withPasskey = async (login: string) => {
  const browser = await logIn(product, login)
  const key = newKey()
  const prover = createProver(auth)
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = null'))
  return { browser, factor }
}
const shownBy = async (sending: ReturnType<TestBrowser['post']>) => {
  const answer = await sending
  expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required'])
  return (answer.body.data as StepUpRequest).show
}

test('each confirmation names its object, never by an id', async () => {
  await join(product, 'shown@example.com')
  const { browser, factor } = await withPasskey('shown')
  const { id } = (await browser.get<{ id: string }>('/me')).body.data
  const { credentialId } = factor
  const ifMatch = { headers: { 'if-match': '3' } }
  const change = { email: 'shown2@example.com', password: 'own secret' }
  const shown = [
    await shownBy(browser.send('DELETE', `/factors/${factor.id}`)),
    await shownBy(browser.post(`/authsignal/delete/passkey/${id}`, { credentialId })),
    await shownBy(browser.post('/recovery-codes')),
    await shownBy(browser.post('/factor-enrolments', { method: 'totp' })),
    await shownBy(browser.patch('/security', { otpLogin: true, lockAfterSeconds: 300 })),
    await shownBy(browser.patch('/me', { mobile: '+51999000222' }, ifMatch)),
    await shownBy(browser.post('/me/email-changes', change)),
  ]
  expect(shown).toEqual([
    { factor: factor.name, method: 'passkey' },
    { passkey: factor.name },
    {},
    { method: 'totp' },
    { otpLogin: 'on', lockAfterSeconds: '300' },
    { mobileFrom: '+51•••111', mobileTo: '+51999000222' },
    { emailFrom: 'shown@example.com', emailTo: 'shown2@example.com' },
  ])
  const known: ReadonlySet<string> = new Set(stepUpFacts)
  expect(shown.flatMap((facts) => Object.keys(facts)).filter((fact) => !known.has(fact))).toEqual([])
})

test('an operation on another person names them, unless they are outside the scope', async () => {
  const userId = await makeUser(product, { email: 'locked@example.com', roleId: 2 })
  await makeUser(product, { email: 'staff@example.com', roleId: 6 })
  const { browser } = await withPasskey('staff')
  expect(await shownBy(browser.post(`/users/${userId}/lockouts/lift`, { note: 'Called us' }))).toEqual({
    person: 'Ana Paz (locked@example.com)',
    note: 'Called us',
  })
  const { kernel } = product
  await approvePerson(kernel, { userId, companyId: houseId })
  const { id } = await kernel.db.read(allTenants, (sql) =>
    sql.one<{ id: string }>('select id from kyc_case where user_id = $1', [userId]),
  )
  const check = `/kyc-cases/${id}`
  const person = 'Ana Paz (locked@example.com)'
  expect([
    await shownBy(browser.get(`${check}/images`)),
    await shownBy(browser.post(`${check}/approve`, { note: 'Looked at it' })),
    await shownBy(browser.post(`${check}/reject`, { note: 'Not theirs' })),
    await shownBy(browser.post(`${check}/reset`, { note: 'Once more' })),
  ]).toEqual([
    { person },
    { person, note: 'Looked at it' },
    { person, note: 'Not theirs' },
    { person, note: 'Once more' },
  ])
  await makeUser(product, { email: 'curious@example.com', roleId: 2 })
  const { browser: curious } = await withPasskey('curious')
  const refusal = await curious.post(`/authsignal/delete/passkey/${userId}`)
  expect([refusal.status, refusal.body.code]).toEqual([403, 'permission_denied'])
  expect(JSON.stringify(refusal.body)).not.toContain('locked@example.com')
})

test('a confirmation about a company names it, unless it is outside the scope', async () => {
  const norte = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  const sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  await makeUser(product, { email: 'mediator@example.com', roleId: 5, companyId: norte })
  await makeUser(product, { email: 'operator@example.com', roleId: 1 })
  const { browser: mediator } = await withPasskey('mediator')
  const ifMatch = { headers: { 'if-match': '1' } }
  const path = `/companies/${norte}`
  expect([
    await shownBy(mediator.patch(path, { name: 'North' }, ifMatch)),
    await shownBy(mediator.patch(`${path}/settings`, { kycFlow: 'frame' }, ifMatch)),
    await shownBy(mediator.patch(`${path}/branding`, { brandHex: '#0f6e8c' }, ifMatch)),
    await shownBy(mediator.post(`${path}/logo`, { file: null }, ifMatch)),
    await shownBy(mediator.post(`${path}/parent`, { parentId: null }, ifMatch)),
    await shownBy(mediator.post(`${path}/deactivate`, {}, ifMatch)),
    await shownBy(mediator.post(`${path}/activate`, {}, ifMatch)),
  ]).toEqual(Array.from({ length: 7 }, () => ({ company: 'Norte' })))
  const unseen = await mediator.patch(`/companies/${sur}`, { name: 'Mine' }, ifMatch)
  expect([unseen.status, unseen.body.code]).toEqual([404, 'record_not_found'])
  const { browser: operator } = await withPasskey('operator')
  const fresh = { parentId: null, name: 'Lago', slug: 'lago' }
  expect(
    await shownBy(operator.post('/companies', fresh, { headers: { 'idempotency-key': 'new-company' } })),
  ).toEqual({ company: 'Lago' })
  const creation = { cardCreationEnabled: false }
  expect(await shownBy(operator.patch(`${path}/card-creation`, creation, ifMatch))).toEqual({
    company: 'Norte',
  })
})
