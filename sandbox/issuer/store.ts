import { chmodSync, closeSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite, renameColumns, type Db } from '../kernel/sqlite.ts'
import { setAsideVersionOne, importVersionOne } from './store-version-one.ts'

const schema = `
create table if not exists setting (name text primary key, value text not null);
create table if not exists account (
  id integer primary key check (id = 1), available_cents integer not null, unallocated_cents integer not null);
create table if not exists holder (
  id text primary key, first_name text not null, last_name text not null, details text not null,
  created_at text not null);
create table if not exists card (
  seq integer primary key autoincrement, id text unique not null, card_type text not null,
  customer_type text not null, status text not null, status_reason text, holder_id text not null,
  card_name text not null, secondary_name text, card_design text not null, bin text not null, last4 text not null,
  pan_encrypted blob not null, pan_mark text unique not null, expiry_month text not null, expiry_year text not null,
  expires_at text not null, credit_cents integer not null default 0, limits text not null default '{}',
  meta text not null, meta_id text not null, serial text, activation_code text, activated integer not null,
  physical_status text not null, shipping_status text, shipping_due_at text, three_ds text not null default '{}',
  created_at text not null, updated_at text not null);
create index if not exists card_meta on card (meta_id);
create table if not exists stock (
  serial text primary key, bin text not null, last4 text not null, pan_encrypted blob not null,
  pan_mark text unique not null, expiry_month text not null, expiry_year text not null,
  expires_at text not null, card_design text not null, activation_code text not null, card_id text);
create table if not exists payment (
  seq integer primary key autoincrement, id text unique not null, card_id text not null, channel text not null,
  merchant text not null, original_currency text not null, rate integer not null, status text not null,
  held_cents integer not null, settled_cents integer not null, lapses_at text, created_at text not null,
  updated_at text not null);
create index if not exists payment_card on payment (card_id, seq);
create index if not exists payment_lapse on payment (lapses_at) where held_cents > 0;
create table if not exists payment_event (
  seq integer primary key autoincrement, id text unique not null, payment_id text not null, type text not null,
  amount_cents integer not null, original_cents integer not null, rate integer not null, fees text not null,
  decline_code text, reason text, occurred_at text not null);
create index if not exists payment_event_of on payment_event (payment_id, seq);
create table if not exists entry (
  seq integer primary key autoincrement, id text unique not null, type text not null, by text not null,
  card_id text, payment_id text, reference text, card_cents integer not null, available_cents integer not null,
  unallocated_cents integer not null, available_after integer not null, visible_at text not null,
  completed_at text not null, balance_at text not null, created_at text not null);
create index if not exists entry_card on entry (card_id, seq);
create index if not exists entry_day on entry (created_at);
create index if not exists entry_late on entry (balance_at);
create table if not exists reveal (
  token_mark text primary key, card_id text not null, view text not null, expires_ms integer not null,
  used integer not null default 0);
create table if not exists reveal_key (mark text primary key, used_ms integer not null);
create table if not exists subscription (id text primary key, url text not null, created_at text not null);
create table if not exists idempotency (
  key text primary key, call text not null, body_mark text not null, status integer not null, body text not null,
  created_at text not null);
create table if not exists three_ds_action (
  id text primary key, card_id text not null, answer integer, created_at text not null);
create table if not exists settlement_file (
  reference_id text primary key, name text not null, csv text not null);
`

const version = 2

/**
 * Creates the store's file, and closes an existing one to all users but its owner, because it leads to card
 * numbers.
 */
export const closeStoreFile = (path: string): void => {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/** Names of columns that stores of earlier versions have. */
const formerNames = [
  { table: 'card', from: 'pan_sealed', to: 'pan_encrypted' },
  { table: 'stock', from: 'pan_sealed', to: 'pan_encrypted' },
]

/** Opens the issuer's tables in the service's file; migrates a store of an earlier version. */
export const openStore = (file: DatabaseSync): Db => {
  renameColumns(file, formerNames)
  const isOld = file.prepare("select 1 from sqlite_master where name = 'day_file'").get() !== undefined
  if (!isOld) return openSqlite(file, `${schema};pragma user_version = ${version}`, { integers: 'bigint' })
  file.exec('begin immediate')
  try {
    setAsideVersionOne(file)
    const db = openSqlite(file, schema, { integers: 'bigint' })
    importVersionOne(file)
    file.exec(`pragma user_version = ${version}; commit`)
    return db
  } catch (error) {
    file.exec('rollback')
    throw error
  }
}
