import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { sumNextPostings } from '../../server/src/ledger/reports.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { existingTestRoles } from '../support/test-roles.ts'

/** A publication of all tables, as a copy by logical replication to another server has. */
let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
  await ledger.owner.query('create publication everything for all tables')
})
afterAll(() => ledger.end())

/**
 * A row of such a table cannot be changed or removed while a publication has the table: it has no identity, or a generated
 * column, which is not published, is in it.
 */
const withoutIdentity = `
  select c.oid::regclass::text as name from pg_class c
  left join pg_index i on i.indrelid = c.oid and case c.relreplident when 'd' then i.indisprimary else i.indisreplident end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (i.indexrelid is null and c.relreplident <> 'f' or exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attgenerated <> '' and (c.relreplident = 'f' or a.attnum = any (i.indkey))))
  order by 1`

test('every table whose rows are changed or removed has a replica identity', async () => {
  const onlyAddedTo = ['posting', 'signed_entry', 'wallet_line'].map((name) => ({ name }))
  expect((await ledger.owner.query<{ name: string }>(withoutIdentity)).rows).toEqual(onlyAddedTo)
})

test('the ledger posts, signs, sums and forgets while all tables are published', async () => {
  await postOneLoad(ledger)
  const key = signingKeyOf(randomBytes(32).toString('base64'))
  const { db, signerDb, clock } = ledger
  await createBlockSigner({ db, signerDb, clock, key }).signNow()
  expect(await ledger.count('unsigned_entry')).toBe(0)
  await ledger.owner.query('update total_progress set wait_minutes = -60')
  // The second time adds to the totals that the first one has made.
  for (const hasMore of [true, false])
    expect(await db.write(allTenants, (sql) => sumNextPostings(sql, 3))).toBe(hasMore)
  expect(await ledger.count('daily_total')).toBeGreaterThan(0)
  await ledger.owner.query(`update ref_balance set open_since = now() - interval '91 days'`)
  const forgotten = await db.write(allTenants, (sql) =>
    sql.one<{ count: number }>('select forget_zero_references() as count'),
  )
  expect(forgotten.count).toBeGreaterThan(0)
  await ledger.owner.query(`update ledger_batch set id = '00000000-0000-7000-8000-000000000001' where id =
    (select id from ledger_batch limit 1)`)
  const batches = await ledger.count('ledger_batch')
  await signerDb.write(allTenants, (sql) => sql.run('select forget_batches($1)', [ledger.ids.next()]))
  expect(await ledger.count('ledger_batch')).toBe(batches - 1)
  // A start writes the generated tables again.
  await ledger.owner.query(
    'comment on table status_transition is null; comment on table journal_kind is null',
  )
  const sourceDir = join(import.meta.dirname, '../../server/src')
  await migrate({ ownerUrl: ledger.ownerUrl, sourceDir, roles: existingTestRoles })
})
