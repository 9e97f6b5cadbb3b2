import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../../tests/support/test-product.ts'
import { signUp } from '../../../tests/support/test-person.ts'
import { allTenants } from '../kernel/database.ts'
import { demoCompanies, demoPassword, demoPeople } from './demo-cast.ts'
import { createDemoData } from './demo-data.ts'
import { removeDemo } from './demo-removal.ts'

let product: TestProduct
const nowhere = 'http://127.0.0.1:9'
beforeAll(async () => {
  product = await createTestProduct({
    SANDBOX_SERVICES: JSON.stringify({ mail: { baseUrl: nowhere, controlUrl: nowhere, controlToken: '' } }),
  })
  await createDemoData(product.kernel).make()
}, 120_000)
afterAll(() => product.stop())

const count = (text: string) =>
  product.kernel.db.read(allTenants, async (sql) => Number((await sql.one<{ count: bigint }>(text)).count))

test('everybody in the demo can sign in, with their role', async () => {
  for (const person of demoPeople) {
    const answer = await product.request({
      method: 'POST',
      path: '/sessions',
      body: { login: person.email, password: demoPassword },
    })
    expect([person.email, answer.status]).toEqual([person.email, 201])
  }
  expect(await count('select count(*) from app_user where role_id = 2')).toBe(10)
})

test('it cannot be made without embedded services', async () => {
  const { SANDBOX_SERVICES: _, ...config } = product.kernel.config
  await expect(createDemoData({ ...product.kernel, config }).make()).rejects.toThrow('embedded services')
})

test('it is made once: another start changes nothing', async () => {
  await createDemoData(product.kernel).make()
  expect(await count('select count(*) from app_user')).toBe(demoPeople.length)
  expect(await count('select count(*) from company')).toBe(demoCompanies.length + 1)
})

test('it is removed exactly: no other person is changed, and people that others depend on stay', async () => {
  const own = await signUp(product)
  const throughEva = await signUp(product, 'lima.localhost:4000')
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set seller_two_id = (select id from app_user where email = $2) where id = $1', [
      throughEva.id,
      'eva@demo.cardamom.example',
    ]),
  )
  const { removed, retained } = await removeDemo(product.kernel)
  expect(removed).toBeGreaterThan(demoPeople.length - 3)
  expect(retained.map(({ kind }) => kind)).toEqual(['person', 'person', 'company', 'company', 'company'])
  expect(await count('select count(*) from app_user')).toBe(4)
  expect(await count('select count(*) from demo_record')).toBe(retained.length + 2)
  const me = await product.request({ path: '/getUserAuths', headers: own.headers })
  expect(me.status).toBe(200)
})
