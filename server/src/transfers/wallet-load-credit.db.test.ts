import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { publicRef } from '../kernel/ids.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { confirmDecision, listReviews, proposeDecision } from '../loads/credit-reviews.sql.ts'
import { createWalletLoadWorld, minuteMs, type WalletLoadWorld } from './wallet-load-world.test-kit.ts'

/** What the card issuer answers, or does not: the money of a wallet is on the card once, or in the wallet again. */
let bench: WalletLoadWorld
beforeAll(async () => {
  bench = await createWalletLoadWorld()
  await bench.world.fund(bench.world.lima, 1_000_000n, 'immediate')
}, 120_000)
afterAll(async () => {
  expect(await bench.world.findings()).toEqual([])
  await bench.product.stop()
})

type Holder = Awaited<ReturnType<WalletLoadWorld['holder']>>
/** Where the money of a transfer of 500.00 is. */
const standOf = async (to: Holder) => ({
  reserved: await bench.reserved(),
  inFlight: await bench.world.operator('issuer.in_flight'),
  booked: await bench.booked(to),
  atIssuer: await bench.atIssuer(to),
})
const onCard = { reserved: 0n, inFlight: 0n, booked: 49_900n, atIssuer: 49_900n }
const inWallet = { reserved: 0n, inFlight: 0n, booked: 0n, atIssuer: 0n }
const sent = { reserved: 50_000n, inFlight: 49_900n, booked: 0n }

const made = async (kind: string | null, more: Record<string, unknown> = {}) => {
  const to = await bench.holder()
  const before = await bench.available()
  if (kind) await bench.fault(kind, more)
  const id = await bench.make(to)
  await bench.product.settle()
  return { to, id, before }
}

test('an answer that is lost after the credit is found in the history, and nothing is sent again', async () => {
  const { to, id, before } = await made('drop_after')
  expect(await standOf(to)).toMatchObject({ ...sent, atIssuer: 49_900n })
  expect((await bench.cancel(id)).body.code).toBe('transfer_not_waiting')
  await bench.live(10_000, 2000)
  expect(await standOf(to)).toEqual(onCard)
  expect(await bench.row(id)).toMatchObject({ status: 'completed', part: 1 })
  expect(await bench.available()).toBe(before - 50_000n)
})

test('a credit that never arrived returns to the wallet when its absence is proved, not before', async () => {
  const { to, id, before } = await made('drop_before')
  await bench.live(13 * minuteMs, minuteMs)
  expect(await standOf(to)).toMatchObject({ ...sent, atIssuer: 0n })
  await bench.live(3 * minuteMs)
  expect(await standOf(to)).toEqual(inWallet)
  expect(await bench.row(id)).toMatchObject({ status: 'cancelled', refusal: 'absent', part: 1 })
  expect(await bench.available()).toBe(before)
})

test('a credit that the issuer rejects returns to the wallet at once, with its fee', async () => {
  const fees = await bench.world.operator('income.transfer_fees')
  const { to, id, before } = await made('status', { value: 404 })
  expect(await standOf(to)).toEqual(inWallet)
  expect(await bench.row(id)).toMatchObject({ status: 'cancelled', refusal: 'injected_fault' })
  expect([await bench.available(), await bench.world.operator('income.transfer_fees')]).toEqual([
    before,
    fees,
  ])
  expect((await bench.detail(id)).data).toMatchObject({
    refusal: 'injected_fault',
    steps: [{ step: 'reserved' }, { step: 'started' }, { step: 'released' }],
  })
})

test('while the float is too small the money stays reserved, and the card gets it later', async () => {
  const { clock, ids, apply } = bench.product.kernel
  const amountCents = (await bench.world.operator('issuer.unallocated')) - 40_000n
  const refId = ids.next()
  const facts = { reference: `load:${refId}`, refId, attempt: 1, amountCents, effectiveAt: clock.now() }
  await apply({ journals: [issuerTransferStarted(facts)] })
  const { to, id } = await made(null)
  expect(await bench.row(id)).toMatchObject({ status: 'pending', waits_for_float: true, part: 0 })
  expect(await bench.reserved()).toBe(50_000n)
  expect((await bench.detail(id)).data).toMatchObject({ card: { waitsForFloat: true }, canCancel: true })
  await apply({ journals: [issuerTransferRefused({ ...facts, effectiveAt: clock.now() })] })
  await bench.live(2 * minuteMs, minuteMs)
  expect(await standOf(to)).toEqual(onCard)
})

test('a card that is disabled before the release gets nothing, and the wallet has its money again', async () => {
  const { world } = bench
  const to = await bench.holder()
  await world.fund(world.lima, 50_000n)
  const id = await bench.make(to, { fromWallet: 'regular' })
  await bench.product.kernel.db.write(allTenants, (sql) =>
    sql.run('update card set enabled = false where id = $1', [to.card.id]),
  )
  await bench.release()
  expect(await bench.row(id)).toMatchObject({ status: 'cancelled', refusal: 'card_not_loadable', part: 0 })
  expect([await bench.available('regular'), await bench.reserved('regular')]).toEqual([50_000n, 0n])
})

