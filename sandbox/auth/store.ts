import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Synchronous access to the service's SQLite file. */
export type Db = {
  readonly all: <T>(sql: string, ...values: SQLInputValue[]) => T[]
  readonly one: <T>(sql: string, ...values: SQLInputValue[]) => T | undefined
  /** Answers how many rows were changed. */
  readonly run: (sql: string, ...values: SQLInputValue[]) => number
  /** Adds a row and answers it as it is kept. Table and column names come from the code alone. */
  readonly insert: <T>(table: string, values: Readonly<Record<string, SQLInputValue>>) => T
  /** Everything in `work` or nothing; nested calls join the outer one. */
  readonly whole: <T>(work: () => T) => T
}

const schema = `
create table if not exists user (
  id text primary key, handle text unique not null, email text, email_verified integer not null default 0,
  phone_number text, phone_verified integer not null default 0, username text, display_name text,
  custom text not null default '{}', locale text, created_at text not null);
create table if not exists authenticator (
  seq integer primary key autoincrement, id text unique not null, user_id text not null, method text not null,
  begun_by text, email text, phone_number text, username text, display_name text, secret_sealed blob,
  last_step integer not null default 0, credential_id text unique, public_key blob,
  counter integer not null default 0, transports text, rp_id text, device_type text, backed_up integer,
  aaguid text, attachment text, device_id text, user_agent text, created_at text not null, verified_at text,
  last_verified_at text);
create index if not exists authenticator_user on authenticator (user_id, method);
create table if not exists action (
  seq integer primary key autoincrement, user_id text not null, code text not null,
  idempotency_key text not null, state text not null, state_updated_at text not null, created_at text not null,
  updated_at text not null, verification_method text, verified_by text, scope text not null default '',
  redirect_url text, locale text, ip_address text, user_agent text, device_id text, custom text,
  unique (user_id, code, idempotency_key));
create table if not exists challenge (
  seq integer primary key autoincrement, id text unique not null, kind text not null, state text not null,
  user_id text, action_code text, idempotency_key text, authenticator_id text, rp_id text, webauthn text,
  username text, display_name text, code_mark text, sent_to text, failures integer not null default 0, expires_ms integer not null);
create index if not exists challenge_of on challenge (user_id, action_code, idempotency_key, kind);
create table if not exists result_token (mark text primary key, expires_ms integer not null);
create table if not exists lockout (
  subject text not null, method text not null, failures integer not null, window_ms integer not null,
  locked_until_ms integer not null, times integer not null, primary key (subject, method));
create table if not exists sending (subject text not null, kind text not null, at_ms integer not null);
create table if not exists outbox (
  seq integer primary key autoincrement, to_mark text not null, sealed blob not null);
create table if not exists setting (name text primary key, value text not null);
`

/** Opens the service's tables. */
export const openStore = (file: DatabaseSync): Db => {
  file.exec(schema)
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const fresh = file.prepare(sql)
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
