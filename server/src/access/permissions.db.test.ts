import { permissionTags } from '@cardamom/contract/permission-tags'
import type { RestrictableModule } from '@cardamom/contract/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobChangesOf } from '../../../tests/support/job-changes.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { readMatrix } from './roles-matrix.test-kit.ts'

const matrix = readMatrix()
const staff = [1, 3, 4, 5, 7, 8, 9, 10, 11]
let product: PeopleProduct
let boss: string
let north: string
const person = new Map<number, { id: string; browser: TestBrowser }>()

const run = (text: string, values: readonly unknown[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, [...values] as never))
const override = (of: { userId: string; tag: string; effect?: 'granted' | 'denied'; by?: string }) =>
  run(
    `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
     select $1, company_id, id, $2, $3, $4, now() from app_user where id = $5`,
    [product.kernel.ids.next(), of.tag, of.effect ?? 'granted', of.by ?? boss, of.userId],
  )
const endOverrides = (userId: string) =>
  run(
    `update tag_override set ended_at = now(), ended_by = $1, end_reason = 'changed'
     where user_id = $2 and ended_at is null`,
    [boss, userId],
  )
const restrict = (restrictions: { tier: number; module: RestrictableModule }[]) =>
  product.kernel.db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'tierRestrictions', value: restrictions, at: new Date(0), by: null }),
  )
const tagsOf = async (browser: TestBrowser): Promise<string[]> => {
  const answer = await browser.get('/user/permissions')
  const { data } = JSON.parse(answer.text) as { data: { data: { tag: string }[] } }
  return data.data.map(({ tag }) => tag)
}
const holdersOf = (roleId: number, rights: string): string[] =>
  [...matrix].filter(([, roles]) => rights.includes(roles.get(roleId) ?? '-')).map(([tag]) => tag)
const of = (roleId: number) => person.get(roleId)!

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  boss = await makeUser(product, { email: 'boss@example.com', roleId: 6 })
  for (const roleId of staff) {
    const id = await makeUser(product, { email: `role${roleId}@example.com`, roleId, companyId: north })
    person.set(roleId, { id, browser: await logIn(product, `role${roleId}`) })
  }
})
afterAll(() => product.stop())
beforeEach(async () => {
  await restrict([])
  for (const { id } of person.values()) await endOverrides(id)
})

test('the database has the catalogue of the contract', async () => {
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ cell: string }>(`select tag || ' ' || role_id || ' ' || by_default as cell from role_tag`),
  )
  const wanted = permissionTags.flatMap(({ tag, byDefault, grantable }) => [
    ...byDefault.map((roleId) => `${tag} ${roleId} true`),
    ...grantable.map((roleId) => `${tag} ${roleId} false`),
  ])
  expect(rows.map(({ cell }) => cell).toSorted()).toEqual(wanted.toSorted())
})

test.each(staff)(
  'role %i can be granted exactly the tags marked so, and be denied any that it has',
  async (roleId) => {
    const { id, browser } = of(roleId)
    expect(await tagsOf(browser)).toEqual(holdersOf(roleId, 'D'))
    for (const tag of holdersOf(roleId, 'G')) await override({ userId: id, tag })
    expect(await tagsOf(browser)).toEqual(holdersOf(roleId, 'DG'))
    for (const tag of holdersOf(roleId, '-'))
      await expect(override({ userId: id, tag })).rejects.toThrow('the role can never have')
    for (const tag of holdersOf(roleId, 'D').slice(0, 1))
      await expect(override({ userId: id, tag })).rejects.toThrow('without a grant')
    await endOverrides(id)
    for (const tag of holdersOf(roleId, 'DG')) await override({ userId: id, tag, effect: 'denied' })
    expect(await tagsOf(browser)).toEqual([])
    await endOverrides(id)
    expect(await tagsOf(browser)).toEqual(holdersOf(roleId, 'D'))
  },
)

const removedBy: Record<RestrictableModule, RegExp> = {
  'loads.immediate': /^$/,
  transfers: /^transfers\./,
  withdrawals: /^withdrawals\./,
  'cards.request': /^cards\.request\./,
  users: /^users\./,
  webhooks: /^webhooks\./,
  'fees.view': /^fees\.view$/,
}
test.each(Object.entries(removedBy))(
  '%s, switched off for a tier, takes its tags from every role there',
  async (module, tags) => {
    await restrict([{ tier: 1, module: module as RestrictableModule }])
    for (const roleId of staff) {
      for (const tag of holdersOf(roleId, 'G').filter((each) => tags.test(each)))
        await override({ userId: of(roleId).id, tag })
      const wanted = holdersOf(roleId, 'D').filter((tag) => !tags.test(tag))
      expect([roleId, await tagsOf(of(roleId).browser)]).toEqual([roleId, wanted])
    }
    // Of another tier: nothing is removedBy. A grant that was suspended holds again.
    await restrict([{ tier: 2, module: module as RestrictableModule }])
    const granted = holdersOf(9, 'G').filter((tag) => tags.test(tag))
    expect(await tagsOf(of(9).browser)).toEqual(granted)
  },
)

test('role 6 holds every tag, whatever is switched off or denied', async () => {
  const other = await makeUser(product, { email: 'boss2@example.com', roleId: 6 })
  const browser = await logIn(product, 'boss2')
  await restrict([{ tier: 1, module: 'users' }])
  await expect(override({ userId: other, tag: 'users.view', effect: 'denied' })).rejects.toThrow()
  expect(await tagsOf(browser)).toHaveLength(99)
})