test('money for a paused card waits for it, from both wallets, and returns when the pause is too long', async () => {
  const { world, product } = bench
  const to = await bench.holder()
  const pause = (reason: 'self' | 'admin' | null) =>
    product.kernel.db.write(allTenants, (sql) =>
      sql.run(`update card set status = $2, block_reason = $3, blocked_at = $4 where id = $1`, [
        to.card.id,
        reason ? 'blocked' : 'activated',
        reason,
        reason ? product.kernel.clock.now() : null,
      ]),
    )
  await world.fund(world.lima, 100_000n)
  await world.fund(world.lima, 60_000n, 'immediate')
  const regular = await bench.make(to, { fromWallet: 'regular' })
  const immediate = await bench.make(to)
  await pause('self')
  await product.settle()
  await bench.release()
  const waiting = { status: 'pending', waits_for_card: true, part: 0 }
  expect([await bench.row(regular), await bench.row(immediate)]).toMatchObject([waiting, waiting])
  expect((await bench.detail(immediate)).data).toMatchObject({
    card: { waitsForCard: true },
    canCancel: true,
  })
  await pause(null)
  await bench.live(6 * minuteMs, minuteMs)
  await bench.release()
  const done = { status: 'completed', waits_for_card: false, part: 1 }
  expect([await bench.row(regular), await bench.row(immediate)]).toMatchObject([done, done])
  expect(await bench.booked(to)).toBe(99_800n)

  const late = await bench.make(to, { fromWallet: 'regular' })
  await pause('admin')
  await bench.release()
  expect(await bench.row(late)).toMatchObject(waiting)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(`update wallet_transfer set made_at = made_at - interval '8 days' where id = $1`, [late]),
  )
  await bench.release()
  expect(await bench.row(late)).toMatchObject({ status: 'cancelled', refusal: 'card_not_loadable' })
})

test('a row that nothing explains stops the credit, and two people decide by the reference of the transfer', async () => {
  const { db, clock, ids } = bench.product.kernel
  const to = await bench.holder()
  const before = await bench.available()
  await bench.product.issuer.control('/foreign-adjustment', {
    cardId: to.card.issuerCardId,
    adjustment: '5.00',
  })
  const id = await bench.make(to)
  await bench.product.settle()
  const ref = publicRef('T', id)
  const reviews = await db.read(allTenants, listReviews)
  expect(reviews).toMatchObject([{ ref, status: 'crediting', reason: 'foreign_row', amountCents: 49_900n }])
  expect((await bench.detail(id)).data).toMatchObject({ status: 'pending', canCancel: false })
  await db.write(allTenants, async (sql) => {
    const at = clock.now()
    const { first, second } = bench.world
    await proposeDecision(sql, { ref, choice: 'return', rowId: null, by: first.userId, at, id: ids.next() })
    expect(await confirmDecision(sql, { ref, by: first.userId, at })).toBe(false)
    expect(await confirmDecision(sql, { ref, by: second.userId, at })).toBe(true)
  })
  await bench.product.settle()
  expect(await bench.row(id)).toMatchObject({ status: 'cancelled', refusal: 'decided_return' })
  expect([await bench.available(), await bench.booked(to)]).toEqual([before, 0n])
})

test('the oldest is released first, whether a load or a wallet pays', async () => {
  const { world } = bench
  const [first, second] = [await bench.holder(), await bench.holder()]
  await world.fund(world.lima, 100_000n)
  const ids = [
    await bench.make(first, { fromWallet: 'regular' }),
    await bench.make(second, { fromWallet: 'regular' }),
  ]
  await bench.release()
  const started = await bench.product.rows<{ wallet_transfer_id: string }>(
    `select wallet_transfer_id from issuer_transfer where wallet_transfer_id = any($1) order by id`,
    [ids as never],
  )
  expect(started.map(({ wallet_transfer_id }) => wallet_transfer_id)).toEqual(ids)
  await bench.live(10_000, 5000)
  expect([await bench.booked(first), await bench.booked(second)]).toEqual([49_900n, 49_900n])
})

test('a transfer whose credit cannot be started does not delay the others', async () => {
  const { world, product } = bench
  const { clock, apply } = product.kernel
  const [first, second] = [await bench.holder(), await bench.holder()]
  const regular = await bench.available('regular')
  await world.fund(world.lima, 100_000n)
  const broken = await bench.make(first, { fromWallet: 'regular' })
  const other = await bench.make(second, { fromWallet: 'regular' })
  // Another command has the key of its first call.
  const facts = { reference: `wload:${broken}`, refId: broken, attempt: 1, effectiveAt: clock.now() }
  await apply({ journals: [issuerTransferStarted({ ...facts, amountCents: 1n })] })
  await bench.release()
  expect(await bench.row(broken)).toMatchObject({ status: 'pending', part: 0 })
  await bench.live(10_000, 5000)
  expect(await bench.row(other)).toMatchObject({ status: 'completed' })
  expect(await bench.booked(second)).toBe(49_900n)
  expect((await bench.cancel(broken)).status).toBe(200)
  await apply({ journals: [issuerTransferRefused({ ...facts, amountCents: 1n })] })
  expect(await bench.available('regular')).toBe(regular + 50_000n)
})
