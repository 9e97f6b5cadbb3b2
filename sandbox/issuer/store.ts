import type { DatabaseSync } from 'node:sqlite'
import { openSqlite, type Db } from '../kernel/sqlite.ts'

const schema = `
create table if not exists setting (name text primary key, value text not null);
create table if not exists account (
  id integer primary key check (id = 1), available_cents integer not null, unallocated_cents integer not null);
create table if not exists holder (
  id text primary key, first_name text not null, last_name text not null, details text not null,
  created_at text not null);
create table if not exists card (
  seq integer primary key autoincrement, id text unique not null, card_type text not null,
  customer_type text not null, status text not null, holder_id text not null, card_name text not null,
  card_design text not null, bin text not null, last4 text not null, pan_sealed blob not null,
  pan_mark text unique not null, expiry_month text not null, expiry_year text not null,
  expires_at text not null, credit_cents integer not null default 0, spend_limit_cents integer not null,
  control text not null default '{}', meta text not null, meta_id text, serial text, activation_code text,
  activated integer not null, shipping_status text, shipping_due_at text, blocked_by text, block_reason text,
  replaces_id text, replaced_by_id text, created_at text not null, updated_at text not null);
create index if not exists card_meta on card (meta_id);
create table if not exists stock (
  serial text primary key, bin text not null, last4 text not null, pan_sealed blob not null,
  pan_mark text unique not null, expiry_month text not null, expiry_year text not null,
  expires_at text not null, card_design text not null, activation_code text not null, card_id text);
create table if not exists payment (
  id text primary key, change_no integer not null, card_id text not null, channel text not null,
  auth_code text not null, merchant text not null, original_currency text not null, rate integer not null,
  status text not null, held_cents integer not null, settled_cents integer not null,
  lapses_at text, created_at text not null, updated_at text not null);
create unique index if not exists payment_change on payment (change_no);
create index if not exists payment_card on payment (card_id, change_no);
create index if not exists payment_lapse on payment (lapses_at) where held_cents > 0;
create table if not exists payment_event (
  seq integer primary key autoincrement, id text unique not null, payment_id text not null, type text not null,
  amount_cents integer not null, original_cents integer not null, rate integer not null, fees text not null,
  final integer not null, decline_code text, reason text, occurred_at text not null);
create index if not exists payment_event_of on payment_event (payment_id, seq);
create table if not exists entry (
  seq integer primary key autoincrement, id text unique not null, type text not null, event_type text not null,
  card_id text, payment_id text, reference text, meta text, held_cents integer not null,
  settled_cents integer not null, card_cents integer not null, available_cents integer not null,
  unallocated_cents integer not null, card_after integer, available_after integer not null,
  unallocated_after integer not null, business_date text not null, created_at text not null);
create index if not exists entry_card on entry (card_id, seq);
create index if not exists entry_reference on entry (reference) where reference is not null;
create index if not exists entry_day on entry (business_date, seq);
create table if not exists day_file (
  date text primary key, csv text not null, rows integer not null, sha256 text not null,
  closing_available_cents integer not null, closing_unallocated_cents integer not null);
create table if not exists reveal (
  token_mark text primary key, card_id text not null, look text not null, expires_ms integer not null,
  used integer not null default 0);
create table if not exists subscription (
  id integer primary key check (id = 1), url text not null, created_at text not null);
`

/** Opens the issuer's tables in the service's file. */
export const openStore = (file: DatabaseSync): Db => openSqlite(file, schema, { integers: 'bigint' })
