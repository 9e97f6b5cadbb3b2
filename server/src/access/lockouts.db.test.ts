import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProver, enrol, newKey } from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let auth: TestAuth
let product: PeopleProduct
beforeAll(async () => {
  auth = await startTestAuth()
  const { auth: embedded } = JSON.parse(auth.env.SANDBOX_SERVICES) as { auth: object }
  const services = { auth: { ...embedded, controlUrl: 'http://127.0.0.1:9' } }
  product = await createPeopleProduct({
    env: { ...auth.env, SANDBOX_SERVICES: JSON.stringify(services) },
  })
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

test('while the provider is silent an administrator sees it, and no lock is reported as lifted', async () => {
  await makeUser(product, { email: 'keeper@example.com', roleId: 1 })
  const userId = await makeUser(product, { email: 'locked@example.com', roleId: 2 })
  const admin = await logIn(product, 'keeper')
  await enrol(admin, 'passkey', (token) => createProver(auth).register(newKey(), token))
  const seen = await admin.get<{ items: object[]; provider: object }>('/lockouts')
  expect(seen.status).toBe(200)
  expect(seen.body.data).toMatchObject({ items: [], provider: { state: 'no_answer', items: [] } })
  const lifted = await admin.post(`/users/${userId}/lockouts/lift`, { note: 'Called back' })
  expect([lifted.status, lifted.body.code]).toEqual([503, 'unavailable'])
  const recorded = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows(`select 1 from security_event where kind = 'lockout_lifted'`),
  )
  expect(recorded).toEqual([])
})
