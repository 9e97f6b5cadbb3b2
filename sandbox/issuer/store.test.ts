import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startBench, type HistoryRow, type List, type Transaction } from './test-kit.ts'
import { openVault } from './vault.ts'

/** The first version's tables, with a card, a credit and two payments. */
const versionOne = `
create table setting (name text primary key, value text not null);
create table account (id integer primary key check (id = 1), available_cents integer not null,
  unallocated_cents integer not null);
create table holder (id text primary key, first_name text not null, last_name text not null, details text not null,
  created_at text not null);
create table card (seq integer primary key autoincrement, id text unique not null, card_type text not null,
  customer_type text not null, status text not null, holder_id text not null, card_name text not null,
  card_design text not null, bin text not null, last4 text not null, pan_sealed blob not null,
  pan_mark text unique not null, expiry_month text not null, expiry_year text not null, expires_at text not null,
  credit_cents integer not null default 0, spend_limit_cents integer not null, control text not null default '{}',
  meta text not null, meta_id text, serial text, activation_code text, activated integer not null,
  shipping_status text, shipping_due_at text, blocked_by text, block_reason text, replaces_id text,
  replaced_by_id text, created_at text not null, updated_at text not null);
create index card_meta on card (meta_id);
create table stock (serial text primary key, bin text not null, last4 text not null, pan_sealed blob not null,
  pan_mark text unique not null, expiry_month text not null, expiry_year text not null, expires_at text not null,
  card_design text not null, activation_code text not null, card_id text);
create table payment (id text primary key, change_no integer not null, card_id text not null, channel text not null,
  auth_code text not null, merchant text not null, original_currency text not null, rate integer not null,
  status text not null, held_cents integer not null, settled_cents integer not null, lapses_at text,
  created_at text not null, updated_at text not null);
create unique index payment_change on payment (change_no);
create table payment_event (seq integer primary key autoincrement, id text unique not null, payment_id text not null,
  type text not null, amount_cents integer not null, original_cents integer not null, rate integer not null,
  fees text not null, final integer not null, decline_code text, reason text, occurred_at text not null);
create table entry (seq integer primary key autoincrement, id text unique not null, type text not null,
  event_type text not null, card_id text, payment_id text, reference text, meta text, held_cents integer not null,
  settled_cents integer not null, card_cents integer not null, available_cents integer not null,
  unallocated_cents integer not null, card_after integer, available_after integer not null,
  unallocated_after integer not null, business_date text not null, created_at text not null);
create table day_file (date text primary key, csv text not null);
create table reveal (token_mark text primary key, card_id text not null, look text not null, expires_ms integer not null,
  used integer not null default 0);
create table subscription (id integer primary key, url text not null, created_at text not null);
insert into setting values ('open_date', '2026-11-20'), ('refundAddsToAllocation', 'true');
insert into account values (1, 97000, 90000);
insert into holder values ('h1', 'Lucia', 'Ferrer', '{}', '2026-11-20T10:00:00.000Z');
insert into entry values (1, 'e1', 'ADJUSTMENT', 'credit_adjusted', 'c0ffee00-0000-4000-8000-000000000001', null,
  'load:1', null, 0, 0, 10000, 0, -10000, 10000, 100000, 90000, '2026-11-20', '2026-11-20T10:00:00.000Z');
`
const at = '2026-11-20T10:00:00.000Z'
const cardId = 'c0ffee00-0000-4000-8000-000000000001'
const merchant = JSON.stringify({
  name: 'Hotel',
  mcc: '7011',
  category: 'hotel',
  city: 'Cusco',
  country: 'PER',
})

// A hold that is over by now would be released at the start.
const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString()

const writeVersionOne = (dataDir: string) => {
  const file = new DatabaseSync(join(dataDir, 'issuer.sqlite'))
  file.exec(versionOne)
  const { encrypted, mark, last4 } = openVault(dataDir).issue('53129940')
  file
    .prepare(
      `insert into card (id, card_type, customer_type, status, holder_id, card_name, card_design, bin, last4, pan_sealed,
         pan_mark, expiry_month, expiry_year, expires_at, credit_cents, spend_limit_cents, meta, meta_id, activated,
         created_at, updated_at)
       values (?, 'Virtual', 'Consumer', 'ACTIVE', 'h1', 'LUCIA FERRER', 'green-standard', '53129940', ?, ?, ?, '11',
         '2029', '2029-12-01T00:00:00.000Z', 7000, 0, '{"id":"ours"}', 'ours', 1, ?, ?)`,
    )
    .run(cardId, last4, encrypted, mark, at, at)
  const payment = file.prepare(
    `insert into payment values (?, ?, '${cardId}', 'RECURRING', '1', '${merchant}', 'USD', 100000000, 'PENDING', ?, ?,
       '${expiresAt}', '${at}', '${at}')`,
  )
  payment.run('p-held', 1, 1000, 0)
  payment.run('p-part', 2, 1500, 500)
  const event = file.prepare(
    `insert into payment_event (id, payment_id, type, amount_cents, original_cents, rate, fees, final, occurred_at)
     values (?, ?, ?, ?, ?, 100000000, '[]', 0, '${at}')`,
  )
  event.run('c0ffee00-0000-4000-8000-000000000011', 'p-held', 'authorisation', 1000, 1000)
  event.run('c0ffee00-0000-4000-8000-000000000012', 'p-part', 'authorisation', 2000, 2000)
  event.run('c0ffee00-0000-4000-8000-000000000013', 'p-part', 'clearing', 500, 500)
  file.close()
}

test('a store of the first version is migrated with its cards, credits and payments', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'issuer-old-'))
  writeVersionOne(dataDir)
  const bench = await startBench({ dataDir })
  // The rest of a hold that a clearing had left open is released: 15.00.
  expect(await bench.read(cardId)).toMatchObject({
    status: 'ACTIVE',
    availableCredit: '85.00',
    meta: { id: 'ours' },
  })
  expect(await bench.balance()).toEqual({ availableBalance: 985, availableToAllocate: 900 })
  const history = await bench.api<List<HistoryRow>>('GET', `/cards/${cardId}/balance-history`)
  expect(history.body.items).toMatchObject([{ id: 'e1', type: 'DEPOSIT', amount: 100, status: 'COMPLETED' }])
  const { items } = (await bench.api<List<Transaction>>('GET', `/cards/${cardId}/transactions`)).body
  expect(items.map(({ id, status, bill_amount }) => [id, status, bill_amount])).toEqual([
    ['tid_ppart', 'CLEARED', 5],
    ['tid_pheld', 'PENDING', 10],
  ])
  await bench.control('POST', '/simulate/tid_pheld/clearing', {})
  await bench.credit(cardId, '1.00')
  await bench.restart()
  expect(await bench.read(cardId)).toMatchObject({ availableCredit: '86.00' })
  await bench.end()
})

test('other users cannot read the store, also if they could before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'issuer-open-'))
  const path = join(dataDir, 'issuer.sqlite')
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  const bench = await startBench({ dataDir })
  await bench.control('POST', '/fund', { amount: '1.00' })
  for (const name of ['issuer.sqlite', 'issuer.sqlite-wal', 'vault.key']) {
    expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  }
  await bench.end()
})
