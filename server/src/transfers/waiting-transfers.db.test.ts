import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { entryOfJob, type Work } from '../kernel/jobs.ts'
import { readEmergencyUse } from '../loads/load-limits.ts'
import { readReleases } from '../loads/waiting-loads.sql.ts'
import { createGuarantees } from '../wallets/allowance-guarantees.jobs.ts'
import { createWalletLoadWorld, minuteMs, type WalletLoadWorld } from './wallet-load-world.test-kit.ts'

/** Money that waits for a paused card. */
let bench: WalletLoadWorld
beforeAll(async () => {
  bench = await createWalletLoadWorld()
  // No test here goes past midnight.
  const hourMs = 60 * minuteMs
  const leftToday = 24 * hourMs - (bench.product.kernel.clock.now().getTime() % (24 * hourMs))
  if (leftToday < hourMs) await bench.live(leftToday, hourMs)
}, 120_000)
afterAll(async () => {
  expect(await bench.world.findings()).toEqual([])
  await bench.product.stop()
})

type Holder = Awaited<ReturnType<WalletLoadWorld['holder']>>
const change = (text: string, values: readonly (string | number | boolean | Date | null)[]) =>
  bench.product.kernel.db.write(allTenants, (sql) => sql.run(text, values as never))
const setPause = ({ card }: Holder, reason: 'self' | null) =>
  change('update card set status = $2, block_reason = $3, blocked_at = $4 where id = $1', [
    card.id,
    reason ? 'blocked' : 'activated',
    reason,
    reason ? bench.product.kernel.clock.now() : null,
  ])
/** A transfer that waits for its card, which is paused then. */
const makeWaiting = async (to: Holder, of: object) => {
  const id = await bench.make(to, of)
  await setPause(to, 'self')
  await bench.product.settle()
  return id
}
/** As if all of it had happened so many days earlier. */
const shift = (id: string, days: number) =>
  change(
    `update wallet_transfer set made_at = made_at - $2::int * interval '1 day',
      counts_from = counts_from - $2::int * interval '1 day' where id = $1`,
    [id, days],
  )

const guarantee = async () => {
  const { db, ids, clock, log, write, apply } = bench.product.kernel
  const work: Work = {
    read: (reads) => db.read(allTenants, reads),
    write: (writes) => write(allTenants, writes, entryOfJob({ id: ids.next(), name: 'wallets.guarantees' })),
    apply,
    clock,
  }
  await createGuarantees({ log })({ id: ids.next(), payload: {}, dueAt: clock.now(), attempts: 0 }, work)
}

test('a guarantor pays what has left the wallet, not what waits on its way to a card', async () => {
  const { world, people } = bench
  await world.fund(world.andes, 200_000n)
  const allowance = { companyId: world.lima, allowance: '1000.00', version: 0, reason: 'Agreed' }
  expect((await people.confirmed(world.first, '/balance-allowances', allowance)).status).toBe(200)
  await bench.product.settle()
  const to = await bench.holder()
  await bench.make(to, { total: '400.00', fee: '0.80' })
  await bench.product.settle()
  const id = await makeWaiting(to, { total: '500.00', fee: '1.00' })
  const stand = async () => [
    await bench.available(),
    await bench.reserved(),
    await bench.available('regular', world.andes),
  ]
  expect(await stand()).toEqual([-90_000n, 50_000n, 200_000n])
  await change('update company set active = $2 where id = $1', [world.lima, false])
  await guarantee()
  expect(await stand()).toEqual([-50_000n, 50_000n, 160_000n])
  bench.product.kernel.clock.setOffset(bench.product.kernel.clock.offsetMs() + 24 * 60 * minuteMs)
  await guarantee()
  expect(await stand()).toEqual([-50_000n, 50_000n, 160_000n])
  await change('update company set active = $2 where id = $1', [world.lima, true])
  expect((await bench.cancel(id)).status).toBe(200)
  expect(await stand()).toEqual([0n, 0n, 160_000n])
})

test('money that waits for a paused card needs no float of the next release', async () => {
  const { world, product } = bench
  const to = await bench.holder()
  await world.fund(world.lima, 50_000n)
  const walletCents = async () => (await product.kernel.db.read(allTenants, readReleases)).walletCents
  const id = await makeWaiting(to, { fromWallet: 'regular' })
  expect(await walletCents()).toBe(49_900n)
  await bench.release()
  expect(await bench.row(id)).toMatchObject({ status: 'pending', waits_for_card: true })
  expect(await walletCents()).toBe(0n)
  await setPause(to, null)
  await bench.release()
  expect(await bench.row(id)).toMatchObject({ status: 'completed', waits_for_card: false })
  expect(await walletCents()).toBe(0n)
})

test('what waited for its card counts for the maximum emergency load of the day on which it starts', async () => {
  const { world, product } = bench
  const to = await bench.holder()
  await world.fund(world.lima, 450_000n, 'immediate')
  const before = await bench.available()
  const of = { total: '1500.00', fee: '3.00' }
  const resume = async () => {
    await setPause(to, null)
    await bench.live(6 * minuteMs, minuteMs)
  }
  const ids = [await makeWaiting(to, of)]
  await shift(ids[0]!, 6)
  await setPause(to, null)
  ids.push(await makeWaiting(to, of))
  await shift(ids[1]!, 6)
  await resume()
  const rows = await Promise.all(ids.map(bench.row))
  const [started, waiting] = rows[0]?.status === 'completed' ? ids : ids.toReversed()
  expect(await bench.row(started!)).toMatchObject({ status: 'completed' })
  const isOver = { status: 'pending', waits_for_card: false, part: 0 }
  expect(await bench.row(waiting!)).toMatchObject(isOver)
  expect((await bench.detail(waiting!)).data).toMatchObject({
    card: { waitsForCard: false, waitsForLimit: true },
    canCancel: true,
  })
  expect((await bench.preview(to, { total: '100.00' })).body.data).toMatchObject({ emergencyLeft: '500.00' })
  const { db, clock } = product.kernel
  const use = { companyId: world.lima, now: clock.now() }
  expect(await db.read(allTenants, (sql) => readEmergencyUse(sql, use))).toMatchObject({
    mostCents: 150_000n,
  })

  // The next day has its own maximum.
  await shift(started!, 6)
  await bench.live(6 * minuteMs, minuteMs)
  expect(await bench.row(waiting!)).toMatchObject({ status: 'completed', part: 1 })
  expect(await bench.booked(to)).toBe(299_400n)

  // Seven days after its request the money is in the wallet again.
  await shift(waiting!, 6)
  const late = await makeWaiting(to, of)
  await shift(late, 8)
  await shift(waiting!, -6)
  await resume()
  expect(await bench.row(late)).toMatchObject({ status: 'cancelled', refusal: 'over_emergency', part: 0 })
  expect(await bench.available()).toBe(before - 300_000n)
})
