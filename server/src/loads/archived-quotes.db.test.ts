import pg from 'pg'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { archiveQuotes } from './archived-quotes.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'

/** Unpaid quotes leave the table of loads after 400 days, and are restored when money arrives later. */
const dayMs = 24 * 3_600_000

let bench: LoadBench
let person: BenchPerson
let quotes: Record<'expired' | 'cancelled' | 'dusted' | 'paid', LoadBody>
beforeAll(async () => {
  bench = await startLoadBench()
  person = await bench.person()
  quotes = {
    expired: await bench.quote(person),
    cancelled: await bench.quote(person, { asset: 'USDT' }),
    dusted: await bench.quote(person, { amount: '120' }),
    paid: await bench.quote(person, { amount: '100' }),
  }
  await person.browser.post(`/loads/${quotes.cancelled.id}/cancel`, {})
  await bench.pay(quotes.dusted, '0.001', 'USDT')
  await bench.pay(quotes.paid)
  await bench.finalise()
  await bench.pass(45 * bench.minuteMs)
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const namesIn = async (table: 'load' | 'archived_quote' | 'load_history') => {
  const column = table === 'load_history' ? 'load_id' : 'id'
  const rows = await bench.product.rows<{ id: string }>(`select distinct ${column} as id from ${table}`)
  const found = new Set(rows.map(({ id }) => id))
  return Object.entries(quotes).flatMap(([name, { id }]) => (found.has(id) ? [name] : []))
}
const readLine = (quote: LoadBody) =>
  bench.product.rows<{ status: string }>(
    'select status, at from load_history where load_id = $1 order by id',
    [quote.id],
  )
const archiveBefore = (before: Date) =>
  bench.product.kernel.db.write(allTenants, (sql) => archiveQuotes(sql, before))
const archiveNow = () => archiveBefore(bench.product.kernel.clock.now())

test('a quote is archived 400 days after its end, if nothing ever arrived at its address', async () => {
  const lines = [await readLine(quotes.expired), await readLine(quotes.cancelled)]
  expect(lines.map((each) => each.map(({ status }) => status))).toEqual([
    ['quoted', 'expired'],
    ['quoted', 'cancelled'],
  ])
  await bench.pass(399 * dayMs)
  expect(await namesIn('archived_quote')).toEqual([])
  // A later day from the caller does not change that.
  expect([await archiveNow(), await archiveBefore(new Date('9999-01-01T00:00:00Z'))]).toEqual([0, 0])
  await bench.pass(2 * dayMs)
  expect(await namesIn('archived_quote')).toEqual(['expired', 'cancelled'])
  expect(await namesIn('load')).toEqual(['dusted', 'paid'])
  expect(await namesIn('load_history')).toEqual(['dusted', 'paid'])
  const gone = await person.browser.get(`/loads/${quotes.expired.id}`)
  expect(gone.status).toBe(404)
})

test('nobody is paid at a payment address of ours, also when its quote is archived', async () => {
  const payer = await bench.person()
  const whose = { userId: payer.userId, companyId: payer.card.companyId }
  await storePasskey(bench.product.kernel, whose)
  const load = await bench.quote(payer)
  await bench.pass(33 * bench.minuteMs)
  await bench.pay(load)
  await bench.finalise()
  for (const [n, address] of [quotes.expired.address, quotes.dusted.address].entries()) {
    const path = `/loads/${load.id}/refund`
    const headers = { 'idempotency-key': `refund-to-our-address-${n}` }
    const { body } = await payer.browser.post<StepUpRequest>(path, { address }, { headers })
    const grant = await grantOperation(bench.product.kernel, whose, body.data)
    const answer = await payer.browser.post(path, { address }, { headers: { ...headers, 'step-up': grant } })
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ errors: { address: [expect.stringMatching(/belongs to us/)] } }),
    ])
  }
  expect((await bench.read(payer, load)).status).toBe('review')
})

test('money that arrives after that is late, and the payer chooses its resolution', async () => {
  await bench.pay(quotes.expired)
  await bench.pay(quotes.cancelled, quotes.cancelled.due, 'USDT')
  await bench.finalise()
  expect(await namesIn('archived_quote')).toEqual([])
  for (const quote of [quotes.expired, quotes.cancelled]) {
    const seen = await bench.read(person, quote)
    const { id, address, due, net } = quote
    expect(seen).toMatchObject({ id, address, due, net, status: 'review', exception: 'late', received: due })
    expect(seen.resolutions.map(({ kind }) => kind)).toContain('refund')
  }
  const statuses = (await readLine(quotes.cancelled)).map(({ status }) => status)
  expect(statuses).toEqual(['quoted', 'cancelled', 'review'])
})

test('a restored load is not archived again, and an open quote never is', async () => {
  const open = await bench.quote(person)
  bench.advance(500 * dayMs)
  await bench.storeTime()
  expect(await archiveNow()).toBe(0)
  expect((await bench.stateOf(open))?.status).toBe('quoted')
})

/** Unpaid quotes of earlier years, `count` of them, in the table of loads. */
const fillOldQuotes = (count: number, name: string) =>
  bench.asOwner(`
    alter table load disable trigger status_of_insert;
    insert into load select made.* from load, generate_series(1, ${count}) place,
      jsonb_populate_record(null::load, to_jsonb(load) || jsonb_build_object('id', gen_random_uuid(),
        'ref', 'L-${name}-' || place, 'address', '0x${name}' || place, 'status', 'expired')) made
      where load.id = '${quotes.dusted.id}';
    alter table load enable trigger status_of_insert`)

test('a quote whose payment is being stored is not archived, and simultaneous runs archive each quote once', async () => {
  await fillOldQuotes(300, 'race')
  const paying = new pg.Client({ connectionString: bench.product.kernel.config.DATABASE_URL })
  await paying.connect()
  try {
    await paying.query('begin')
    await paying.query(`insert into chain_transfer select made.* from chain_transfer t, load,
      jsonb_populate_record(null::chain_transfer, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'load_id', load.id,
        'tx_hash', load.address, 'status', 'seen')) made
      where t.load_id = '${quotes.dusted.id}' and load.address in ('0xrace7', '0xrace8')`)
    const counts = await Promise.all([archiveNow(), archiveNow(), archiveNow()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(298)
    await paying.query('commit')
    expect(await archiveNow()).toBe(0)
    const left = await bench.product.rows(`select address from load where address like '0xrace%' order by 1`)
    expect(left).toEqual([{ address: '0xrace7' }, { address: '0xrace8' }])
  } finally {
    await paying.end()
  }
})

test('a batch has a thousand quotes', async () => {
  await fillOldQuotes(2500, 'batch')
  expect([await archiveNow(), await archiveNow(), await archiveNow(), await archiveNow()]).toEqual([
    1000, 1000, 500, 0,
  ])
})

test('every foreign key to a load has an index, so deleting a load reads no other rows', async () => {
  const readBlind = () =>
    bench.product.rows<{ name: string }>(`select k.conname as name from pg_constraint k
      where k.contype = 'f' and k.confrelid = 'load'::regclass and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '(%_id IS NOT NULL)'))`)
  expect(await readBlind()).toEqual([])
  await bench.asOwner('drop index load_by_parent')
  expect(await readBlind()).toEqual([{ name: 'load_parent_id_fkey' }])
})
