import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { confirmed, makeAdmin } from './admin-person.test-kit.ts'

/** With the limits on, which other tests of these calls switch off. */
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

test('an address that nobody confirmed gets few mails, also from an administrator', async () => {
  const admin = await makeAdmin(product, { name: 'admin', roleId: 1 })
  const id = await makeUser(product, { email: 'stranger@example.com', roleId: 2 })
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set email_verified_at = null where id = $1', [id]),
  )
  const path = `/users/${id}/email-verification`
  const codes = []
  for (let sent = 0; sent < 5; sent += 1)
    codes.push((await confirmed(product, admin, { method: 'POST', path })).body.code)
  expect(codes).toEqual([undefined, undefined, undefined, 'rate_limited', 'rate_limited'])
  await product.drain()
  expect(await product.mailbox.outbox('stranger@example.com', 'verify_email')).toHaveLength(3)
})

test('an invitation is sent again a few times only', async () => {
  const admin = await makeAdmin(product, { name: 'inviter', roleId: 1 })
  const email = 'invited@example.com'
  const body = { email, firstName: 'Ana', lastName: 'Ruiz', roleId: 3, companyId: houseId, locale: 'en' }
  const invited = await confirmed<{ id: string }>(product, admin, { method: 'POST', path: '/admins', body })
  const path = `/admins/${invited.body.data.id}/invitation`
  const answers = []
  for (let sent = 0; sent < 5; sent += 1) answers.push(await admin.browser.post(path))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(answers.at(-1)?.headers['retry-after']).toBe('600')
  await product.drain()
  expect(await product.mailbox.outbox(email, 'admin_invitation')).toHaveLength(4)
})
