import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Queries } from '../../server/src/kernel/queries.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { readLastBlock } from '../../server/src/ledger/blocks.sql.ts'
import { checkEntries, readLeaves, readQueue } from '../../server/src/ledger/entries.sql.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { proveEntry } from '../../server/src/ledger/proof.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'

/** What signing, checking and proving read, in pages of the database. */
const key = signingKeyOf(randomBytes(32).toString('base64'))
let ledger: TestLedger
let app: pg.Client
let filled = 0

beforeAll(async () => {
  ledger = await createTestLedger()
  await ledger.post(
    capitalContributed({ id: ledger.ids.next(), amountCents: 5n, effectiveAt: ledger.clock.now() }),
  )
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  await app.query(`set app.scope = 'all'`)
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

/** Journals of the last minutes, each with a leg on both accounts, in the order of their ids. */
const fill = `
  with made as materialized (
    select g, (lpad(to_hex((extract(epoch from now()) * 1000)::int8 - 600000 + g), 12, '0') || '70008000'
      || lpad(to_hex(g), 12, '0'))::uuid as id
    from generate_series($1::int, $2::int) g
  ), journals as (
    insert into journal (id, idem, command_hash, kind, effective_at, recorded_at)
    select id, 'capital:' || g, sha256(''), 'capital.contributed', now(), now() from made
  ), legs as (
    insert into posting (account_id, seq, journal_id, amount, balance_after, effective_at, hash)
    select a.id, 10 + m.g, m.id, 1, 1, now(), sha256(uuid_send(m.id))
    from made m cross join account a order by m.id
  )
  insert into unsigned_entry (at, id, kind) select now(), id, 'j' from made order by g`
const fillTo = async (size: number) => {
  await ledger.owner.query(fill, [filled + 1, size])
  filled = size
}
const sign = async () => {
  const { db, signerDb, clock } = ledger
  await createBlockSigner({ db, signerDb, clock, key }).signNow()
  await ledger.owner.query('vacuum (analyze) journal, posting, signed_entry, unsigned_entry, block')
}

type PlanRow = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }
/** Pages that the statements of a function read, with those of the database's own functions. */
const pagesOf = async (use: (sql: Queries) => Promise<unknown>): Promise<number> => {
  let pages = 0
  const sql = new Queries({
    query: async ({ text, values }) => {
      const explained = await app.query<PlanRow>(`explain (analyze, buffers, format json) ${text}`, values)
      const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
      pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      return app.query(text, values)
    },
  })
  await use(sql)
  return pages
}

const measure = async () => {
  const { rows } = await ledger.owner.query<{ id: string; number: bigint }>(
    `select id, number from signed_entry order by number desc offset 700 limit 1`,
  )
  const { id = '', number = 0n } = rows[0] ?? {}
  const waiting = filled + 50
  const checked = await pagesOf((sql) =>
    checkEntries(sql, { firstNumber: number, lastNumber: number + 499n }),
  )
  const proved = await pagesOf((sql) => proveEntry(sql, { id, reader: {}, publicKey: key.publicKeyPem }))
  await fillTo(waiting)
  const signed = await pagesOf(async (sql) => {
    await readLastBlock(sql)
    const queue = await readQueue(sql)
    expect(
      await readLeaves(
        sql,
        queue.map((each) => ({ ...each, salt: randomBytes(16) })),
      ),
    ).toHaveLength(50)
  })
  return { checked, proved, signed }
}

test('signing, the check of signed entries and a proof read a small part of a book, at any size', async () => {
  await fillTo(2_000)
  await sign()
  // The first time a session also reads the catalogs of the database.
  await measure()
  for (const size of [12_000, 36_000]) {
    await fillTo(size)
    await sign()
    const { rows } = await ledger.owner.query<{ pages: number }>(
      `select (sum(pg_relation_size(p.relid)) / 8192)::int as pages
       from unnest(array['journal', 'posting', 'signed_entry']) t, pg_partition_tree(t::regclass) p where p.isleaf`,
    )
    const pages = rows[0]?.pages ?? 0
    expect(pages).toBeGreaterThan(size / 20)
    const { checked, proved, signed } = await measure()
    // 500 of the entries are checked, one is proved, and 50 are signed.
    expect([size, checked, proved, signed, pages].join(' ')).toSatisfy(
      () => checked < pages * 0.7 && proved < pages / 6 && signed < pages / 3,
    )
  }
})
