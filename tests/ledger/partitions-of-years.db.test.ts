import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { exportBook } from '../../server/src/ledger/book-export.ts'
import { importBook } from '../../server/src/ledger/book-import.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { hasJournal } from '../../server/src/ledger/operator-balances.ts'
import { proveEntry } from '../../server/src/ledger/proof.ts'
import { readStatement } from '../../server/src/ledger/reports.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { createLedgerWorld } from '../../server/src/treasury/ledger-world.test-kit.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { allowReversals, asOwner, funding, rowsOf, signNow } from './varied-book.test-kit.ts'

/**
 * The tables of the ledger that are partitioned by year: an upgrade leaves their rows, and a book whose journals are in
 * two partitions is one book.
 */
const sourceDir = join(import.meta.dirname, '../../server/src')
const key = signingKeyOf(randomBytes(32).toString('base64'))
const folder = makeDataDir('partitions-of-years')
const yearly = ['journal', 'journal_detail', 'posting', 'wallet_line', 'signed_entry']
const at = new Date('2026-11-20T15:00:00Z')
let ledger: TestLedger
/** Of the earlier year. */
let paidIn: Journal
let paidInId: string

const upgrade = (from: string) =>
  migrate({ ownerUrl: ledger.ownerUrl, sourceDir: from, roles: existingTestRoles })
const earlierVersion = () => {
  const copy = join(folder, 'before')
  cpSync(sourceDir, copy, { recursive: true })
  // The last one changes what the one before it has written.
  for (const name of [
    'kernel/migrations/0019-partitions-of-years',
    'ledger/migrations/0131-partitions-of-years',
    'ledger/migrations/0137-keys-of-replays',
    'audit/migrations/0138-audit-changes',
    'audit/migrations/0139-audit-chain',
    'audit/migrations/0140-audit-archive',
  ])
    for (const end of ['sql', 'check.sql']) rmSync(join(copy, `${name}.${end}`))
  return copy
}
const capital = () =>
  capitalContributed({
    id: ledger.ids.next(),
    amountCents: 900n,
    effectiveAt: at,
    detail: { reason: 'Start' },
  })
