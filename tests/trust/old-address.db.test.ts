import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { createTestBrowser } from '../support/test-browser.ts'
import { logIn, mailedToken, makeCompany, makeUser } from '../support/test-people.ts'
import { confirmed } from '../../server/src/access/admin-person.test-kit.ts'
import { createAdmin, createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { endAllLinks } from '../../server/src/identity/links.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'

const hourMs = 3_600_000
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [maker, checker] = [] as unknown as [Admin, Admin]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  maker = await createAdmin(product, { name: 'maker', roleId: 1 })
  checker = await createAdmin(product, { name: 'checker', roleId: 1 })
})
afterAll(() => product.stop())

const visitor = () => createTestBrowser(product.kernel.app)
const confirm = (token: string) => visitor().post(`/email-verifications/${token}`)
const path = ({ id }: { id: string }) => `/email-changes/${id}/old-confirmation`
const body = { reason: 'Spoke by video, the mailbox is gone' }
const stateOf = async (id: string) => {
  const [row] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ state: string; cancelled_by: string | null }>(
      'select state, cancelled_by from email_change where id = $1',
      [id],
    ),
  )
  return row
}
/** A person who requested another address and opened the link to it. */
const changing = async (
  name: string,
  { opensNew = true, companyId }: { opensNew?: boolean; companyId?: string } = {},
) => {
  const [old, next] = [`${name}@example.com`, `${name}.new@example.com`]
  const userId = await makeUser(product, { email: old, roleId: 2, ...(companyId ? { companyId } : {}) })
  const me = await logIn(product, old)
  await me.post('/me/email-changes', { email: next, password: 'own secret' })
  const [row] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ id: string }>('select id from email_change where user_id = $1', [userId]),
  )
  if (opensNew) await confirm(await mailedToken(product, next, 'change_email'))
  return { id: row?.id ?? '', old, next, me, userId }
}
const approved = async (change: { id: string }) => {
  const approvalId = await people.request(maker, path(change), body)
  const answer = await people.approve(checker, approvalId)
  expect(answer.body.data.status).toBe('approved')
}
const later = async (ms: number) => {
  product.wait(ms)
  await product.drain()
}

test('a confirmation is requested only for a change that waits for its old address, in the companies of the reader', async () => {
  const south = await makeCompany(product, { slug: 'south' })
  const local = await createAdmin(product, { name: 'local', roleId: 9, companyId: south })
  const far = await changing('far')
  expect(['permission_denied', 'record_not_found']).toContain(
    (await people.confirmed(local, path(far), body)).body.code,
  )
  const early = await changing('early', { opensNew: false })
  expect((await people.confirmed(maker, path(early), body)).body.code).toBe('email_change_not_waiting')
  const transferred = await changing('transferred')
  const ofFormer = await people.request(maker, path(transferred), body)
  const { version } = (await maker.browser.get<{ version: number }>(`/users/${transferred.userId}`)).body.data
  const input = { companyId: south, note: 'Their branch closed' }
  const to = { method: 'POST', path: `/users/${transferred.userId}/company`, body: input, version } as const
  expect((await confirmed(product, maker, to)).status).toBe(200)
  // The administrators of the former company decide nothing about the person any more.
  expect((await people.approve(checker, ofFormer)).body.data).toMatchObject({
    status: 'failed',
    failure: { code: 'record_changed' },
  })
  const approvalId = await people.request(maker, path(far), body)
  expect((await people.approve(maker, approvalId)).body.code).toBe('own_request')
  await far.me.post('/me/email-changes/cancellation')
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('failed')
  expect((await people.confirmed(maker, path(far), body)).body.code).toBe('record_not_found')
})

test('both addresses are told; the old one can stop the change, and may still confirm it', async () => {
  const stopped = await changing('stopped')
  const earlier = await mailedToken(product, stopped.old, 'email_change_requested')
  await approved(stopped)
  expect((await confirm(earlier)).body.code).toBe('link_expired')
  const stop = await mailedToken(product, stopped.old, 'email_change_by_team')
  expect(await product.mailbox.outbox(stopped.next, 'email_change_soon')).toHaveLength(1)
  const confirming = await changing('confirming')
  await approved(confirming)
  const link = await mailedToken(product, confirming.old, 'email_change_by_team')
  expect((await confirm(link)).body.data).toEqual({ email: confirming.next, purpose: 'email_change' })
  await later(47 * hourMs)
  expect((await visitor().post(`/email-change-links/${stop}/cancellation`)).status).toBe(200)
  await later(2 * hourMs)
  expect(await stateOf(stopped.id)).toEqual({ state: 'cancelled', cancelled_by: 'old_address' })
  await logIn(product, stopped.old)
})

test('after 48 hours the address changes, unless another account has it or the old one cannot stop it', async () => {
  const again = await createAdmin(product, { name: 'maker2', roleId: 1 })
  const other = await createAdmin(product, { name: 'checker2', roleId: 1 })
  ;[maker, checker] = [again, other]
  const [lost, used] = [await changing('lost'), await changing('in-use')]
  const unstoppable = await changing('unstoppable')
  for (const change of [lost, used, unstoppable]) await approved(change)
  const { clock, db } = product.kernel
  // As a change of company does.
  await db.write(allTenants, (sql) => endAllLinks(sql, { userId: unstoppable.userId, at: clock.realNow() }))
  await makeUser(product, { email: used.next, roleId: 2 })
  await later(47 * hourMs)
  expect(await stateOf(lost.id)).toEqual({ state: 'pending', cancelled_by: null })
  await later(2 * hourMs)
  expect(await stateOf(lost.id)).toEqual({ state: 'changed', cancelled_by: null })
  expect(await stateOf(used.id)).toEqual({ state: 'cancelled', cancelled_by: 'address_used' })
  expect(await stateOf(unstoppable.id)).toEqual({ state: 'cancelled', cancelled_by: 'expired' })
  for (const address of [lost.old, lost.next])
    expect(await product.mailbox.outbox(address, 'email_changed')).toHaveLength(1)
  await logIn(product, lost.next)
  await expect(logIn(product, lost.old)).rejects.toThrow('wrong_credentials')
})
