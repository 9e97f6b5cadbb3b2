import type { CompanyRecord } from '@cardamom/contract/companies/company-record'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { houseId } from './company.ts'

let product: PeopleProduct
const of: Record<'norte' | 'sur' | 'andes' | 'lima' | 'hidden', string> = {} as never
const who: Record<'super' | 'admin' | 'norte' | 'sur', TestBrowser> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct()
  of.norte = await makeCompany(product, {
    slug: 'norte',
    name: 'Norte',
    kycFlow: 'frame',
    brandHex: '#ff0000',
  })
  of.sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  of.andes = await makeCompany(product, { slug: 'andes', name: 'Andes', parentId: of.norte })
  of.lima = await makeCompany(product, { slug: 'lima', name: 'Lima', parentId: of.andes })
  of.hidden = await makeCompany(product, { slug: 'hidden', parentId: of.andes, visibleToAdm: false })
  const staff = async (name: keyof typeof who, roleId: number, companyId?: string) => {
    const own = companyId === undefined ? {} : { companyId }
    await makeUser(product, { email: `${name}@example.com`, roleId, ...own })
    who[name] = await logIn(product, name)
  }
  await staff('super', 6)
  await staff('admin', 1)
  await staff('norte', 5, of.norte)
  await staff('sur', 5, of.sur)
  await makeUser(product, { email: 'person@example.com', roleId: 2, companyId: of.lima })
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = now()'))
})
afterAll(() => product.stop())

const read = async (by: TestBrowser, id: string) =>
  (await by.get<CompanyRecord>(`/companies/${id}`)).body.data
const setParent = async (by: TestBrowser, id: string, parentId: string | null, version?: number) =>
  by.post<CompanyRecord>(
    `/companies/${id}/parent`,
    { parentId },
    { headers: { 'if-match': String(version ?? (await read(by, id)).version ?? 1) } },
  )
const pathOf = (id: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.one<{ path: string[]; tier: number }>('select path, tier from company where id = $1', [id]),
  )

test('a preview says what a move would change', async () => {
  const answer = await who.super.get(`/companies/${of.andes}/parent?parentId=${of.sur}`)
  expect(answer.body.data).toEqual({
    tierBefore: 2,
    tierAfter: 2,
    belowCount: 2,
    settings: ['kycFlow'],
    changesBranding: true,
    people: 1,
  })
  expect(await pathOf(of.andes)).toMatchObject({ path: [of.norte, of.andes] })
})

test('moves that are not allowed are refused, and change nothing', async () => {
  const refusals = [
    await setParent(who.super, houseId, of.norte),
    await setParent(who.super, of.norte, of.lima),
    await setParent(who.super, of.norte, of.norte),
    await setParent(who.norte, of.norte, null),
    await setParent(who.norte, of.andes, of.sur),
    await setParent(who.norte, of.andes, null),
    await setParent(who.sur, of.andes, of.sur, 1),
  ]
  expect(refusals.map(({ body }) => body.code)).toEqual([
    'house_stays',
    'below_itself',
    'below_itself',
    'parent_decides',
    'record_not_found',
    'parent_decides',
    'record_not_found',
  ])
  const top = await makeCompany(product, { slug: 'deep-one', parentId: of.sur })
  const deep = await makeCompany(product, { slug: 'deep-two', parentId: top })
  expect((await setParent(who.super, of.andes, deep)).body.code).toBe('tier_4_has_no_children')
  expect(await pathOf(of.lima)).toEqual({ path: [of.norte, of.andes, of.lima], tier: 3 })
})

test('the whole subtree moves, also what the mover does not see, and scopes follow at once', async () => {
  expect((await who.norte.get(`/companies/${of.lima}`)).status).toBe(200)
  expect((await who.sur.get(`/companies/${of.lima}`)).status).toBe(404)
  const changed = await setParent(who.admin, of.andes, of.sur)
  expect(changed.body.data).toMatchObject({ parentId: of.sur, tier: 2 })
  for (const id of [of.lima, of.hidden])
    expect(await pathOf(id)).toEqual({ path: [of.sur, of.andes, id], tier: 3 })
  expect((await who.norte.get(`/companies/${of.lima}`)).status).toBe(404)
  expect((await who.sur.get(`/companies/${of.lima}`)).status).toBe(200)
  const stale = await setParent(who.admin, of.andes, of.norte, 1)
  expect(stale.body.code).toBe('record_changed')
})

test('two moves at once never make a cycle', async () => {
  const [a, b] = [
    await makeCompany(product, { slug: 'cycle-a' }),
    await makeCompany(product, { slug: 'cycle-b' }),
  ]
  const answers = await Promise.all([setParent(who.super, a, b, 1), setParent(who.super, b, a, 1)])
  expect(statusesOf(answers)).toEqual([200, 409])
  const [one, other] = [await pathOf(a), await pathOf(b)]
  expect(one.tier + other.tier).toBe(3)
})
