import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, mailedToken, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

const dayMs = 86_400_000
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = () => createTestBrowser(product.kernel.app)
const confirm = (token: string) => browser().post(`/email-verifications/${token}`)
const renew = (token: string) => browser().post(`/email-verifications/${token}/renewal`)
const decline = (token: string) => browser().post(`/email-change-links/${token}/cancellation`)
const request = (me: TestBrowser, email: string) =>
  me.post('/me/email-changes', { email, password: 'own secret' })
const newToken = (email: string) => mailedToken(product, email, 'change_email')
const oldToken = (email: string) => mailedToken(product, email, 'email_change_requested')
const mailsTo = async (email: string, kind: string) => {
  await product.drain()
  return product.mailbox.outbox(email, kind)
}
const pendingOf = async (me: TestBrowser) => {
  const { data } = (await me.get<{ email: string; pendingEmail: string; pendingEmailWaits: string }>('/me'))
    .body
  return [data.email, data.pendingEmail, data.pendingEmailWaits]
}
const rowsOf = (userId: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ to_email: string; state: string; cancelled_by: string | null }>(
      'select to_email, state, cancelled_by from email_change where user_id = $1 order by id',
      [userId],
    ),
  )
const person = async (name: string) => {
  const userId = await makeUser(product, { email: `${name}@example.com`, roleId: 2 })
  return {
    userId,
    me: await logIn(product, `${name}@example.com`),
    old: `${name}@example.com`,
    next: `${name}.2@example.com`,
  }
}

test('an address changes after the links to both addresses are opened, and both are told', async () => {
  const { me, old, next, userId } = await person('both')
  const elsewhere = await logIn(product, old)
  const wrong = await me.post('/me/email-changes', { email: next, password: 'wrong!' })
  expect(wrong.body).toMatchObject({ code: 'wrong_credentials', errors: { password: ['Wrong credentials'] } })
  expect((await request(me, next.toUpperCase())).status).toBe(202)
  expect(await pendingOf(me)).toEqual([old, next, 'both'])
  const waits = await confirm(await newToken(next))
  expect(waits.body.data).toEqual({ email: next, purpose: 'email_change_waits' })
  expect(await pendingOf(me)).toEqual([old, next, 'old'])
  const link = await oldToken(old)
  const shown = await browser().get(`/email-change-links/${link}`)
  expect(shown.body.data).toEqual({ fromEmail: old, toEmail: next })
  expect((await confirm(link)).body.data).toEqual({ email: next, purpose: 'email_change' })
  expect(await pendingOf(me)).toEqual([next, null, null])
  expect((await elsewhere.get('/me')).status).toBe(401)
  for (const address of [old, next]) {
    const [notice] = await mailsTo(address, 'email_changed')
    expect(notice?.text).toContain(next)
  }
  expect(await rowsOf(userId)).toEqual([{ to_email: next, state: 'changed', cancelled_by: null }])
  const security = await me.get<{ withdrawalsHeldUntil: string | null }>('/security')
  expect(security.body.data.withdrawalsHeldUntil).not.toBeNull()
  await logIn(product, next)
  await expect(logIn(product, old)).rejects.toThrow('wrong_credentials')
})

test('the old address may confirm first, and two links that are opened at the same time change it once', async () => {
  const first = await person('order')
  await request(first.me, first.next)
  expect((await confirm(await oldToken(first.old))).body.data).toMatchObject({
    purpose: 'email_change_waits',
  })
  expect(await pendingOf(first.me)).toEqual([first.old, first.next, 'new'])
  expect((await confirm(await newToken(first.next))).body.data).toEqual({
    email: first.next,
    purpose: 'email_change',
  })
  const { me, old, next } = await person('sametime')
  await request(me, next)
  const tokens = [await oldToken(old), await newToken(next)]
  const answers = await Promise.all([...tokens, ...tokens].map(confirm))
  expect(statusesOf(answers)).toEqual([200, 200, 410, 410])
  expect(await mailsTo(next, 'email_changed')).toHaveLength(1)
})

test('an expired link of either address sends a new one, but not when the change is over', async () => {
  const { me, old, next } = await person('slow')
  await request(me, next)
  const tokens = [await oldToken(old), await newToken(next)] as const
  product.wait(dayMs)
  for (const token of tokens) {
    expect((await confirm(token)).status).toBe(410)
    expect((await renew(token)).status).toBe(202)
  }
  const [mail] = await mailsTo(old, 'email_change_requested')
  expect(mail?.text).toContain(next)
  expect((await confirm(await oldToken(old))).status).toBe(200)
  expect((await confirm(await newToken(next))).body.data).toMatchObject({ purpose: 'email_change' })
  // A link that was not used stays expired: the change is made.
  expect((await renew(tokens[0])).status).toBe(410)
})

