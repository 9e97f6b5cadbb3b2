import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { insertSellerCode } from '../sellers/codes.sql.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { startLoadBench, type LoadBench } from './load-bench.test-kit.ts'

let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

/** A version of the platform with twice the regular rates, in force from an instant on. */
const doubleFees = (from: Date) =>
  bench.asOwner(`insert into fee_schedule (id, company_id, version, valid_from, regular_hundredths_bp,
      immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by)
    select gen_random_uuid(), null, version + 1, '${from.toISOString()}', array(select 2 * r from unnest(regular_hundredths_bp) r),
      immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by
    from fee_schedule where company_id is null order by version desc limit 1`)

const pricesOf = (id: string) =>
  bench.product.rows<{ status: string; fee_cents: bigint; net_cents: bigint }>(
    'select status, fee_cents, net_cents from load where id = $1',
    [id],
  )

test('a quote that was made before a change of the fees keeps its price when it is paid after it', async () => {
  const person = await bench.person()
  const before = await bench.quote(person, { amount: '200' })
  expect(before.net).toBe('194.00')
  await doubleFees(bench.product.kernel.clock.now())
  const after = await bench.quote(person, { amount: '200' })
  expect(after.net).toBe('188.00')
  for (const load of [before, after]) await bench.pay(load)
  await bench.finalise()
  expect(await pricesOf(before.id)).toEqual([{ status: 'held', fee_cents: 600n, net_cents: 19_400n }])
  expect(await pricesOf(after.id)).toEqual([{ status: 'held', fee_cents: 1200n, net_cents: 18_800n }])
  // What is booked for the card are the nets of both quotes.
  const booked = await bench.product.rows<{ balance: bigint }>(
    `select balance from account where code = 'load.pending' and owner_id = $1`,
    [person.card.id],
  )
  expect(booked).toEqual([{ balance: 38_200n }])
})

const setSplits = (part: bigint, months: number) =>
  bench.product.kernel.db.write(allTenants, async (sql) => {
    const of = { at: bench.product.kernel.clock.now(), by: null }
    await writeSetting(sql, { key: 'sellerTwoShare', value: part, ...of })
    await writeSetting(sql, { key: 'referralMonths', value: months, ...of })
  })
const sharesOf = async (id: string, names: ReadonlyMap<string, string>) => {
  const rows = await bench.product.rows<{ owner_id: string; cents: number }>(
    'select owner_id, amount_cents::int4 as cents from share where source_id = $1',
    [id],
  )
  return Object.fromEntries(rows.map((row) => [names.get(row.owner_id) ?? row.owner_id, row.cents]))
}

test('a change of the splits of level 4 counts for loads that are quoted afterwards only', async () => {
  const user = (name: string, roleId: number) =>
    makeUser(bench.product, { email: `${name}@split.example`, roleId })
  const [ana, eva, friend] = [await user('ana', 7), await user('eva', 8), await user('friend', 2)]
  const names = new Map([
    [ana, 'ana'],
    [eva, 'eva'],
    [friend, 'friend'],
  ])
  const ofEva = await bench.person()
  const ofFriend = await bench.person()
  const { ids, clock, db } = bench.product.kernel
  const code = { id: ids.next(), code: 'EVA-SPLIT', ownerId: eva, companyId: houseId }
  const validity = { validFrom: clock.now(), validTo: null, maxUses: null, createdAt: clock.now() }
  await db.write(allTenants, (sql) => insertSellerCode(sql, { ...code, ...validity }))
  await bench.asOwner(`update app_user set seller_one_id = '${ana}', seller_two_id = '${eva}',
      seller_code_id = '${code.id}' where id = '${ofEva.userId}';
    update app_user set referrer_id = '${friend}' where id = '${ofFriend.userId}'`)
  const before = [await bench.quote(ofEva), await bench.quote(ofFriend)]
  await setSplits(500_000n, 0)
  const after = [await bench.quote(ofEva), await bench.quote(ofFriend)]
  const loads = [...before, ...after]
  for (const load of loads) await bench.pay(load)
  await bench.finalise()
  const found = []
  for (const { id } of loads) found.push(await sharesOf(id, names))
  const level = (found[0]?.['ana'] ?? 0) + (found[0]?.['eva'] ?? 0)
  expect(level).toBeGreaterThan(0)
  expect(found).toEqual([
    { eva: Math.floor(level * 0.8), ana: level - Math.floor(level * 0.8) },
    { friend: level },
    { eva: Math.floor(level / 2), ana: level - Math.floor(level / 2) },
    {},
  ])
})
