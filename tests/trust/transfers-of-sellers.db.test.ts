import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTwoPeople } from '../../server/src/approvals/two-people.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createWalletWorld, type WalletWorld } from '../../server/src/wallets/wallet-world.test-kit.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { logIn, makeUser } from '../support/test-people.ts'

let product: PeopleProduct
let world: WalletWorld
const sellers: { role: string; userId: string; browser: TestBrowser }[] = []
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createWalletWorld(product)
  await world.fund(world.lima, 50_000n)
  sellers.push({ role: 'seller one', userId: world.eva, browser: await logIn(product, 'eva') })
  const sam = await makeUser(product, { email: 'sam@example.com', roleId: 8, companyId: world.lima })
  sellers.push({ role: 'seller two', userId: sam, browser: await logIn(product, 'sam') })
})
afterAll(() => product.stop())

type Page = { items: { id: string }[]; count: number }

test('a seller reads what they received as one side of it, never as administrators do', async () => {
  const people = createTwoPeople(product)
  for (const { role, userId, browser } of sellers) {
    const made = await people.confirmed<{ id: string }>(world.first, '/transfers', {
      fromOwnerId: world.lima,
      fromWallet: 'regular',
      toOwnerId: userId,
      toWallet: 'regular',
      total: '100.00',
      fee: '0.20',
      reason: 'Commission of November',
    })
    expect([role, made.status]).toEqual([role, 200])
    const { id } = made.body.data
    const own = await browser.get<{ items: object[] }>('/wallet/transfers')
    expect(own.body.data.items).toMatchObject([{ id, amount: '99.80', fee: null }])
    const all = await browser.get<Page>('/transfers')
    expect([role, all.body.data]).toMatchObject([role, { items: [], count: 0 }])
    expect([role, (await browser.get(`/transfers/${id}`)).body.code]).toEqual([role, 'record_not_found'])
    const file = await browser.post<{ url?: string }>('/transfers/export', {})
    const { url } = file.body.data ?? {}
    const text = (await browser.get((url ?? '').replace(/^\/api/, ''))).text
    expect([role, file.status, text.split('\r\n').length]).toEqual([role, 201, 2])
    expect([role, text.includes('0.20'), text.includes('Commission')]).toEqual([role, false, false])
  }
})

/**
 * In the scope `seller` calls of administrators run. It shows rows of the seller's people by the policy `seller`, and rows
 * that a table says are the seller's own by `tenant`. Any other policy for one person says that it is not for this scope.
 */
test('no other policy shows a person rows in the scope of sellers', async () => {
  const found = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ name: string }>(
      `select polrelid::regclass || '.' || polname as name from pg_policy
       where pg_get_expr(polqual, polrelid) like '%app.user%' and polname not in ('tenant', 'seller', 'visible', 'platform')
         and pg_get_expr(polqual, polrelid) not like '%app.scope%<> ''seller''%'`,
    ),
  )
  expect(found.map(({ name }) => name)).toEqual([])
})
