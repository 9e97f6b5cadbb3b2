import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/**
 * Every table of tenants has an index that begins with the company or with the person, because queries read
 * it by one of them. The exceptions are listed here with the key of their queries.
 */
const askedOtherwise: Readonly<Record<string, string>> = {
  archived_quote: 'address',
  card_call: 'card_id',
  challenge: 'session_id',
  company: 'parent_id',
  credit_decision: 'issuer_transfer_id',
  download: 'token_hash',
  identity_finding: 'first_at',
  issuer_history_row: 'issuer_card_id',
  issuer_transfer: 'load_id',
  kyc_attempt: 'case_id',
  kyc_event: 'case_id',
  kyc_session: 'provider',
  kyc_step: 'case_id',
  // of the whole book, newest first
  ledger_break: 'at',
  load_history: 'load_id',
  // its id is the person's
  load_limit_use: 'id',
  load_refund: 'load_id',
  notified_event: 'event_id',
  payment_break: 'at',
  posting: 'account_id',
  proof_use: 'proof_hash',
  ref_balance: 'account_id',
  session_token: 'token_hash',
  step_up_grant: 'grant_hash',
  wallet_check: 'load_id',
}
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

type Index = { readonly table: string; readonly name: string; readonly columns: readonly string[] }
/**
 * Indexes over all rows of the tables with a company; partial indexes serve a single query and are left out.
 */
const indexesOfTenants = `select c.oid::regclass::text as "table", i.indexrelid::regclass::text as name,
    array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where k.number > 0 order by k.place) as columns
  from pg_class c join pg_index i on i.indrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (i.indpred is null or i.indpred::text like '%NULLTEST%')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
  order by 1, 2`
const readIndexes = async () => (await owner.query<Index>(indexesOfTenants)).rows
const persons = ['user_id', 'owner_id', 'actor_id']

/** Tables without an index that begins with the company or the person. */
const withoutBoth = (indexes: readonly Index[]): string[] => {
  const firsts = Map.groupBy(indexes, ({ table }) => table)
  return [...firsts].flatMap(([table, each]) =>
    each.some(({ columns: [first = ''] }) => first === 'company_id' || persons.includes(first))
      ? []
      : [table],
  )
}

test('a table of tenants has an index that begins with the company or the person, or is named with another', async () => {
  const indexes = await readIndexes()
  expect(withoutBoth(indexes)).toEqual(Object.keys(askedOtherwise))
  for (const [table, column] of Object.entries(askedOtherwise)) {
    const firsts = indexes.filter((each) => each.table === table).map(({ columns }) => columns[0])
    expect(firsts, table).toContain(column)
  }
})

test('an index that holds the company begins with it, or with the person', async () => {
  const late = (await readIndexes()).filter(
    ({ columns: [first = '', ...others] }) => others.includes('company_id') && !persons.includes(first),
  )
  expect(late).toEqual([])
})

test('a table that lost its index by company is found out', async () => {
  for (const { table, name, columns } of await readIndexes())
    if (table === 'card' && ['company_id', ...persons].includes(columns[0] ?? ''))
      await owner.query(`drop index ${name}`)
  expect(withoutBoth(await readIndexes())).toContain('card')
})
