import type { DatabaseSync } from 'node:sqlite'
import { renameColumns } from '../kernel/sqlite.ts'
import { maybe, toAttempt, toMedia, toSession } from './session-records.ts'
import type { Attempt, Context, Media, Row, Session } from './session-records.ts'
import type { EncryptedObject } from './vault.ts'

const schema = `
create table if not exists session (
  id text primary key, token text unique not null, status text not null, callback text, lang text not null,
  vendor_data text, end_user_id text, person text not null, document text not null, consented_at text,
  created_at text not null, expires_at text not null);
create table if not exists attempt (
  id text primary key, session_id text not null, number integer not null, status text not null,
  created_at text not null, submitted_at text, due_at text, decision text, unique (session_id, number));
create table if not exists media (
  id text primary key, session_id text not null, context text not null, timestamp text, size integer not null,
  facts text not null, encrypted blob not null, wrapped_key blob not null);
create table if not exists attempt_media (
  attempt_id text not null, context text not null, media_id text not null, primary key (attempt_id, context));
create table if not exists approved_number (
  number_hash text not null, session_id text primary key, vendor_data text);
create table if not exists webhook_target (kind text primary key, url text not null);`

type Arguments = Record<string, string | number | null | Uint8Array>

const createDatabase = (store: DatabaseSync) => {
  // An earlier version used this name for the bytes.
  renameColumns(store, [{ table: 'media', from: 'sealed', to: 'encrypted' }])
  store.exec(schema)
  return {
    one: (sql: string, ...args: string[]) => store.prepare(sql).get(...args) as Row | undefined,
    many: (sql: string, ...args: string[]) => store.prepare(sql).all(...args) as Row[],
    run: (sql: string, args: Arguments) => store.prepare(sql).run(args),
  }
}
type Database = ReturnType<typeof createDatabase>

const first = <T>(row: Row | undefined, shape: (row: Row) => T): T | null => (row ? shape(row) : null)

const sessionQueries = ({ one, many, run }: Database) => ({
  session: (id: string) => first(one('select * from session where id = ?', id), toSession),
  sessionByToken: (token: string) => first(one('select * from session where token = ?', token), toSession),
  sessions: () => many('select * from session order by created_at desc, rowid desc').map(toSession),
  /** Sessions that were not submitted and have expired. */
  outdated: (now: string) =>
    many(
      `select * from session where expires_at <= ?
         and status in ('created', 'started', 'resubmission_requested')`,
      now,
    ).map(toSession),
  putSession: (session: Session) =>
    run(
      `insert into session values (:id, :token, :status, :callback, :lang, :vendorData, :endUserId, :person,
         :document, :consentedAt, :createdAt, :expiresAt)
       on conflict (id) do update set status = :status, lang = :lang, document = :document,
         consented_at = :consentedAt`,
      { ...session, person: JSON.stringify(session.person), document: JSON.stringify(session.document) },
    ),
  /** Deletes the session with its encrypted images and their keys. */
  removeSession: (id: string) => {
    for (const sql of [
      'delete from attempt_media where attempt_id in (select id from attempt where session_id = :id)',
      'delete from media where session_id = :id',
      'delete from attempt where session_id = :id',
      'delete from approved_number where session_id = :id',
      'delete from session where id = :id',
    ]) {
      run(sql, { id })
    }
  },
})

const attemptQueries = ({ one, many, run }: Database) => ({
  attempt: (id: string) => first(one('select * from attempt where id = ?', id), toAttempt),
  attempts: (sessionId: string) =>
    many('select * from attempt where session_id = ? order by number', sessionId).map(toAttempt),
  /** Submitted attempts whose decision is due. */
  due: (now: string) =>
    many(`select * from attempt where status = 'submitted' and due_at <= ? order by due_at`, now).map(
      toAttempt,
    ),
  putAttempt: (attempt: Attempt) =>
    run(
      `insert into attempt values
         (:id, :sessionId, :number, :status, :createdAt, :submittedAt, :dueAt, :decision)
       on conflict (id) do update set status = :status, submitted_at = :submittedAt, due_at = :dueAt,
         decision = :decision`,
      attempt,
    ),
})

const mediaQueries = ({ one, many, run }: Database) => ({
  media: (id: string) => first(one('select * from media where id = ?', id), toMedia),
  mediaOf: (attemptId: string) =>
    many(
      `select media.* from attempt_media join media on media.id = media_id where attempt_id = ?
       order by instr('document-front document-back face', media.context)`,
      attemptId,
    ).map(toMedia),
  encryptedMedia: (id: string): EncryptedObject | null =>
    first(one('select encrypted, wrapped_key from media where id = ?', id), (row) => ({
      encrypted: Buffer.from(row['encrypted'] as Uint8Array),
      wrappedKey: Buffer.from(row['wrapped_key'] as Uint8Array),
    })),
  putMedia: (media: Media, object: EncryptedObject) =>
    run(
      `insert into media values (:id, :sessionId, :context, :timestamp, :size, :facts, :encrypted, :wrappedKey)`,
      {
        ...media,
        ...object,
        facts: JSON.stringify(media.facts),
      },
    ),
  useMedia: (use: { attemptId: string; context: Context; mediaId: string }) =>
    run('insert or replace into attempt_media values (:attemptId, :context, :mediaId)', use),
  dropMedia: (use: { attemptId: string; context: Context }) =>
    run('delete from attempt_media where attempt_id = :attemptId and context = :context', use),
  /** Erases images that no attempt uses any more. */
  sweepMedia: (sessionId: string) =>
    run(
      'delete from media where session_id = :sessionId and id not in (select media_id from attempt_media)',
      { sessionId },
    ),
})

const numberQueries = ({ many, run }: Database) => ({
  /** Whether a person with another `vendorData` was approved with this number. */
  approvedElsewhere: (numberHash: string, session: Session): boolean =>
    many('select * from approved_number where number_hash = ?', numberHash).some(
      (row) =>
        row['session_id'] !== session.id &&
        (session.vendorData === null || row['vendor_data'] !== session.vendorData),
    ),
  putApproved: (row: { numberHash: string; sessionId: string; vendorData: string | null }) =>
    run('insert or replace into approved_number values (:numberHash, :sessionId, :vendorData)', row),
})

export type TargetKind = 'event' | 'decision'

const targetQueries = ({ one, run }: Database) => ({
  target: (kind: TargetKind) =>
    first(one('select url from webhook_target where kind = ?', kind), (row) => maybe(row, 'url')),
  putTarget: (kind: TargetKind, url: string | null) =>
    url === null
      ? run('delete from webhook_target where kind = :kind', { kind })
      : run('insert or replace into webhook_target values (:kind, :url)', { kind, url }),
})

/** Rows of the service's SQLite file. This file makes no decisions. */
export const createSessionStore = (store: DatabaseSync) => {
  const database = createDatabase(store)
  return {
    /** Runs the work in one transaction. */
    together: <T>(work: () => T): T => {
      store.exec('begin immediate')
      try {
        const result = work()
        store.exec('commit')
        return result
      } catch (error) {
        store.exec('rollback')
        throw error
      }
    },
    ...sessionQueries(database),
    ...attemptQueries(database),
    ...mediaQueries(database),
    ...numberQueries(database),
    ...targetQueries(database),
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
