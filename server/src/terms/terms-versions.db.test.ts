import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { storePasskey, grantOperation } from '../../../tests/support/step-up-kit.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

type Page = { title: string; sections: { heading: string; paragraphs: string[] }[] }
type Texts = { en: { terms: Page; privacy: Page }; es: { terms: Page; privacy: Page } }
type Version = {
  version: number
  from: string
  state: string
  publishedByName: string | null
  accepted: number
}

let product: PeopleProduct
let boss: TestBrowser
let me = { userId: '', companyId: '' }
/** A super administrator without acceptance, who logs in and then has a passkey. */
const enterAsBoss = async (name: string) => {
  const userId = await makeUser(product, { email: `${name}@example.com`, roleId: 6 })
  boss = await logIn(product, name)
  const { companyId } = (await boss.get<{ companyId: string }>('/me')).body.data
  me = { userId, companyId }
  await storePasskey(product.kernel, me)
}
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  await enterAsBoss('boss')
})
afterAll(() => product.stop())

const dayIn = (days: number) =>
  new Date(product.kernel.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const versions = async () => (await boss.get<{ items: Version[] }>('/terms/versions')).body.data.items
const textsOf = async (version: number) => (await boss.get<Texts>(`/terms/versions/${version}`)).body.data
/** Sends a call after a confirmation, if one is requested. */
const confirmed = async (path: string, body: object) => {
  const first = await boss.post(path, body)
  if (first.body.code !== 'step_up_required') return first
  const wanted = first.body.data as unknown as Parameters<typeof grantOperation>[2]
  const grant = await grantOperation(product.kernel, me, wanted)
  return boss.post(path, body, { headers: { 'step-up': grant } })
}
const publish = (body: object) => confirmed('/terms/versions', body)
const draft = async (changes: object = {}) => {
  const { en, es } = await textsOf(1)
  return { basedOn: 1, from: dayIn(2), en, es, ...changes }
}

test('a version is published for a future day in both languages, and never twice', async () => {
  await join(product, 'lucia@example.com')
  const input = await draft()
  const { es } = input
  for (const from of [dayIn(0), dayIn(-1), dayIn(368), '9999-12-31']) {
    expect((await publish({ ...input, from })).body.errors).toHaveProperty('from')
  }
  const shorter = { ...es, terms: { ...es.terms, sections: es.terms.sections.slice(1) } }
  expect((await publish({ ...input, es: shorter })).status).toBe(422)
  const both = await Promise.all([publish(input), publish(input)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await versions()).toMatchObject([
    { version: 2, from: dayIn(2), state: 'upcoming', accepted: 0 },
    { version: 1, state: 'current', publishedByName: null, accepted: 1 },
  ])
  // The next one begins after the newest.
  expect((await publish({ ...input, basedOn: 2 })).body.errors).toHaveProperty('from')
  expect((await boss.get('/terms/versions/3')).body.code).toBe('record_not_found')
})

test('who accepted a version is a list with a file, for administrators with the permission', async () => {
  const list = await boss.get<{ items: { name: string; version: number }[] }>('/terms/acceptances?version=1')
  expect(list.body.data.items).toMatchObject([{ version: 1, lang: 'en' }])
  expect((await boss.get<{ items: [] }>('/terms/acceptances?version=2')).body.data.items).toEqual([])
  expect((await boss.post('/terms/acceptances/export')).body.code).toBe('step_up_required')
  await makeUser(product, { email: 'viewer@example.com', roleId: 3 })
  const viewer = await logIn(product, 'viewer')
  for (const path of ['/terms/versions', '/terms/versions/1', '/terms/acceptances']) {
    expect((await viewer.get(path)).body.code).toBe('permission_denied')
  }
})

type Due = { version: number; texts: Texts['en']; accepted: Texts['en'] | null }
const isDue = async (person: TestBrowser) => {
  const { user } = (await person.get<never>('/getUserAuths')).body as unknown as {
    user: { terms_due: 0 | 1 }[]
  }
  return user[0]?.terms_due
}
const dueOf = async (person: TestBrowser) => (await person.get<Due | null>('/terms/due')).body.data
const accept = (person: TestBrowser, version: number, headers = {}) =>
  person.post('/terms/acceptance', { version }, { headers })

test('a version in force is accepted once before anything is changed; reads and security stay possible', async () => {
  let person = await logIn(product, 'lucia@example.com')
  expect([await isDue(person), await dueOf(person)]).toEqual([0, null])
  expect((await accept(person, 2)).body.code).toBe('terms_replaced')
  product.wait(3 * 86_400_000)
  person = await logIn(product, 'lucia@example.com')
  expect(await isDue(person)).toBe(1)
  expect(await dueOf(person)).toMatchObject({
    version: 2,
    accepted: { terms: { title: 'Terms and conditions' } },
  })

  const { version } = (await person.get<{ version: number }>('/me')).body.data
  const headers = { lang: 'es', 'if-match': String(version) }
  const change = () => person.patch('/me', { city: 'Cusco' }, { headers })
  const refusal = await change()
  expect([refusal.status, refusal.body.code]).toEqual([403, 'terms_not_accepted'])
  expect(refusal.body.message).toContain('acéptalos')
  for (const path of ['/me', '/wallet', '/cards', '/loads', '/terms']) {
    expect((await person.get(path)).status).toBe(200)
  }
  expect((await person.post('/sessions/revoke-others')).status).toBe(200)

  const twice = await Promise.all([1, 2].map(() => accept(person, 2, { lang: 'es' })))
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect([await isDue(person), await dueOf(person)]).toEqual([0, null])
  expect((await change()).status).toBe(200)
  const recorded = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ lang: string }>('select lang from terms_acceptance where version = 2'),
  )
  expect(recorded).toEqual([{ lang: 'es' }])
})

test('people whose account was made for them accept too, and nobody accepts for another person', async () => {
  await enterAsBoss('chief')
  expect(await dueOf(boss)).toMatchObject({ version: 2, accepted: null })
  expect((await publish(await draft({ basedOn: 2, from: dayIn(2) }))).body.code).toBe('terms_not_accepted')
  expect((await accept(boss, 2)).status).toBe(200)

  const ana = await makeUser(product, { email: 'ana@example.com', roleId: 2 })
  const { body } = await confirmed(`/users/${ana}/impersonations`, { reason: 'Their card does not show' })
  const token = (body.data as unknown as { path: string }).path.replace('/impersonate/', '')
  await boss.post('/impersonations/open', { token })
  const asAna = { 'fake-user': ana }
  expect((await accept(boss, 2, asAna)).body.code).toBe('impersonation_read_only')
  expect(await dueOf(await logIn(product, 'ana@example.com'))).toMatchObject({ version: 2 })

  expect((await publish(await draft({ basedOn: 2, from: dayIn(2) }))).status).toBe(201)
  product.wait(3 * 86_400_000)
  expect(await dueOf(await logIn(product, 'lucia@example.com'))).toMatchObject({ version: 3 })
})
