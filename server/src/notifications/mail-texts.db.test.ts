import type { listMailTextChanges, MailTextOfKind } from '@cardamom/contract/notifications/mail-texts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let boss: Admin
let viewer: Admin
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  await makeUser(product, { email: 'lucia@example.com', roleId: 2 })
})
afterAll(() => product.stop())

const read = async (kind: string, lang = 'en', by = viewer) => {
  const { items } = (await by.browser.get<{ items: MailTextOfKind[] }>('/mail-texts')).body.data
  return items.find((each) => each.kind === kind && each.lang === lang)
}
type Content = { subject: string; body: string }
const change = async (content: Content | null, { kind = 'recover_password', over = {}, by = boss } = {}) => {
  const seenVersion = (await read(kind))?.version
  return people.confirmed<MailTextOfKind>(by, `/mail-texts/${kind}/en`, {
    content,
    seenVersion,
    reason: 'New wording',
    ...over,
  })
}
const recover = () =>
  createTestBrowser(product.kernel.app).post('/recoveries', { email: 'lucia@example.com' })
const newest = async () => {
  await product.drain()
  return (await product.mailbox.outbox('lucia@example.com', 'recover_password'))[0]
}

test('every kind says which placeholders it has and which are required', async () => {
  expect((await read('email_changed'))?.placeholders).toEqual([
    { name: 'company', isRequired: false },
    { name: 'newEmail', isRequired: true },
  ])
  expect(await read('recover_password')).toMatchObject({ isChanged: false, version: 0, changedAt: null })
})

test.each([
  [{ subject: 'Hello {stranger}', body: 'Now {newEmail}' }, 'subject', 'listed'],
  [{ subject: 'Hello', body: 'It has changed' }, 'body', 'missing'],
  [{ subject: 'Hello', body: 'Now {newEmail} and {' }, 'body', 'brace'],
  [{ subject: 'Hello', body: "Now '{newEmail}' {constructor}" }, 'body', 'listed'],
])('a text %j is refused on its field %s', async (content, field, sentence) => {
  const answer = await change(content, { kind: 'email_changed' })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
  expect(answer.body.errors?.[field]?.[0]).toContain(sentence)
})

test('a changed text is in the real mail as text, and the built-in one returns', async () => {
  const content = { subject: 'Your {company} password', body: "It's <b>quick</b>: choose & go." }
  const changed = await change(content)
  expect(changed.body.data).toMatchObject({ ...content, isChanged: true, version: 1 })
  expect(changed.step?.show).toMatchObject({ mail: 'Choose a new password (en)', subject: content.subject })
  await recover()
  const mail = await newest()
  expect(mail?.subject).toMatch(/^Your \S+ password$/)
  expect(mail?.text).toContain('It’s <b>quick</b>: choose & go.')
  expect(mail?.html).toContain('It’s &lt;b&gt;quick&lt;/b&gt;: choose &amp; go.')
  expect(mail?.link).toContain('/recover/')
  expect((await change(content)).body.code).toBe('nothing_changes')
  expect((await change(null, { over: { seenVersion: 0 } })).body.code).toBe('record_changed')
  expect((await change(null)).body.data).toMatchObject({ isChanged: false, version: 2 })
  await recover()
  expect((await newest())?.subject).toBe('Choose a new password')
  const { items } = (
    await viewer.browser.get<WireOf<typeof listMailTextChanges>>('/mail-texts/recover_password/en/changes')
  ).body.data
  expect(items).toMatchObject([
    { before: content, after: null, reason: 'New wording', by: expect.any(String) as string },
    { before: null, after: content },
  ])
})

test('of two changes of the same version at once one is stored, and the other is told', async () => {
  const kind = 'kyc_verified'
  const both = ['One', 'Two'].map((subject) => change({ subject, body: 'Your identity is fine.' }, { kind }))
  const codes = (await Promise.all(both)).map(({ body }) => body.code ?? 'done')
  expect(codes.toSorted()).toEqual(['done', 'record_changed'])
  expect(await read(kind)).toMatchObject({ version: 1 })
})

test('a mail that waits has the text of the moment in which it is sent', async () => {
  const lucia = await logIn(product, 'lucia')
  expect((await lucia.patch('/security', { lockAfterSeconds: 60 })).status).toBe(200)
  await change({ subject: 'Look at your settings', body: 'They changed.' }, { kind: 'security_changed' })
  await product.drain()
  const [mail] = await product.mailbox.outbox('lucia@example.com', 'security_changed')
  expect(mail?.subject).toBe('Look at your settings')
})

test('a preview has example values, and a viewer changes nothing', async () => {
  const content = { subject: '{net} dollars', body: 'Load {ref}: {net} by {by}.' }
  const path = '/mail-texts/load_accepted/en'
  const seen = await viewer.browser.post<{ subject: string; body: string }>(`${path}/preview`, content)
  expect(seen.body.data).toMatchObject({ subject: '200.00 dollars' })
  expect(seen.body.data.body).toMatch(/^Load L-7K2M9QRS: 200\.00 by \w+/)
  expect((await change(content, { kind: 'load_accepted', by: viewer })).body.code).toBe('permission_denied')
  expect((await viewer.browser.post(`${path}/test`, content)).body.code).toBe('permission_denied')
  expect((await viewer.browser.post('/mail-texts/invented/en/preview', content)).status).toBe(404)
})

test('a test goes only to the sender’s own address, ten times an hour', async () => {
  const content = { subject: 'Trial of a text', body: 'Your identity is fine.' }
  const send = () =>
    people.confirmed<{ to: string }>(boss, '/mail-texts/kyc_verified/es/test', { ...content })
  expect((await send()).body.data).toEqual({ to: 'boss@example.com' })
  await product.drain()
  const [mail] = await product.mailbox.outbox('boss@example.com', 'kyc_verified')
  expect(mail).toMatchObject({ subject: 'Trial of a text' })
  for (let sent = 1; sent < 10; sent += 1) expect((await send()).status).toBe(200)
  const late = await send()
  expect([late.status, late.headers['retry-after']]).toEqual([429, '900'])
})

test('sender and reply address of the settings are in the next mail', async () => {
  const { version } = (await boss.browser.get<{ version: number }>('/setting-pages/email')).body.data
  const changed = await people.confirmed(boss, '/settings/email', {
    version,
    reason: 'New brand',
    emailSenderName: 'Cards Team',
    emailSenderAddress: 'team@cards.example',
  })
  expect(changed.status, changed.text).toBe(200)
  await recover()
  expect((await newest())?.from).toMatch(/Cards Team.*team@cards\.example/)
})
