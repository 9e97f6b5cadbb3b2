import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { readLoadShares } from '../loads/load-shares.ts'
import { createSettlementWorld, type SettlementWorld } from './settlement-world.test-kit.ts'

let product: PeopleProduct
let world: SettlementWorld
let ownerId: string
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createSettlementWorld(product)
  ownerId = await makeCompany(product, { slug: 'partner', name: 'Partner', parentId: world.norte })
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

const shownOf = (loadId: string) => {
  const me = { userId: houseId, companyId: houseId, scope: { kind: 'all' } } as const
  const { db, clock } = product.kernel
  return db.read(allTenants, (sql) => readLoadShares(sql, { loadId, me, now: clock.now() }))
}

test('a share of which a part is owed again after a void settlement shows what stands, as in the earnings', async () => {
  const share = await world.share({ ownerId, cents: 300n })
  await world.rows('update share set owed_left_cents = 100 where id = $1', [share.id])
  expect(await shownOf(share.loadId)).toMatchObject([
    { state: 'owed', amount: 200n, returned: 100n, owed: 100n },
  ])
})

test('what a settlement of before recovered of an owed share is recorded, and is owed no more', async () => {
  await world.rows('update share set owed_left_cents = 0 where owner_id = $1', [ownerId])
  const paid = await world.share({ ownerId, cents: 300n })
  await world.run()
  const waiting = await world.share({ ownerId, cents: 500n })
  await world.rows('update share set owed_left_cents = amount_cents where id = any($1)', [
    [paid.id, waiting.id],
  ])
  expect(await shownOf(paid.loadId)).toMatchObject([{ state: 'owed', owed: 300n }])
  const migration = join(import.meta.dirname, '../shares/migrations/0722-recovered-shares.sql')
  await world.rows(readFileSync(migration, 'utf8'))
  expect(await shownOf(paid.loadId)).toMatchObject([{ state: 'undone', owed: 0n }])
  expect(await shownOf(waiting.loadId)).toMatchObject([{ state: 'owed', owed: 500n }])
})
