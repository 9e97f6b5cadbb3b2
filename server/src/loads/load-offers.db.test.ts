import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../companies/company.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench } from './load-bench.test-kit.ts'

/** Switches of a company, of the companies above it and of its tier (domain §3, §14). */
let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const obstacles = async (person: BenchPerson) => {
  const query = `cardId=${person.card.id}&amount=100.00&asset=USDC&network=ethereum`
  const answer = await person.browser.get<{ offers: { speed: string; obstacle: string | null }[] }>(
    `/load-offers?${query}`,
  )
  return answer.body.data.offers.map(({ obstacle }) => obstacle)
}
const restrict = (restrictions: readonly { tier: number; module: 'loads.immediate' | 'transfers' }[]) => {
  const { clock, db } = bench.product.kernel
  return db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'tierRestrictions', value: [...restrictions], at: clock.now(), by: null }),
  )
}
/** A person of a company below House. */
const personBelow = async (slug: string) => {
  const person = await bench.person()
  const { ids, clock, db } = bench.product.kernel
  const id = ids.next()
  await db.write(allTenants, (sql) =>
    insertCompany(sql, { id, parentId: houseId, slug, name: slug }, clock.now()),
  )
  await bench.asOwner(`update app_user set company_id = '${id}' where id = '${person.userId}'`)
  for (const table of ['card', 'holder', 'kyc_case', 'load_limit_use'])
    await bench.asOwner(`update ${table} set company_id = '${id}' where user_id = '${person.userId}'`)
  return person
}

test('immediate loads are not offered where the tier has them switched off, and regular ones are', async () => {
  const [first, second] = [await bench.person(), await personBelow('second-tier')]
  await restrict([
    { tier: 2, module: 'loads.immediate' },
    { tier: 1, module: 'transfers' },
  ])
  expect(await obstacles(first)).toEqual([null, null])
  expect(await obstacles(second)).toEqual([null, 'not_offered'])
  const refused = await bench.request(second, { speed: 'immediate' })
  expect([refused.status, refused.body.code]).toEqual([409, 'speed_not_offered'])
  expect((await bench.request(second)).status).toBe(201)
  await restrict([])
  expect(await obstacles(second)).toEqual([null, null])
})

const offer = (rules: Parameters<typeof writeSetting<'paymentAssets'>>[1]['value']) => {
  const { clock, db } = bench.product.kernel
  return db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'paymentAssets', value: rules, at: clock.now(), by: null }),
  )
}

test('a coin that is switched off pays no new load, and a quote of it is paid and credited', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  const coins = async () => {
    const { data } = (
      await person.browser.get<{
        assets: { symbol: string; minimum: string }[]
        limits: { minimum: string }
      }>('/load-options')
    ).body
    return [data.assets.map(({ symbol }) => symbol), data.limits.minimum]
  }
  const [all, minimum] = await coins()
  expect(all).toContain('USDC')
  await offer([{ asset: 'USDC', network: 'ethereum', isOffered: false, minimum: 0n }])
  expect(await coins()).toEqual([(all as string[]).filter((symbol) => symbol !== 'USDC'), minimum])
  const refused = await bench.request(person)
  expect([refused.status, refused.body.code]).toEqual([409, 'payment_currency_invalid'])
  expect((await bench.request(person, { asset: 'USDT' })).status).toBe(201)
  await bench.pay(load)
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('held')
  await offer([])
  expect((await bench.request(person)).status).toBe(201)
})

test('the minimum of a coin applies to new loads with it, and never lowers that of the company', async () => {
  const person = await bench.person()
  const load = await bench.quote(person, { amount: '100' })
  await offer([
    { asset: 'USDC', network: 'ethereum', isOffered: true, minimum: 15_000n },
    { asset: 'USDT', network: 'ethereum', isOffered: true, minimum: 1n },
  ])
  expect(await obstacles(person)).toEqual(['below_minimum', 'below_minimum'])
  const refused = await bench.request(person, { amount: '149.99' })
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid_amount'])
  expect((await bench.request(person, { amount: '150' })).status).toBe(201)
  expect((await bench.request(person, { amount: '9.99', asset: 'USDT' })).body.code).toBe('invalid_amount')
  await bench.pay(load)
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('held')
  await offer([])
})

/** Loads of the person's company are from $100 to $200 from now on. */
const narrow = ({ userId }: BenchPerson) =>
  bench.asOwner(`insert into payin_limit (id, company_id, category, min_cents, max_cents, daily_cents, changed_at)
    select gen_random_uuid(), company_id, 'virtual_load', 10000, 20000, 20000, now()
    from app_user where id = '${userId}'`)

test('a quote is paid and credited although the limits of the company became narrower', async () => {
  const person = await personBelow('narrow')
  const [small, large] = [
    await bench.quote(person, { amount: '20' }),
    await bench.quote(person, { amount: '900' }),
  ]
  await narrow(person)
  expect((await bench.request(person, { amount: '900' })).body.code).toBe('invalid_amount')
  await bench.pay(small)
  await bench.pay(large)
  await bench.finalise()
  for (const { id } of [small, large])
    expect(await bench.read(person, { id })).toMatchObject({ status: 'held', exception: null })
})

test('a quote that was paid while identity was checked is credited although limits became narrower', async () => {
  const person = await personBelow('checked')
  const load = await bench.quote(person, { amount: '900' })
  const hold = (isHeld: boolean) =>
    bench.asOwner(`update kyc_case set kyc_hold = ${isHeld} where user_id = '${person.userId}'`)
  await hold(true)
  await bench.pay(load)
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', exception: 'kyc' })
  await narrow(person)
  await hold(false)
  const headers = { 'idempotency-key': `checked-${load.id}` }
  const credited = await person.browser.post(`/loads/${load.id}/credit`, { net: load.net }, { headers })
  expect([credited.status, (await bench.read(person, load)).status]).toEqual([200, 'held'])
})

test('below a closed company there are no new loads, and paid ones continue', async () => {
  const person = await personBelow('below-closed')
  const load = await bench.quote(person)
  await bench.asOwner(`update company set active = false where id = '${houseId}'`)
  expect(await obstacles(person)).toEqual(['not_offered', 'not_offered'])
  const refused = await bench.request(person)
  expect([refused.status, refused.body.code]).toEqual([409, 'card_not_loadable'])
  await bench.pay(load)
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('held')
  await bench.asOwner(`update company set active = true where id = '${houseId}'`)
  expect((await bench.request(person)).status).toBe(201)
})
