import { announceChange, announcingStatement } from '../kernel/change-notices.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import { hashSecret } from './secrets.ts'
import type { SessionFacts } from './session.ts'

/** A session as a request finds it by its token. */
export type FoundSession = SessionFacts & {
  readonly sessionId: string
  readonly userId: string
  readonly companyId: string
  readonly cookieHash: Buffer
  readonly lockedAt: Date | null
  readonly userActive: boolean
  readonly companyActive: boolean
  readonly passkeyEnabled: boolean
  readonly passkeyMandatory: boolean
  readonly companyIds: readonly string[]
}

type Row = {
  token_hash: Buffer
  session_id: string
  user_id: string
  company_id: string
  role_id: number
  cookie_hash: Buffer
  created_at: Date
  last_used_at: Date
  locked_at: Date | null
  ended_at: Date | null
  issued_at: Date
  first_used_at: Date | null
  rotated_at: Date | null
  dies_at: Date | null
  user_active: boolean
  company_active: boolean
  passkey_enabled: boolean
  passkey_mandatory: boolean
  company_ids: string[]
}

const find = 'select * from find_sessions($1)'
const insertSessionRow = `insert into session (id, company_id, user_id, cookie_hash, created_at, last_used_at,
    address, device)
  values ($1, $2, $3, $4, $5, $5, $6, $7)`
const insertToken = `insert into session_token (token_hash, session_id, company_id, user_id, issued_at)
  values ($1, $2, $3, $4, $5)`
const touch = announcingStatement('update session set last_used_at = $2 where id = $1 and last_used_at < $2')
const markFirstUse = announcingStatement(`update session_token set first_used_at = $2
  where token_hash = $1 and first_used_at is null returning dies_at`)
const doomOthers = announcingStatement(`update session_token set dies_at = $3
  where session_id = $1 and token_hash <> $2 and dies_at is null`)
const claimRotation = announcingStatement(`update session_token set rotated_at = $2
  where token_hash = $1 and dies_at is null and (rotated_at is null or rotated_at <= $3)`)
const end =
  announcingStatement(`update session set ended_at = $2, end_reason = $3 where ended_at is null and id = any($1)
  returning id, user_id, company_id`)
const ofUser = 'select id from session where user_id = $1 and ended_at is null and id is distinct from $2'
const ofCookie = 'select id from session where cookie_hash = $1 and ended_at is null'
const openOfCookie = `select s.user_id as "userId", s.company_id as "companyId", u.role_id as "roleId",
    s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.ended_at as "endedAt", s.locked_at as "lockedAt"
  from session s join app_user u on u.id = s.user_id
  where s.cookie_hash = $1 and s.ended_at is null and u.active limit 1`
const setLocked = announcingStatement('update session set locked_at = $2 where id = $1')
const readLocked = 'select locked_at from session where id = $1'
const setConfirmed = announcingStatement('update session set confirmed_at = $2 where id = $1')
const readConfirmed = 'select confirmed_at from session where id = $1'
const setEnrolUntil = announcingStatement('update session set enrol_until = $2 where id = $1')
const enrolUntil = 'select enrol_until from session where id = $1'
const dropOld = `delete from session where last_used_at < $1`

