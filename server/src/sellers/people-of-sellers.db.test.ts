import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf } from '../../../tests/support/csv-of.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { scopeOf } from '../access/permission.ts'
import { createAdmin, createTwoPeople } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { insertSeller } from './codes.sql.ts'

/** Whom a seller sees (permissions §1), through the calls and with only the second wall. */
let product: PeopleProduct
let [lima, sur] = ['', '']
const id: Record<string, string> = {}
const write = (text: string, values: string[]) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  lima = await makeCompany(product, { slug: 'lima' })
  sur = await makeCompany(product, { slug: 'sur' })
  const make = async (name: string, roleId: number, companyId = lima) => {
    id[name] = await makeUser(product, { email: `${name}@example.com`, roleId, companyId })
  }
  for (const name of ['one', 'rival']) await make(name, 7)
  for (const name of ['two', 'lone', 'moved']) await make(name, 8, name === 'moved' ? sur : lima)
  for (const name of ['ofone', 'oftwo', 'oflone', 'nobodys']) await make(name, 2)
  await make('elsewhere', 2, sur)
  await make('former', 2)
  const sellers = { one: null, rival: null, two: 'one', lone: null, moved: 'one', former: null }
  await product.kernel.db.write(allTenants, async (sql) => {
    for (const [name, by] of Object.entries(sellers)) {
      const recruitedBy = by === null ? null : (id[by] ?? '')
      await insertSeller(sql, {
        userId: id[name] ?? '',
        companyId: name === 'moved' ? sur : lima,
        recruitedBy,
      })
    }
  })
  const attribute = async (name: string, one: string, two?: string) => {
    await write('update app_user set seller_one_id = $2 where id = $1', [id[name] ?? '', id[one] ?? ''])
    if (two)
      await write('update app_user set seller_two_id = $2 where id = $1', [id[name] ?? '', id[two] ?? ''])
  }
  await attribute('ofone', 'one')
  await attribute('elsewhere', 'one')
  await attribute('oftwo', 'one', 'two')
  await write('update app_user set seller_two_id = $2 where id = $1', [id['oflone'] ?? '', id['lone'] ?? ''])
  await attribute('nobodys', 'former')
})
afterAll(() => product.stop())

/** Each seller, and what they see besides themselves. */
const cells: [string, number, string[]][] = [
  ['one', 7, ['ofone', 'two']],
  ['rival', 7, []],
  ['two', 8, ['oftwo']],
  ['lone', 8, ['oflone']],
]

const nameOf = ({ email }: { email: string }) => email.split('@')[0] ?? ''
const everybody = () => Object.entries(id)

test.each(cells)(
  'the list of %s has exactly the people whom their codes brought',
  async (name, _role, seen) => {
    const browser = await logIn(product, name)
    const { items } = (await browser.get<{ items: { email: string }[] }>('/users?limit=200')).body.data
    expect(items.map(nameOf).toSorted()).toEqual(seen)
    for (const [other, userId] of everybody()) {
      const status = seen.includes(other) || other === name ? 200 : 404
      expect([other, (await browser.get(`/users/${userId}`)).status]).toEqual([other, status])
      expect([other, (await browser.get(`/users/${userId}/wallet`)).status]).toEqual([other, status])
      expect((await browser.get(`/company-loads?userId=${userId}`)).body.code).toBe('permission_denied')
    }
  },
)

test('a seller sees when their people last used the product, and of nobody else', async () => {
  for (const name of ['ofone', 'oftwo']) await logIn(product, name)
  const browser = await logIn(product, 'one')
  const { items } = (await browser.get<{ items: { email: string; lastActiveAt: string | null }[] }>('/users'))
    .body.data
  const used = items.filter(({ lastActiveAt }) => lastActiveAt !== null)
  expect(used.map(nameOf)).toContain('ofone')
  const scope = scopeOf({ userId: id['one'] ?? '', roleId: 7, companyId: lima, companyIds: [lima] })
  const { db } = product.kernel
  const uses = await db.read(scope, (sql) =>
    sql.rows<{ user_id: string }>('select user_id from last_uses_for_seller($1)', [Object.values(id)]),
  )
  expect(uses.map(({ user_id }) => user_id)).toContain(id['ofone'])
  expect(uses.map(({ user_id }) => user_id)).not.toContain(id['oftwo'])
  const cardholder = scopeOf({ userId: id['ofone'] ?? '', roleId: 2, companyId: lima, companyIds: [lima] })
  expect(
    await db.read(cardholder, (sql) =>
      sql.rows('select * from last_uses_for_seller($1)', [Object.values(id)]),
    ),
  ).toEqual([])
})

test.each(cells)(
  'without a condition in the query %s reads the same, and writes nothing',
  async (name, roleId, seen) => {
    const { db } = product.kernel
    const scope = scopeOf({ userId: id[name] ?? '', roleId, companyId: lima, companyIds: [lima] })
    const rows = await db.read(scope, (sql) => sql.rows<{ email: string }>('select email from app_user'))
    expect(rows.map(nameOf).toSorted()).toEqual([name, ...seen].toSorted())
    const changed = await db.write(scope, (sql) =>
      sql.run(`update app_user set city = 'X' where id <> $1`, [id[name] ?? '']),
    )
    expect(changed).toBe(0)
  },
)

test('a cardholder who was a seller, and a call about own data, see nobody else', async () => {
  const { db } = product.kernel
  const former = scopeOf({ userId: id['former'] ?? '', roleId: 2, companyId: lima, companyIds: [lima] })
  const read = { ...former, isSeller: true } as const
  for (const scope of [former, read])
    expect(await db.read(scope, (sql) => sql.rows('select id from app_user'))).toHaveLength(1)
  const browser = await logIn(product, 'one')
  const cards = (await browser.get<{ items: unknown[] }>('/cards')).body.data.items
  expect(cards).toEqual([])
})

test('the file of sellers needs the tag for files of people and a step-up, and no name starts a formula', async () => {
  await write('update app_user set first_name = $2 where id = $1', [id['two'] ?? '', '=1+1'])
  const browser = await logIn(product, 'one')
  const query = { kind: 'seller_two' }
  expect((await browser.post('/sellers/export', query)).body.code).toBe('permission_denied')
  const boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  expect((await boss.browser.post('/sellers/export', query)).body.code).toBe('step_up_required')
  const made = await createTwoPeople(product).confirmed<{ url: string }>(boss, '/sellers/export', query)
  expect(made.status).toBe(201)
  const { text } = await boss.browser.get(made.body.data.url.replace('/api', ''))
  const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toMatch(/^Seller,/)
  expect(lines).toHaveLength(3)
  expect(lines.find((line) => line.startsWith("'=1+1 "))).toBeDefined()
  const names = { columns: 'code,state' }
  expect(await csvOf(browser, '/own-codes', { query: names })).toEqual(['Code,State'])
})
