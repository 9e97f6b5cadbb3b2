import type { DatabaseSync } from 'node:sqlite'
import { openSqlite, renameColumns, type Db } from '../kernel/sqlite.ts'

const schema = `
create table if not exists user (
  id text primary key, handle text unique not null, email text, email_verified integer not null default 0,
  phone_number text, phone_verified integer not null default 0, username text, display_name text,
  custom text not null default '{}', locale text, created_at text not null);
create table if not exists authenticator (
  seq integer primary key autoincrement, id text unique not null, user_id text not null, method text not null,
  started_by text, email text, phone_number text, username text, display_name text, secret_encrypted blob,
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
  seq integer primary key autoincrement, to_mark text not null, encrypted blob not null);
create table if not exists setting (name text primary key, value text not null);
`

/** Names of columns that stores of earlier versions have. */
const formerNames = [
  { table: 'authenticator', from: 'begun_by', to: 'started_by' },
  { table: 'authenticator', from: 'secret_sealed', to: 'secret_encrypted' },
  { table: 'outbox', from: 'sealed', to: 'encrypted' },
]

/** Opens the service's tables. */
export const openStore = (file: DatabaseSync): Db => {
  renameColumns(file, formerNames)
  return openSqlite(file, schema, { integers: 'number' })
}