const post = async (journal: Journal): Promise<string> => {
  const posted = await ledger.post(journal)
  if (posted.outcome !== 'posted') throw new Error(posted.outcome)
  return posted.journalIds[0] ?? ''
}
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await ledger.owner.query<Row>(text, values)).rows
const partitionsOf = async (table: string) =>
  (
    await query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(({ name }) => name)
/** The partitions that have rows, by table. */
const filled = async () => {
  const found: Record<string, string[]> = {}
  for (const table of yearly) {
    const rows = await query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from ${table} order by 1`,
    )
    found[table] = rows.map(({ name }) => name)
  }
  return found
}
const findings = (of: TestLedger) =>
  of.db.read(allTenants, async (sql) => [
    ...(await checkBook(sql)),
    ...(await checkBook(sql, 1)),
    ...(await checkBlocks(sql, key.publicKeyPem)),
  ])

beforeAll(async () => {
  const database = await createTestDatabase({ isEmpty: true })
  await migrate({ ownerUrl: database.ownerUrl, sourceDir: earlierVersion(), roles: existingTestRoles })
  ledger = await createTestLedger(database)
  await postOneLoad(ledger)
  paidIn = capital()
  paidInId = await post(paidIn)
  await signNow(ledger, key)
  // This journal waits for the next block.
  await post(capital())
})
afterAll(async () => {
  await ledger.end()
  rmSync(folder, { recursive: true, force: true })
})

test('an upgrade copies no row, and gives each journal its key', async () => {
  const files = (names: readonly string[]) =>
    query(`select pg_relation_filenode(n::regclass) as file from unnest($1::text[]) n`, [names])
  const count = await ledger.count('journal')
  const before = await files(yearly)
  expect(await upgrade(sourceDir)).toBe(6)
  expect(await files(yearly.map((table) => `${table}_first`))).toEqual(before)
  expect(await filled()).toEqual(Object.fromEntries(yearly.map((table) => [table, [`${table}_first`]])))
  expect(await ledger.count('journal_key')).toBe(count)
  expect(await findings(ledger)).toEqual([])
})

/** Ends the first partition now, as the end of a year does, so that what follows is in the next one. */
const startNextPartition = async (table: string, boundary: string) => {
  const [end] = await query<{ id: string }>(`select partition_end('${table}_first') as id`)
  const [bound] = await query<{ text: string }>(`select partition_bound($1::regclass, $2) as text`, [
    table,
    boundary,
  ])
  const start = table === 'signed_entry' ? 'minvalue, minvalue' : 'minvalue'
  await query(`alter table ${table} detach partition ${table}_first`)
  await query(
    `alter table ${table} attach partition ${table}_first for values from (${start}) to (${bound?.text})`,
  )
  await query(`select make_partition($1::regclass, $2, $3, $4)`, [table, `${table}_next`, boundary, end?.id])
}

test('journals of the next year are in its partition, and both years are one book', async () => {
  const boundary = ledger.ids.next()
  for (const table of yearly) await startNextPartition(table, boundary)
  await post(capital())
  const world = createLedgerWorld(ledger)
  await world.step({ do: 'fund', amountCents: 900_00n })
  await world.step({ do: 'load', grossCents: 100_00n, spreadCents: 150n, speed: 'regular' })
  expect(world.surprises).toEqual([])
  await signNow(ledger, key)
  await post(capital())
  expect(await filled()).toEqual(
    Object.fromEntries(yearly.map((table) => [table, [`${table}_first`, `${table}_next`]])),
  )
  expect(await findings(ledger)).toEqual([])
})

test('the chain and the statement of an account go over the end of the year', async () => {
  const account = { code: 'equity.capital' }
  const read = (beforeSeq: bigint | undefined, limit: number) =>
    ledger.db.read(allTenants, (sql) =>
      readStatement(sql, { account, limit, ...(beforeSeq === undefined ? {} : { beforeSeq }) }),
    )
  const whole = await read(undefined, 10)
  expect(whole.map(({ seq, after }) => [seq, after])).toEqual([
    [4n, 3600n],
    [3n, 2700n],
    [2n, 1800n],
    [1n, 900n],
  ])
  const pages = []
  for (let last: bigint | undefined; ;) {
    const page = await read(last, 1)
    if (page.length === 0) break
    pages.push(...page)
    last = page.at(-1)?.seq
  }
  expect(pages).toEqual(whole)
})

test('journals of both years have a proof', async () => {
  const signed = await query<{ id: string; name: string }>(
    `select id, tableoid::regclass::text as name from signed_entry where kind = 'j'`,
  )
  expect(new Set(signed.map(({ name }) => name))).toEqual(
    new Set(['signed_entry_first', 'signed_entry_next']),
  )
  for (const { id } of signed) {
    const proof = await ledger.db.read(allTenants, (sql) =>
      proveEntry(sql, { id, reader: {}, publicKey: key.publicKeyPem }),
    )
    expect(proof?.opened.length).toBeGreaterThan(1)
  }
})

test('a key of the earlier year is known in the next one', async () => {
  const count = await ledger.count('journal')
  expect(await ledger.post(paidIn)).toEqual({ outcome: 'replayed', journalIds: [paidInId] })
  expect(await ledger.post({ ...paidIn, command: 'other' })).toEqual({ outcome: 'idempotency_conflict' })
  const inBook = (keys: string[]) => ledger.db.read(allTenants, (sql) => hasJournal(sql, keys))
  expect(await inBook(['capital:unknown', paidIn.key])).toBe(true)
  expect(await inBook(['capital:unknown'])).toBe(false)
  // The key stays when the journal itself is gone, and is not used again.
  await query(`create temp table gone as select * from journal where id = '${paidInId}'`)
  const withoutTriggers = (change: string) =>
    query(`begin; set local session_replication_role = replica; ${change}; commit`)
  await withoutTriggers('delete from journal using gone where journal.id = gone.id')
  expect(await ledger.post(paidIn)).toEqual({ outcome: 'idempotency_conflict' })
  expect(await ledger.count('journal')).toBe(count - 1)
  await withoutTriggers('insert into journal select * from gone')
})

test('a journal of the earlier year is reversed once, and only one that exists', async () => {
  await allowReversals(ledger)
  const back = (reverses: string, command = paidIn.command): Journal => ({
    ...paidIn,
    key: `${paidIn.key}:reversed`,
    command,
    reverses,
    legs: paidIn.legs.map((leg) => ({ ...leg, amount: -leg.amount })),
  })
  expect(await ledger.post(back(ledger.ids.next()))).toEqual({ outcome: 'not_reversible' })
  const [first, second] = await Promise.all([ledger.post(back(paidInId)), ledger.post(back(paidInId))])
  expect([first.outcome, second.outcome].toSorted()).toEqual(['posted', 'replayed'])
  expect(await ledger.post(back(paidInId, 'another'))).toEqual({ outcome: 'idempotency_conflict' })
  expect(await findings(ledger)).toEqual([])
})

test('the book of both years is the same after export and import', async () => {
  await signNow(ledger, key)
  const file = join(folder, 'book.jsonl')
  await exportBook(ledger.db, { file, at: ledger.clock.realNow() })
  const other = await createTestLedger()
  try {
    const imported = await asOwner(other, (db) =>
      importBook(db, { file, publicKey: key.publicKeyPem, exportedBlocks: null }),
    )
    expect(imported.findings).toEqual([])
    expect(await rowsOf(other)).toEqual(await rowsOf(ledger))
    expect(await other.post(paidIn)).toEqual({ outcome: 'replayed', journalIds: [paidInId] })
    expect(await other.post(funding(other))).toMatchObject({ outcome: 'posted' })
  } finally {
    await other.end()
  }
})

/** What a table has, without its own name. */
const rulesOf = async (table: string) => {
  const rules = await query<{ rule: string }>(
    `select 'index ' || replace(pg_get_indexdef(indexrelid), indexrelid::regclass::text, '') as rule from pg_index
       where indrelid = $1::regclass
     union all select 'rule ' || contype::text || pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass
       and contype <> 'f'
     union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal
     union all select 'walled' from pg_class where oid = $1::regclass and relrowsecurity
     union all select 'right of ' || g.grantee::regrole from pg_class c, aclexplode(c.relacl) g
       where c.oid = $1::regclass and g.grantee <> c.relowner`,
    [table],
  )
  return rules.map(({ rule }) => rule.replaceAll(table, '')).toSorted()
}

test.each(yearly)(
  'a year that is created later has all that the first partition of %s has',
  async (table) => {
    const before = await partitionsOf(table)
    const [made] = await query<{ made: boolean }>(
      `select add_partition($1::regclass, now() + interval '2 years') as made`,
      [table],
    )
    expect(made).toEqual({ made: true })
    const added = (await partitionsOf(table)).filter((name) => !before.includes(name))
    expect(added).toEqual([expect.stringMatching(/_20\d\d$/)])
    const rules = await rulesOf(`${table}_first`)
    expect(rules.join()).toContain('walled')
    expect(rules.join()).toContain('PRIMARY KEY')
    expect(await rulesOf(added[0] ?? '')).toEqual(rules)
    expect(await rulesOf(`${table}_other`)).toEqual(rules)
  },
)

test('nobody changes a partition, or reads it beside its table', async () => {
  for (const table of yearly) {
    for (const partition of await partitionsOf(table)) {
      for (const change of [`delete from ${partition}`, `truncate ${partition}`])
        await expect(query(change)).rejects.toThrow(/is history|referenced in a foreign key/)
      const asApp = ledger.db.read(allTenants, (sql) => sql.rows(`select 1 from ${partition}`))
      await expect(asApp).rejects.toMatchObject({ code: '42501' })
    }
  }
})

test('the indexes by journal of keys and of every partition are brought up to date', async () => {
  const other = await createTestLedger()
  try {
    const nextYear = createIds(() => Date.UTC(new Date().getUTCFullYear() + 1, 5, 15)).next()
    const put = (id: string) =>
      other.owner.query(
        `insert into posting (account_id, seq, journal_id, amount, balance_after, effective_at, hash)
         select $1, n, $1, 1, n, now(), '' from generate_series(1, 10000) n`,
        [id],
      )
    for (const id of [other.ids.next(), nextYear]) await put(id)
    await other.owner.query(
      `insert into journal_key (key, journal_id) select journal_key_of(n::text), $1 from generate_series(1, 10000) n`,
      [nextYear],
    )
    await other.signerDb.write(allTenants, (sql) => sql.run('select summarize_postings()'))
    const { rows } = await other.owner.query<{ name: string; ranges: number }>(
      `select indrelid::regclass::text as name, brin_summarize_new_values(indexrelid) as ranges
       from pg_index join pg_class c on c.oid = indexrelid and c.relkind = 'i'
       where pg_get_indexdef(indexrelid) like '% USING brin (journal_id) %' and pg_relation_size(indrelid) > 0 order by 1`,
    )
    expect(rows).toEqual(
      ['journal_key', expect.stringMatching(/^posting_20/), 'posting_first'].map((name) => ({
        name,
        ranges: 0,
      })),
    )
  } finally {
    await other.end()
  }
})
