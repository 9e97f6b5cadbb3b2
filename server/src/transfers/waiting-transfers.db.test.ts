import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { entryOfJob, type Work } from '../kernel/jobs.ts'
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
