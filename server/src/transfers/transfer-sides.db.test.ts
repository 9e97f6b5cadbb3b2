import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import { houseId } from '../companies/company.ts'
import { allTenants, type Scope } from '../kernel/database.ts'
import { readPayinLimit } from '../limits/limits.sql.ts'
import { startOfDay } from '../loads/load-limits.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'
import { readDecision } from './transfer-decision.ts'
import { createSidesReader, readTransferSides } from './transfer-sides.sql.ts'
import { readSentSince } from './transfers.sql.ts'

let product: PeopleProduct
let world: WalletWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createWalletWorld(product)
})
afterAll(() => product.stop())

const now = new Date('2026-11-20T15:00:30.000Z')
const insertSent = (ownerId: string, madeAt: Date, totalCents: bigint) =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into wallet_transfer (id, company_id, kind, status, from_owner_id, from_kind, to_owner_id, to_kind, wallet,
         total_cents, fee_cents, net_cents, from_seq, reason, requested_by, made_at)
       values ($1, $2, 'transfer', 'completed', $2, 'company', $3, 'company', 'regular', $4, 0, $4, 1, 'Sent', $5, $6)`,
      [product.kernel.ids.next(), ownerId, world.norte, totalCents, world.first.userId, madeAt],
    ),
  )
const setZone = (companyId: string, zone: string) =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run('update company set time_zone = $2 where id = $1', [companyId, zone]),
  )
const decide = (fromOwnerId: string, at = now) =>
  product.kernel.db.read(allTenants, (sql) =>
    readDecision(sql, {
      input: {
        fromOwnerId,
        fromWallet: 'regular',
        toOwnerId: world.norte,
        toWallet: 'regular',
        amount: 1000n,
        amountIs: 'total',
      },
      now: at,
    }),
  )

test('the terms are those that each of their own statements reads', async () => {
  await insertSent(world.andes, now, 12_300n)
  await product.kernel.db.read(allTenants, async (sql) => {
    for (const ownerId of [world.norte, world.andes, world.cusco]) {
      startOfDay('UTC', now)
      const { from, terms } = await readTransferSides(sql, {
        fromOwnerId: ownerId,
        toOwnerId: world.lima,
        now,
      })
      const limit = await readPayinLimit(sql, { companyId: ownerId, category: 'transfer' })
      const { transfer } = await readFeeSchedule(sql, { companyId: ownerId, at: now })
      expect(from?.id).toBe(ownerId)
      expect(terms).toMatchObject({
        rates: transfer,
        min_cents: limit.minimumCents,
        max_cents: limit.maximumCents,
        daily_cents: limit.dailyCents,
        sent_cents: await readSentSince(sql, { ownerId, since: startOfDay('UTC', now) }),
      })
    }
  })
})

test('a day is that of the sender, also where its zone was not used before or has just changed', async () => {
  await world.fund(world.cusco, 500_000n)
  const daily = 250_000n
  await world.limit('transfer', { maximum: 100_000n, daily })
  const zones = ['Pacific/Kiritimati', 'America/Lima', 'Asia/Kathmandu', 'Pacific/Kiritimati']
  for (const [index, zone] of zones.entries()) {
    await setZone(world.cusco, zone)
    const owner = world.cusco
    await product.kernel.db.write(allTenants, (sql) =>
      sql.run('update wallet_transfer set status = $2 where from_owner_id = $1 and status = $3', [
        owner,
        'reversed',
        'completed',
      ]),
    )
    const start = startOfDay(zone, now)
    await insertSent(owner, new Date(start.getTime() - 1), 40_000n)
    await insertSent(owner, start, 7000n + BigInt(index))
    for (let times = 0; times < 2; times += 1) {
      const decided = await decide(owner)
      expect(decided).toMatchObject({ value: { limits: { leftTodayCents: daily - 7000n - BigInt(index) } } })
    }
    const before = await decide(owner, new Date(start.getTime() - 1))
    expect(before).toMatchObject({ value: { limits: { leftTodayCents: daily - 47_000n - BigInt(index) } } })
  }
})

test('simultaneous calls read what each would read alone, and no owner outside of its own scope', async () => {
  const { db } = product.kernel
  const { norte, andes, cusco, lima, eva } = world
  const owners = [norte, andes, cusco, lima, eva, houseId]
  const scopes: Scope[] = [
    { kind: 'companies', companyIds: [] },
    { kind: 'companies', companyIds: [andes] },
    { kind: 'companies', companyIds: [norte, andes, lima] },
    { kind: 'companies', companyIds: [houseId, norte, andes, cusco, lima] },
    { kind: 'companies', companyIds: [houseId], allButHidden: { own: houseId } },
    { kind: 'own', userId: eva, companyId: lima },
    allTenants,
  ]
  const readSides = createSidesReader(db)
  const requests = scopes.flatMap((scope) =>
    owners.flatMap((fromOwnerId) => owners.map((toOwnerId) => ({ scope, fromOwnerId, toOwnerId, now }))),
  )
  const together = await Promise.all(requests.map((of) => readSides(db.reader(of.scope), of)))
  const found = new Set<string>()
  for (const [index, of] of requests.entries()) {
    const alone = await readTransferSides(db.reader(of.scope), of)
    expect(together[index]).toEqual(alone)
    found.add(`${scopes.indexOf(of.scope)} ${alone.from !== null}`)
  }
  // Short lists of companies have one statement together; some of their owners are in the scope, and some are not.
  expect([...found]).toEqual(
    expect.arrayContaining(['0 false', '1 true', '1 false', '2 true', '2 false', '3 true']),
  )
})
