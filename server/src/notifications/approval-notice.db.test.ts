import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { mountProbes } from '../approvals/probe-calls.test-kit.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [maker, checker] = [] as unknown as [Admin, Admin]
beforeAll(async () => {
  const outside = { sent: [] as string[], answer: async () => true }
  product = await createPeopleProduct({ probe: mountProbes(outside), env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  // The maker is of another company than what is requested.
  const companyId = await makeCompany(product, { slug: 'sur' })
  maker = await createAdmin(product, { name: 'maker', roleId: 6, companyId })
  checker = await createAdmin(product, { name: 'checker', roleId: 6 })
})
afterAll(() => product.stop())

const run = (text: string, values: readonly unknown[]) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values as never))
const request = (key: string) =>
  people.request(maker, '/probe/values', { key, value: 'new', reason: 'Agreed with the bank' })
type Item = { kind: string; path: string; facts: Record<string, string> }
const noticesOf = async ({ browser }: Admin, id: string) =>
  (await browser.get<{ items: Item[] }>('/notifications')).body.data.items.filter(
    ({ path }) => path === `/admin/inbox?open=${id}`,
  )
const storedFacts = async (id: string) =>
  (
    await product.kernel.db.read(allTenants, (sql) =>
      sql.rows<{ facts: object }>(`select facts from notification where path = '/admin/inbox?open=' || $1`, [
        id,
      ]),
    )
  ).map(({ facts }) => facts)
const mailsOf = async (id: string) =>
  (await product.mailbox.outbox('maker@example.com', 'approval_decided')).filter(({ link }) =>
    link?.endsWith(`/admin/inbox?open=${id}`),
  )

test('the maker learns once of an approval, in the app and by mail, also in another company', async () => {
  const id = await request('probe.approved')
  await people.approve(checker, id)
  await product.drain()
  await run(`update job set due_at = '2026-01-01Z' where name like 'notifications.approval%'`, [])
  await product.drain()
  expect(await noticesOf(maker, id)).toMatchObject([
    {
      kind: 'approval_decided',
      facts: { request: 'POST /probe/values', status: 'approved', checker: 'Ana Paz', reason: '' },
    },
  ])
  expect(await noticesOf(checker, id)).toEqual([])
  const mails = await mailsOf(id)
  expect(mails.map(({ subject }) => subject)).toEqual(['Approved: POST /probe/values'])
  expect(mails[0]?.text).toContain('Ana Paz approved what you requested')
})

test('the mail names the request in the language of the maker, and has no reason', async () => {
  await run(`update app_user set locale = 'es' where id = $1`, [maker.userId])
  const valuedOn = product.kernel.clock.now().toISOString().slice(0, 10)
  const wire = { kind: 'capital_contributed', amount: '5000.00', valuedOn, reference: 'Wire 1' }
  const id = await people.request(maker, '/treasury-operations', { ...wire, reason: 'Wire' })
  await people.reject(checker, id, 'Lucía has another account')
  await product.drain()
  await run(`update app_user set locale = 'en' where id = $1`, [maker.userId])
  const [notice] = await noticesOf(maker, id)
  expect(notice?.facts).toMatchObject({ status: 'rejected', reason: 'Lucía has another account' })
  const [mail] = await mailsOf(id)
  expect(mail?.subject).toBe('Rechazada: Registro de tesorería')
  expect(mail?.text).toContain('Ana Paz rechazó lo que solicitaste')
  expect(mail?.text).not.toContain('Lucía')
})

test('a request that its maker withdrew is told to nobody', async () => {
  const id = await request('probe.withdrawn')
  expect((await people.withdraw(maker, id)).status).toBe(200)
  await product.drain()
  expect(await noticesOf(maker, id)).toEqual([])
  expect(await mailsOf(id)).toEqual([])
})

test('administrators have topics of their own, and cardholders do not', async () => {
  const holder = await createAdmin(product, { name: 'holder', roleId: 2 })
  const topicsOf = async ({ browser }: Admin) =>
    (await browser.get<{ topics: { topic: string }[] }>('/notifications/settings')).body.data.topics.map(
      ({ topic }) => topic,
    )
  expect(await topicsOf(checker)).toEqual(['requests', 'mentions', 'withdrawals'])
  expect(await topicsOf(holder)).toContain('payments')
  expect(await topicsOf(holder)).not.toContain('requests')
  const { browser } = await createAdmin(product, { name: 'silent', roleId: 6 })
  await browser.patch('/notifications/settings', { topic: 'requests', inApp: false, email: false })
  expect((await browser.get('/notifications/settings')).body.data).toMatchObject({
    topics: expect.arrayContaining([{ topic: 'requests', inApp: false, email: false }]) as object,
  })
})

test('a request that could not be done, or that nobody decided, is told with why', async () => {
  const failed = await request('probe.failed')
  await run(`insert into setting (key, value, changed_at) values ('probe.failed.stop', '"x"', now())`, [])
  await people.approve(checker, failed)
  const expired = await request('probe.expired')
  await product.drain()
  product.wait(8 * 24 * 60 * 60_000)
  await product.drain()
  expect(await storedFacts(failed)).toMatchObject([
    { status: 'failed', checker: 'Ana Paz', reason: expect.stringMatching(/\w+ \w+/) as string },
  ])
  expect(await storedFacts(expired)).toMatchObject([{ status: 'expired', checker: '', reason: '' }])
  expect(await mailsOf(expired)).toHaveLength(1)
})
