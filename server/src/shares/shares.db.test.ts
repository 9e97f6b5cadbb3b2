import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { guardedSet, guardedUpdate } from '../kernel/guarded-update.ts'
import { createTestLedger, type TestLedger } from '../ledger/ledger.test-kit.ts'
import { sumPendingShares, newShare, undoShare } from './shares.sql.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
})
afterAll(() => ledger.end())

const share = (of: { ownerId?: string; amountCents: bigint; sourceKind?: 'load' | 'topup' }) => ({
  id: ledger.ids.next(),
  companyId: ledger.ids.next(),
  ownerKind: 'company' as const,
  ownerId: ledger.ids.next(),
  walletType: 'regular' as const,
  level: 1,
  sourceKind: 'load' as const,
  sourceId: ledger.ids.next(),
  acceptedAt: ledger.clock.now(),
  dueAt: ledger.clock.now(),
  ...of,
})
const insert = async (row: ReturnType<typeof share>) => {
  expect(await ledger.apply({ rows: [newShare(row)] })).toMatchObject({ outcome: 'posted' })
  return { id: row.id, amountCents: row.amountCents, undoneCents: 0n, owedLeftCents: 0n, settlementId: null }
}
const pending = async (ownerId: string) =>
  (await ledger.db.read(allTenants, (sql) => sumPendingShares(sql, ownerId))).map(
    ({ amountCents, count }) => [amountCents, count],
  )
const undo = (of: Parameters<typeof undoShare>[0], cents: bigint) =>
  ledger.apply({ updates: undoShare(of, cents, ledger.clock.now()) })

test('a share of a load or a top-up is pending with what is left of it', async () => {
  const row = share({ amountCents: 500n })
  const read = await insert(row)
  const topUp = share({ ownerId: row.ownerId, amountCents: 70n, sourceKind: 'topup' })
  await insert({ ...topUp, dueAt: row.dueAt })
  expect(await pending(row.ownerId)).toEqual([[570n, 2]])
  expect(await undo(read, 120n)).toMatchObject({ outcome: 'posted' })
  expect(await pending(row.ownerId)).toEqual([[450n, 2]])
  expect(await undo({ ...read, undoneCents: 120n }, 380n)).toMatchObject({ outcome: 'posted' })
  expect(await pending(row.ownerId)).toEqual([[70n, 1]])
})

test('more than is left is a bug of the caller', async () => {
  const read = await insert(share({ amountCents: 500n }))
  for (const cents of [-1n, 501n])
    expect(() => undoShare(read, cents, ledger.clock.now())).toThrow(RangeError)
  expect(() => undoShare({ ...read, undoneCents: 499n }, 2n, ledger.clock.now())).toThrow(RangeError)
})

test('nothing of a share is taken back by no update', async () => {
  const row = share({ amountCents: 500n })
  const read = await insert(row)
  expect(undoShare(read, 0n, ledger.clock.now())).toEqual([])
  expect(undoShare({ ...read, undoneCents: 500n }, 0n, ledger.clock.now())).toEqual([])
  expect(await undo(read, 0n)).toMatchObject({ outcome: 'posted' })
  expect(await pending(row.ownerId)).toEqual([[500n, 1]])
})

/** Pays all due shares of an owner, as a settlement does. */
const settle = (ownerId: string, read: { count: number; leftCents: bigint }) =>
  ledger.apply({
    sets: [
      guardedSet({
        table: 'share',
        where: { ownerId, walletType: 'regular', settlementId: null, undoneAt: null },
        until: { dueAt: ledger.clock.now() },
        count: read.count,
        sum: { column: 'leftCents', is: read.leftCents },
        set: { settlementId: ledger.ids.next() },
      }),
    ],
  })

test('a settlement that read the shares before a part was taken back is refused', async () => {
  const ownerId = ledger.ids.next()
  const read = await insert(share({ ownerId, amountCents: 600n }))
  await insert(share({ ownerId, amountCents: 400n }))
  expect(await undo(read, 120n)).toMatchObject({ outcome: 'posted' })
  expect(await settle(ownerId, { count: 2, leftCents: 1000n })).toMatchObject({
    outcome: 'guard_failed',
    table: 'share',
  })
  expect(await settle(ownerId, { count: 2, leftCents: 880n })).toMatchObject({ outcome: 'posted' })
  expect(await pending(ownerId)).toEqual([])
})

test('of two that read the same share, one takes its part back', async () => {
  const read = await insert(share({ amountCents: 500n }))
  const outcomes = await Promise.all([undo(read, 500n), undo(read, 400n), undo(read, 1n)])
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    'guard_failed',
    'guard_failed',
    'posted',
  ])
})

test('a share that was settled meanwhile is not taken back: it is owed', async () => {
  const read = await insert(share({ amountCents: 500n }))
  const settled = guardedUpdate({
    table: 'share',
    id: read.id,
    from: { settlementId: null },
    set: { settlementId: ledger.ids.next() },
  })
  expect(await ledger.apply({ updates: [settled] })).toMatchObject({ outcome: 'posted' })
  expect(await undo(read, 1n)).toMatchObject({ outcome: 'guard_failed' })
})

test('the database refuses a share of which more is taken back than it has', async () => {
  const { id } = await insert(share({ amountCents: 500n }))
  for (const change of ['undone_cents = 501', 'undone_cents = -1', 'undone_cents = 500', 'undone_at = now()'])
    await expect(ledger.owner.query(`update share set ${change} where id = $1`, [id])).rejects.toThrow(
      'share_undone_in_parts',
    )
})

test('any parts that are taken back add up to what is missing', async () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 200n }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(parts, async (wanted) => {
      const row = share({ amountCents: 500n })
      const read = await insert(row)
      let undoneCents = 0n
      for (const cents of wanted) {
        if (undoneCents + cents > 500n) continue
        expect(await undo({ ...read, undoneCents }, cents)).toMatchObject({ outcome: 'posted' })
        undoneCents += cents
      }
      expect(await pending(row.ownerId)).toEqual(undoneCents === 500n ? [] : [[500n - undoneCents, 1]])
    }),
    { numRuns: 20 },
  )
})
