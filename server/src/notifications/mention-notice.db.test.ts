import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeUser } from '../../../tests/support/test-people.ts'
import { createAdmin, newKey, type Admin } from '../approvals/two-people.test-kit.ts'

let product: PeopleProduct
let [author, colleague, another] = [] as unknown as [Admin, Admin, Admin]
let userId = ''
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  author = await createAdmin(product, { name: 'author', roleId: 6 })
  colleague = await createAdmin(product, { name: 'colleague', roleId: 1 })
  another = await createAdmin(product, { name: 'another', roleId: 1 })
  userId = await makeUser(product, { email: 'holder@example.com', roleId: 2 })
})
afterAll(() => product.stop())

type Wire = { id: string; version: number }
const write = async (mentions: readonly string[]): Promise<Wire> => {
  const input = { kind: 'user', entityId: userId, text: 'A secret, @Ana Paz', mentions }
  const headers = { 'idempotency-key': newKey() }
  const answer = await author.browser.post<Wire>('/notes', input, { headers })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
type Item = { kind: string; path: string; facts: object }
const noticesOf = async ({ browser }: Admin, { id }: Wire) =>
  (await browser.get<{ items: Item[] }>('/notifications')).body.data.items.filter(({ path }) =>
    path.endsWith(`note=${id}`),
  )
const mailsTo = (name: string) => product.mailbox.outbox(`${name}@example.com`, 'mention')

test('a mentioned person gets one notification and one mail, with a link to the note and without its text', async () => {
  const note = await write([colleague.userId, author.userId])
  await product.drain()
  expect(await noticesOf(colleague, note)).toMatchObject([
    {
      kind: 'mention',
      path: `/admin/users/${userId}?note=${note.id}`,
      facts: { author: 'Ana Paz', entity: 'user' },
    },
  ])
  expect(await noticesOf(author, note)).toEqual([])
  const [mail, ...more] = await mailsTo('colleague')
  expect([mail?.subject, more]).toEqual(['Ana Paz mentioned you in a note', []])
  expect(mail?.link).toMatch(`/admin/users/${userId}?note=${note.id}`)
  expect(mail?.text).not.toContain('secret')
})

test('an edit tells only the people whom it adds', async () => {
  const note = await write([colleague.userId])
  await product.drain()
  const input = { text: 'Both, @Ana Paz', mentions: [colleague.userId, another.userId] }
  const headers = { 'if-match': String(note.version) }
  expect((await author.browser.patch(`/notes/${note.id}`, input, { headers })).status).toBe(200)
  await product.drain()
  expect(await noticesOf(colleague, note)).toHaveLength(1)
  expect(await noticesOf(another, note)).toHaveLength(1)
})

test('a note that was removed at once tells nobody, and a topic that is off sends no mail', async () => {
  await another.browser.patch('/notifications/settings', { topic: 'mentions', email: false })
  const before = (await mailsTo('another')).length
  const removed = await write([colleague.userId])
  expect((await author.browser.send('DELETE', `/notes/${removed.id}`)).status).toBe(200)
  const left = await write([another.userId])
  await product.drain()
  expect(await noticesOf(colleague, removed)).toEqual([])
  expect(await noticesOf(another, left)).toHaveLength(1)
  expect(await mailsTo('another')).toHaveLength(before)
})
