import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { houseId } from '../companies/company.ts'

/** What the table of transfers refuses, whoever writes it. */
let database: TestDatabase
let owner: pg.Client
const idAt = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const personId = idAt(900)

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`alter table wallet_transfer drop constraint wallet_transfer_requested_by_fkey`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const usual = {
  id: idAt(1),
  company_id: houseId,
  kind: 'transfer',
  status: 'completed',
  from_owner_id: idAt(101),
  from_kind: 'company',
  to_owner_id: idAt(102),
  to_kind: 'company',
  wallet: 'regular',
  total_cents: '500000',
  fee_cents: '1000',
  net_cents: '499000',
  from_seq: '4',
  reason: 'Advance',
  requested_by: personId,
  made_at: '2026-11-20T15:00:00Z',
}
const insert = (change: Readonly<Record<string, string>> = {}) => {
  const row = { ...usual, ...change }
  const names = Object.keys(row)
  const numbers = names.map((_, index) => `$${index + 1}`).join(', ')
  return owner.query(
    `insert into wallet_transfer (${names.join(', ')}) values (${numbers})`,
    Object.values(row),
  )
}
const back = {
  kind: 'reversal',
  reversal_of: idAt(1),
  total_cents: '499000',
  fee_cents: '-1000',
  net_cents: '500000',
}

test('a transfer is consistent in itself: sides, amounts, kind and state', async () => {
  const wrong = [
    { to_owner_id: idAt(101) },
    { total_cents: '0', fee_cents: '0', net_cents: '0' },
    { net_cents: '499001' },
    { fee_cents: '-1000', net_cents: '501000' },
    { total_cents: '1000', fee_cents: '1000', net_cents: '0' },
    { wallet: 'other' },
    { from_seq: '0' },
    { kind: 'reversal' },
    { reversal_of: idAt(1) },
  ]
  for (const change of wrong) await expect(insert({ id: idAt(50), ...change })).rejects.toThrow(/violates/)
  await expect(insert({ id: idAt(51), status: 'reversed' })).rejects.toThrow()
  await insert()
})

test('a transfer is returned once, its state never goes back, and a transfer back is never returned', async () => {
  await insert({ id: idAt(2), ...back })
  await expect(insert({ id: idAt(3), ...back })).rejects.toThrow(/wallet_transfer_reversed_once/)
  await expect(insert({ id: idAt(4), ...back, fee_cents: '1000', net_cents: '498000' })).rejects.toThrow(
    /violates/,
  )
  await owner.query(`update wallet_transfer set status = 'reversed' where id = $1`, [idAt(1)])
  await expect(
    owner.query(`update wallet_transfer set status = 'completed' where id = $1`, [idAt(1)]),
  ).rejects.toThrow()
  await expect(
    owner.query(`update wallet_transfer set status = 'reversed' where id = $1`, [idAt(2)]),
  ).rejects.toThrow()
})

test('what a holder sent since an instant is without transfers back and without what was returned', async () => {
  await insert({ id: idAt(10), from_owner_id: idAt(201) })
  await insert({ id: idAt(11), from_owner_id: idAt(201), made_at: '2026-11-19T23:59:59.999Z' })
  const sent = async () => {
    const { rows } = await owner.query<{ cents: bigint | string }>(
      `select sent_since($1, '2026-11-20T00:00:00Z') as cents`,
      [idAt(201)],
    )
    return BigInt(rows[0]?.cents ?? -1)
  }
  expect(await sent()).toBe(500_000n)
  await owner.query(`update wallet_transfer set status = 'reversed' where id = $1`, [idAt(10)])
  expect(await sent()).toBe(0n)
})