test('"This wasn’t me" from the old address stops the change and ends every session', async () => {
  const { me, old, next, userId } = await person('stolen')
  await request(me, next)
  const confirmed = await newToken(next)
  const token = await oldToken(old)
  expect((await decline(confirmed)).status).toBe(410)
  await confirm(confirmed)
  expect((await decline(token)).status).toBe(200)
  expect((await decline(token)).status).toBe(410)
  expect((await confirm(token)).status).toBe(410)
  expect((await browser().get(`/email-change-links/${token}`)).status).toBe(410)
  expect((await me.get('/me')).status).toBe(401)
  expect(await rowsOf(userId)).toEqual([{ to_email: next, state: 'cancelled', cancelled_by: 'old_address' }])
  expect(await mailsTo(old, 'email_change_cancelled')).toHaveLength(1)
})

test('the person cancels the change, and a newer one replaces an older one', async () => {
  const { me, old, next, userId } = await person('twice')
  expect((await me.post('/me/email-changes/cancellation')).status).toBe(404)
  await request(me, next)
  const cancelled = [await oldToken(old), await newToken(next)]
  expect((await me.post('/me/email-changes/cancellation')).status).toBe(200)
  expect(await pendingOf(me)).toEqual([old, null, null])
  const newer = ['third@example.com', 'fourth+tag@example.com']
  const answers = await Promise.all(newer.map((email) => request(me, email)))
  expect(statusesOf(answers)).toEqual([202, 202])
  const rows = await rowsOf(userId)
  expect(rows.filter(({ state }) => state === 'pending')).toHaveLength(1)
  const ends = rows.flatMap(({ cancelled_by: by }) => by ?? [])
  expect(ends).toEqual(['person', 'replaced'])
  for (const token of cancelled) {
    expect((await confirm(token)).status).toBe(410)
    expect((await renew(token)).status).toBe(410)
  }
  const [, pending = ''] = await pendingOf(me)
  expect((await confirm(await newToken(pending))).status).toBe(200)
  expect((await confirm(await oldToken(old))).body.data).toMatchObject({ purpose: 'email_change' })
})

test('an address that another person registered meanwhile is not assigned twice', async () => {
  const { me, old, next } = await person('first')
  const same = await request(me, old)
  expect(same.body.errors).toEqual({ email: ['This is already your e-mail.'] })
  await request(me, next)
  const token = await newToken(next)
  await confirm(await oldToken(old))
  await makeUser(product, { email: next, roleId: 2 })
  expect((await confirm(token)).body).toMatchObject({ code: 'email_taken', success: false })
  expect(await pendingOf(me)).toEqual([old, next, 'new'])
  expect((await request(me, next)).body.errors).toEqual({ email: ['Email already exists'] })
})

test('the links of a person who was deactivated meanwhile change nothing', async () => {
  const { me, old, next, userId } = await person('gone')
  await request(me, next)
  const tokens = [await oldToken(old), await newToken(next)]
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set active = false where id = $1', [userId]),
  )
  for (const token of tokens) {
    expect((await confirm(token)).status).toBe(410)
    expect((await renew(token)).status).toBe(410)
  }
})

const newPassword = { password: 'brand new', confirmation: 'brand new' }
test('a new password ends the change, whether the person is signed in or forgot the old one', async () => {
  const ways = {
    changed: (me: TestBrowser) => me.post('/me/password', { oldPassword: 'own secret', ...newPassword }),
    recovered: async (_me: TestBrowser, email: string) => {
      await browser().post('/recoveries', { email })
      const token = await mailedToken(product, email, 'recover_password')
      return browser().post(`/recoveries/${token}`, newPassword)
    },
  }
  for (const [name, choose] of Object.entries(ways)) {
    const { me, old, next, userId } = await person(name)
    await request(me, next)
    const tokens = [await oldToken(old), await newToken(next)]
    expect((await choose(me, old)).status).toBe(200)
    expect(await rowsOf(userId)).toMatchObject([{ state: 'cancelled', cancelled_by: 'password_changed' }])
    for (const token of tokens) expect((await confirm(token)).status).toBe(410)
    expect(await mailsTo(old, 'email_change_cancelled')).toHaveLength(1)
  }
})