test('nobody grants to themselves, nor what they do not hold', async () => {
  const { id } = of(9)
  await expect(override({ userId: id, tag: 'users.view', by: id })).rejects.toThrow()
  await expect(override({ userId: id, tag: 'users.export', by: of(1).id })).rejects.toThrow(
    'without holding it',
  )
  await override({ userId: of(1).id, tag: 'users.export' })
  await override({ userId: id, tag: 'users.export', by: of(1).id })
  expect(await tagsOf(of(9).browser)).toEqual(['users.export'])
})

test('a grant ends at once when its granter loses the tag, by any way', async () => {
  const { id, browser } = of(9)
  const granter = of(1).id
  const holds = async () => (await tagsOf(browser)).includes('users.export')
  await override({ userId: granter, tag: 'users.export' })
  await override({ userId: id, tag: 'users.export', by: granter })
  expect(await holds()).toBe(true)
  await run(`update app_user set role_id = 3 where id = $1`, [granter])
  expect(await holds()).toBe(false)
  await run(`update app_user set role_id = 1 where id = $1`, [granter])
  expect(await holds()).toBe(true)
  await endOverrides(granter)
  expect(await holds()).toBe(false)
})

test('a job records the end of grants that lost their ground, and leaves suspended ones', async () => {
  const { id } = of(9)
  const granter = of(1).id
  await override({ userId: granter, tag: 'users.export' })
  await override({ userId: id, tag: 'users.export', by: granter })
  await override({ userId: id, tag: 'transfers.view' })
  await override({ userId: of(3).id, tag: 'kyc.view' })
  await restrict([{ tier: 1, module: 'transfers' }])
  await endOverrides(granter)
  await run('update app_user set role_id = 4 where id = $1', [of(3).id])
  await run(`update job set due_at = now() where name = 'access.grants'`)
  await product.drain()
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows(
      `select tag, end_reason from tag_override where user_id = any($1) and (ended_by is null) order by tag`,
      [[id, of(3).id]],
    ),
  )
  expect(rows).toEqual([
    { tag: 'kyc.view', end_reason: 'not_grantable' },
    { tag: 'transfers.view', end_reason: null },
    { tag: 'users.export', end_reason: 'granter_lost_tag' },
  ])
  expect(await jobChangesOf(product.kernel.db, id, ['granted'])).toEqual([
    'access.grants user ["transfers.view","users.export"] → ["transfers.view"]',
  ])
  await run('update app_user set role_id = 3 where id = $1', [of(3).id])
})

test('an override is never changed or removed, it only ends, once', async () => {
  const { id } = of(9)
  await override({ userId: id, tag: 'users.view' })
  await expect(override({ userId: id, tag: 'users.view' })).rejects.toThrow('tag_override_live')
  await expect(run(`update tag_override set tag = 'users.export' where user_id = $1`, [id])).rejects.toThrow(
    'only ends',
  )
  await endOverrides(id)
  await expect(
    run(`update tag_override set ended_at = null, ended_by = null, end_reason = null where user_id = $1`, [
      id,
    ]),
  ).rejects.toThrow('only ends')
})

test('a customised admin sees the companies of the set scope, never more than its setter sees', async () => {
  const below = await makeCompany(product, { slug: 'below', parentId: north })
  const other = await makeCompany(product, { slug: 'other' })
  const hidden = await makeCompany(product, { slug: 'hidden', visibleToAdm: false })
  const { id } = of(9)
  await run(
    `insert into listed_company (user_id, company_id, listed_by, listed_at)
     select $1, c, $2, now() from unnest($3::uuid[]) c`,
    [id, boss, [other, hidden, below]],
  )
  const houses = [north, below, other, hidden]
  const seen = async (kind: string, by: string) => {
    await run(
      `insert into data_scope (user_id, company_id, kind, set_by, set_at) values ($1, $2, $3, $4, now())
       on conflict (user_id) do update set kind = excluded.kind, set_by = excluded.set_by`,
      [id, north, kind, by],
    )
    const [row] = await product.kernel.db.read(allTenants, (sql) =>
      sql.rows<{ ids: string[] }>('select companies_of_role($1, 9::smallint, $2) as ids', [id, north]),
    )
    return houses.filter((each) => row?.ids.includes(each))
  }
  expect(await seen('own', boss)).toEqual([north])
  expect(await seen('subtree', boss)).toEqual([north, below])
  expect(await seen('listed', boss)).toEqual([below, other, hidden])
  expect(await seen('all', boss)).toEqual(houses)
  expect(await seen('all', of(1).id)).toEqual([north, below, other])
  expect(await seen('listed', of(1).id)).toEqual([below, other])
  expect(await seen('all', of(5).id)).toEqual([north, below])
  expect(await seen('listed', of(5).id)).toEqual([below])
  // The setter is no administrator any more.
  await run('update app_user set role_id = 2 where id = $1', [of(5).id])
  expect(await seen('all', of(5).id)).toEqual([north])
  await run('update app_user set role_id = 5 where id = $1', [of(5).id])
  await run('delete from data_scope where user_id = $1', [id])
  await run('delete from listed_company where user_id = $1', [id])
})