/** Sessions by the hashes of their tokens, in base64. A statement of its own text: every request comes here. */
export const findSessions = async (
  sql: Queries,
  tokenHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, FoundSession>> => {
  const rows = await sql.rows<Row>(find, [tokenHashes])
  return new Map(rows.map((row) => [row.token_hash.toString('base64'), foundOf(row)]))
}

const foundOf = (row: Row): FoundSession => ({
  sessionId: row.session_id,
  userId: row.user_id,
  companyId: row.company_id,
  roleId: row.role_id,
  cookieHash: row.cookie_hash,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lockedAt: row.locked_at,
  endedAt: row.ended_at,
  issuedAt: row.issued_at,
  firstUsedAt: row.first_used_at,
  rotatedAt: row.rotated_at,
  diesAt: row.dies_at,
  userActive: row.user_active,
  companyActive: row.company_active,
  passkeyEnabled: row.passkey_enabled,
  passkeyMandatory: row.passkey_mandatory,
  companyIds: row.company_ids,
})

export const insertSession = async (
  sql: Queries,
  session: {
    id: string
    userId: string
    companyId: string
    token: string
    cookie: string
    address: string
    device: string
    at: Date
  },
): Promise<void> => {
  const { id, userId, companyId, token, cookie, address, device, at } = session
  await sql.run(insertSessionRow, [id, companyId, userId, hashSecret(cookie), at, address, device])
  await sql.run(insertToken, [hashSecret(token), id, companyId, userId, at])
}

export const touchSession = async (sql: Queries, { id, at }: { id: string; at: Date }): Promise<void> => {
  announceChange(sql, `session:${id}`)
  await sql.run(touch, [id, at])
}

/**
 * The token is used for the first time: the ones before it die at `othersDieAt`, unless it is doomed
 * itself.
 */
export const useToken = async (
  sql: Queries,
  use: { sessionId: string; token: string; at: Date; othersDieAt: Date },
): Promise<void> => {
  announceChange(sql, `session:${use.sessionId}`)
  const first = await sql.maybe<{ dies_at: Date | null }>(markFirstUse, [hashSecret(use.token), use.at])
  if (first && first.dies_at === null) {
    await sql.run(doomOthers, [use.sessionId, hashSecret(use.token), use.othersDieAt])
  }
}

/** Takes the right to hand out a successor; of requests at the same time one gets it. */
export const claimSuccessor = async (
  sql: Queries,
  claim: { sessionId: string; token: string; at: Date; lastBefore: Date },
): Promise<boolean> => {
  announceChange(sql, `session:${claim.sessionId}`)
  return (await sql.run(claimRotation, [hashSecret(claim.token), claim.at, claim.lastBefore])) === 1
}

export const insertSuccessor = async (
  sql: Queries,
  next: { token: string; sessionId: string; companyId: string; userId: string; at: Date },
): Promise<void> => {
  await sql.run(insertToken, [hashSecret(next.token), next.sessionId, next.companyId, next.userId, next.at])
}

/** Ends sessions; each says so to whoever listens, and its live stream closes. */
export const endSessionsById = async (
  { sql, emit }: WriteTransaction,
  { ids, reason, at }: { ids: readonly string[]; reason: string; at: Date },
): Promise<number> => {
  if (ids.length === 0) return 0
  type Ended = { id: string; user_id: string; company_id: string }
  const ended = await sql.rows<Ended>(end, [ids, at, reason])
  for (const { id, user_id: userId, company_id: companyId } of ended) {
    announceChange(sql, `session:${id}`)
    emit({ type: 'session.revoked', entityId: id, companyId, userId, payload: { reason } })
  }
  return ended.length
}

/** Open sessions of a person, but for one. */
export const sessionsOfUser = async (
  sql: Queries,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string | null },
): Promise<string[]> =>
  (await sql.rows<{ id: string }>(ofUser, [userId, exceptSessionId])).map(({ id }) => id)

/** Open session that a browser's cookie belongs to. */
export const sessionsOfCookie = async (sql: Queries, cookie: string): Promise<string[]> =>
  (await sql.rows<{ id: string }>(ofCookie, [hashSecret(cookie)])).map(({ id }) => id)

/** The session that a browser's cookie belongs to, for a page that is asked for without the token. */
export const findSessionOfCookie = (
  sql: Queries,
  cookie: string,
): Promise<Pick<
  FoundSession,
  'userId' | 'companyId' | 'roleId' | 'createdAt' | 'lastUsedAt' | 'endedAt' | 'lockedAt'
> | null> => sql.maybe(openOfCookie, [hashSecret(cookie)])

export const setSessionLocked = async (
  sql: Queries,
  { id, at }: { id: string; at: Date | null },
): Promise<void> => {
  announceChange(sql, `session:${id}`)
  await sql.run(setLocked, [id, at])
}

export const readSessionLocked = async (sql: Queries, id: string): Promise<boolean> =>
  (await sql.one<{ locked_at: Date | null }>(readLocked, [id])).locked_at !== null

/** A factor was shown in this session just now. */
export const setSessionConfirmed = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await sql.run(setConfirmed, [id, at])
}

export const readSessionConfirmed = async (sql: Queries, id: string): Promise<Date | null> =>
  (await sql.maybe<{ confirmed_at: Date | null }>(readConfirmed, [id]))?.confirmed_at ?? null

/** Until when this session may add a first factor. */
export const setSessionEnrolUntil = async (
  sql: Queries,
  { id, until }: { id: string; until: Date },
): Promise<void> => {
  await sql.run(setEnrolUntil, [id, until])
}

export const readSessionEnrolUntil = async (sql: Queries, id: string): Promise<Date | null> =>
  (await sql.maybe<{ enrol_until: Date | null }>(enrolUntil, [id]))?.enrol_until ?? null

/** Removes sessions with their tokens and grants that nobody used since. */
export const dropSessionsBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.run(dropOld, [at])
}
