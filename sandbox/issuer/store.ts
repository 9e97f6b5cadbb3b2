import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Synchronous access to the issuer's SQLite file. Integers come back as bigint: most of them are cents. */
export type Db = {
  readonly all: <T>(sql: string, ...values: SQLInputValue[]) => T[]
  readonly one: <T>(sql: string, ...values: SQLInputValue[]) => T | undefined
  readonly run: (sql: string, ...values: SQLInputValue[]) => number
  /** Adds a row and answers it as it is kept. Table and column names come from the code alone. */
  readonly insert: <T>(table: string, values: Readonly<Record<string, SQLInputValue>>) => T
  /** Everything in `work` or nothing; nested calls join the outer one. */
  readonly whole: <T>(work: () => T) => T
}

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
export const openStore = (file: DatabaseSync): Db => {
  file.exec(schema)
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const fresh = file.prepare(sql)
    fresh.setReadBigInts(true)
    prepared.set(sql, fresh)
    return fresh
  }
  let depth = 0
  return {
    all: <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as T[],
    one: <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as T | undefined,
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    insert: <T>(table: string, values: Readonly<Record<string, SQLInputValue>>) => {
      const names = Object.keys(values)
      const holes = names.map(() => '?').join(', ')
      const sql = `insert into ${table} (${names.join(', ')}) values (${holes}) returning *`
      return statement(sql).get(...Object.values(values)) as T
    },
    whole: (work) => {
      if (depth > 0) return work()
      depth += 1
      file.exec('begin immediate')
      try {
        const result = work()
        file.exec('commit')
        return result
      } catch (error) {
        file.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    },
  }
}
