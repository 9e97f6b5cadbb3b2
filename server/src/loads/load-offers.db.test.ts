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
  for (const table of ['card', 'holder', 'kyc_case'])
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
