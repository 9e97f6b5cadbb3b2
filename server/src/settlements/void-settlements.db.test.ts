import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../calendar/business-time.ts'
import { allTenants } from '../kernel/database.ts'
import { entryOfJob } from '../kernel/jobs.ts'
import { listLoadShares, standingCents } from '../shares/shares.sql.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { approve, drawUp, makeVoid } from './settlement-draft.ts'
import { runName } from './settlement-run.jobs.ts'
import { createSettlementWorld, type SettlementWorld } from './settlement-world.test-kit.ts'
import { readSettlement } from './settlements.sql.ts'

/** Shares that were reversed after the approval of a settlement that is void then (domain §8). */
let product: PeopleProduct
let world: SettlementWorld
let seller: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  world = await createSettlementWorld(product)
  seller = await logIn(product, 'eva')
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

test('of a share that a void settlement returned, what was reversed stays owed and names that share', async () => {
  const { ids, clock, db } = product.kernel
  const eva = (
    await world.rows<{ id: string; company_id: string }>(
      `select id, company_id from app_user where email like 'eva@%' limit 1`,
    )
  )[0]!
  const of = { ownerId: eva.id, companyId: eva.company_id }
  const other = await world.share({ ...of, cents: 200n, status: 'held' })
  const share = await world.share({ ...of, cents: 300n })
  const step = <T>(use: Parameters<typeof product.kernel.write<T>>[1]) =>
    product.kernel.write(allTenants, use, entryOfJob({ id: ids.next(), name: runName }))
  const id = await step(async (tx) => {
    const holder = await readWalletHolder(tx.sql, eva.id)
    const periodEnd = dailyRunBefore(clock.now(), await readBusinessCalendar(tx.sql))
    const facts = { wallet: 'regular' as const, periodEnd, lines: [], now: clock.now(), reason: 'Test' }
    await drawUp(tx, ids, { ...facts, holder: holder!, by: eva.id })
    const [row] = await tx.sql.selectFrom('settlement').select('id').where('ownerId', '=', eva.id).execute()
    await approve(tx, (await readSettlement(tx.sql, row!.id))!, { by: null, now: clock.now() })
    return row!.id
  })
  await world.reverse(share, 100n)
  await step(async (tx) =>
    makeVoid(tx, (await readSettlement(tx.sql, id))!, { by: eva.id, now: clock.now(), reason: 'Test' }),
  )
  const shown = async () => {
    const answer = await seller.get<{ items: object[] }>('/earnings')
    return answer.body.data.items
  }
  const part = { state: 'owed', amount: '2.00', returned: '1.00', owed: '1.00' }
  expect(await shown()).toMatchObject([part, { amount: '2.00', owed: '0.00' }])
  expect((await seller.get('/earnings/summary')).body.data).toMatchObject({
    total: '4.00',
    due: '2.00',
    owed: '1.00',
  })
  const standing = await db.read(allTenants, (sql) => listLoadShares(sql, share.loadId))
  expect(standing.map(standingCents)).toEqual([200n])
  // Nothing of what is owed is reversed a second time.
  await expect(world.reverse(share, 201n)).rejects.toThrow(RangeError)
  await world.reverse(share, 200n)
  expect(await shown()).toMatchObject([{ ...part, amount: '0.00', returned: '3.00' }, {}])
  await world.run()
  const lines = await world.rows<{ share_id: string }>(
    `select l.share_id from settlement_line l join settlement s on s.id = l.settlement_id
     where s.owner_id = $1 and l.kind = 'reversal'`,
    [eva.id],
  )
  expect(lines).toEqual([{ share_id: share.id }])
  expect(await world.balances(eva.id)).toEqual({ 'wallet.regular.pending': 200n })
  expect(await shown()).toMatchObject([{ state: 'undone', owed: '0.00' }, { amount: '2.00' }])
  await world.reverse(other, 200n)
})
