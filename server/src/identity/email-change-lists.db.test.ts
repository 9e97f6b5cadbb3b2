import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, mailedToken, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'

type Row = { id: string; fromEmail: string; toEmail: string; state: string; informedByName: string | null }

let product: PeopleProduct
let [north, south] = ['', '']
let boss: TestBrowser
let [mediator, viewer] = [] as unknown as [TestBrowser, TestBrowser]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  south = await makeCompany(product, { slug: 'south' })
  const admin = async (name: string, roleId: number, companyId?: string) => {
    await makeUser(product, { email: `${name}@example.com`, roleId, ...(companyId ? { companyId } : {}) })
    return logIn(product, name)
  }
  boss = await admin('boss', 6)
  mediator = await admin('mediator', 5, north)
  viewer = await admin('viewer', 3)
})
afterAll(() => product.stop())

const rows = async (by: TestBrowser, query = '') =>
  (await by.get<{ items: Row[] }>(`/email-changes?limit=100${query}`)).body.data.items
const idOf = async (toEmail: string) => (await rows(boss)).find((row) => row.toEmail === toEmail)?.id ?? ''
const inform = (by: TestBrowser, ids: string[]) =>
  by.post<{ results: { id: string; outcome: string }[] }>('/email-changes/inform', { ids })
const mails = async (to: string) => {
  await product.drain()
  return (await product.mailbox.outbox(to, 'email_change_informed')).length
}
/** A person who requested another address, and confirmed it from both. */
const changed = async (name: string, companyId: string, isConfirmed = true) => {
  const [from, to] = [`${name}@example.com`, `${name}.new@example.com`]
  await makeUser(product, { email: from, roleId: 2, companyId })
  const me = await logIn(product, from)
  await me.post('/me/email-changes', { email: to, password: 'own secret' })
  const opener = createTestBrowser(product.kernel.app)
  if (isConfirmed) {
    await opener.post(`/email-verifications/${await mailedToken(product, to, 'change_email')}`)
    await opener.post(`/email-verifications/${await mailedToken(product, from, 'email_change_requested')}`)
  }
  return { id: await idOf(to), from, to }
}

test('administrators see the changes of their companies, by state and by either address', async () => {
  const own = await changed('ana', north)
  const other = await changed('bea', south)
  const pending = await changed('cleo', north, false)
  expect((await rows(mediator)).map(({ toEmail }) => toEmail)).toEqual([pending.to, own.to])
  expect(await rows(mediator, `&id=${other.id}`)).toEqual([])
  expect((await rows(viewer, '&state=pending')).map(({ id }) => id)).toEqual([pending.id])
  expect((await rows(boss, '&q=BEA.new')).map(({ id }) => id)).toEqual([other.id])
  expect((await rows(boss, `&state=not_informed&companyId=${north}`)).map(({ id }) => id)).toEqual([own.id])
  const person = await logIn(product, own.to)
  expect((await person.get('/email-changes')).body.code).toBe('permission_denied')
})

test('a person is informed once, at both addresses, with a result for each row', async () => {
  const [one, two] = [await changed('dora', north), await changed('eli', south)]
  const open = await changed('fay', north, false)
  const unknown = product.kernel.ids.next()
  for (const by of [viewer, mediator]) {
    expect((await inform(by, [one.id])).body.code).toBe('permission_denied')
  }
  const ids = [one.id, two.id, open.id, unknown, one.id]
  const both = await Promise.all([inform(boss, ids), inform(boss, ids)])
  const outcomes = both.map(({ body }) => body.data.results.map(({ outcome }) => outcome))
  const rest = ['not_changed', 'record_not_found']
  expect(outcomes.toSorted((a, b) => String(b).localeCompare(String(a)))).toEqual([
    ['informed', 'informed', ...rest],
    ['already_informed', 'already_informed', ...rest],
  ])
  for (const { from, to } of [one, two]) expect([await mails(from), await mails(to)]).toEqual([1, 1])
  expect(await mails(open.from)).toBe(0)
  const [row] = await rows(boss, `&id=${one.id}`)
  expect([row?.state, row?.informedByName !== null]).toEqual(['informed', true])
  expect((await inform(boss, [])).status).toBe(422)
})

test('the file needs its own tag and a confirmation', async () => {
  const path = '/email-changes/export'
  expect((await mediator.post(path)).body.code).toBe('permission_denied')
  const { id, companyId } = (await boss.get<{ id: string; companyId: string }>('/me')).body.data
  await storePasskey(product.kernel, { userId: id, companyId })
  expect((await boss.post(path)).body.code).toBe('step_up_required')
})
