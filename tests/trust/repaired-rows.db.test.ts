import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** Rows that an earlier version left wrong, or without a column, are right after an upgrade. */
const sourceDir = join(import.meta.dirname, '../../server/src')
const later = [
  'ledger/migrations/0135-reference-companies.sql',
  'shares/migrations/0712-shares-left.sql',
  'shares/migrations/0717-pending-by-company.sql',
  'shares/migrations/0721-owed-parts.sql',
]
const ids = createIds(() => Date.now())
let database: TestDatabase
let owner: pg.Client

const upgrade = (from: string) =>
  migrate({ ownerUrl: database.ownerUrl, sourceDir: from, roles: existingTestRoles })

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const earlier = makeDataDir('repaired-rows')
  cpSync(sourceDir, earlier, { recursive: true })
  for (const file of later) rmSync(join(earlier, file))
  await upgrade(earlier)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('references are in the company of their account, and shares have what is left of them', async () => {
  const [oldCompany, company, person, account, operator] = Array.from({ length: 5 }, () => ids.next())
  await owner.query(
    `insert into account (id, traits, head, company_id, owner_id, code, currency, class, side, by_ref, passable, opened_at)
     values ($1, 2, '', $2, $3, 'load.pending', 'USD', 'L', 'C', true, false, now()),
       ($4, 2, '', null, null, 'fee.deferred', 'USD', 'L', 'C', true, false, now())`,
    [account, company, person, operator],
  )
  await owner.query(
    `insert into ref_balance (account_id, ref, balance, company_id, open_since)
     select $1::uuid, gen_random_uuid(), 5, c, now() from unnest($2::uuid[]) c
     union all select $3::uuid, gen_random_uuid(), 5, $4::uuid, now()`,
    [account, [oldCompany, company, null], operator, oldCompany],
  )
  await owner.query(
    `insert into share (id, company_id, owner_kind, owner_id, wallet_type, level, source_kind, source_id, amount_cents,
       undone_cents, undone_at, accepted_at)
     select gen_random_uuid(), $1::uuid, 'company', $1::uuid, 'regular', 1, 'load', gen_random_uuid(), 500, undone,
       case when undone = 500 then now() end, now() from unnest(array[0, 120, 500]) undone`,
    [company],
  )
  expect(await upgrade(sourceDir)).toBe(later.length)
  const references = await owner.query<{ company: string | null }>(
    `select distinct r.company_id as company, a.code from ref_balance r join account a on a.id = r.account_id order by a.code`,
  )
  expect(references.rows).toEqual([
    { company: null, code: 'fee.deferred' },
    { company, code: 'load.pending' },
  ])
  const shares = await owner.query('select left_cents from share order by 1')
  expect(shares.rows).toEqual([{ left_cents: 0n }, { left_cents: 380n }, { left_cents: 500n }])
})
