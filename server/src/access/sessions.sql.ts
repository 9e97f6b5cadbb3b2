import type { Selectable } from 'kysely'
import { userRows } from '../identity/users.sql.ts'
import { announceChange, announcingStatement } from '../kernel/change-notices.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Session, SessionToken } from '../kernel/schema.ts'
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

// This function belongs to the owner: it finds a session before any scope is known, and every request uses
// it.
const find = `select token_hash as "tokenHash", session_id as "sessionId", user_id as "userId", company_id as "companyId",
    role_id as "roleId", cookie_hash as "cookieHash", created_at as "createdAt", last_used_at as "lastUsedAt",
    locked_at as "lockedAt", ended_at as "endedAt", issued_at as "issuedAt", first_used_at as "firstUsedAt",
    rotated_at as "rotatedAt", dies_at as "diesAt", user_active as "userActive", company_active as "companyActive",
    passkey_enabled as "passkeyEnabled", passkey_mandatory as "passkeyMandatory", company_ids as "companyIds"
  from find_sessions($1)`
// Raw SQL, because the texts mark statements whose caller announces the change.
const touch = announcingStatement('update session set last_used_at = $2 where id = $1 and last_used_at < $2')
const markFirstUse = announcingStatement(`update session_token set first_used_at = $2
  where token_hash = $1 and first_used_at is null returning dies_at as "diesAt"`)
const doomOthers = announcingStatement(`update session_token set dies_at = $3
  where session_id = $1 and token_hash <> $2 and dies_at is null`)
const claimRotation = announcingStatement(`update session_token set rotated_at = $2
  where token_hash = $1 and dies_at is null and (rotated_at is null or rotated_at <= $3)`)
const end =
  announcingStatement(`update session set ended_at = $2, end_reason = $3 where ended_at is null and id = any($1)
  returning id, user_id as "userId", company_id as "companyId"`)
const setLocked = announcingStatement('update session set locked_at = $2 where id = $1')
const setConfirmed = announcingStatement('update session set confirmed_at = $2 where id = $1')
const setEnrolUntil = announcingStatement('update session set enrol_until = $2 where id = $1')

/** Sessions by the hashes of their tokens, in base64. */
export const findSessions = async (
  sql: Queries,
  tokenHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, FoundSession>> => {
  const rows = await sql.rows<FoundSession & { readonly tokenHash: Buffer }>(find, [tokenHashes])
  return new Map(rows.map((found) => [found.tokenHash.toString('base64'), found]))
}

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
  const times = { createdAt: at, lastUsedAt: at }
  const opened = { id, companyId, userId, cookieHash: hashSecret(cookie), ...times, address, device }
  await sql.insertInto('session').values(opened).execute()
  await insertSuccessor(sql, { token, sessionId: id, companyId, userId, at })
}

export const touchSession = async (sql: Queries, { id, at }: { id: string; at: Date }): Promise<void> => {
  announceChange(sql, `session:${id}`)
  await sql.run(touch, [id, at])
}

/**
 * Records the first use of a token. The tokens before it expire at `othersDieAt`, unless this token is itself
 * expiring.
 */
export const useToken = async (
  sql: Queries,
  use: { sessionId: string; token: string; at: Date; othersDieAt: Date },
): Promise<void> => {
  announceChange(sql, `session:${use.sessionId}`)
  const first = await sql.maybe<Pick<Selectable<SessionToken>, 'diesAt'>>(markFirstUse, [
    hashSecret(use.token),
    use.at,
  ])
  if (first && first.diesAt === null) {
    await sql.run(doomOthers, [use.sessionId, hashSecret(use.token), use.othersDieAt])
  }
}

/** Claims the right to issue a successor; of simultaneous requests one gets it. */
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
  const { token, sessionId, companyId, userId, at } = next
  const row = { tokenHash: hashSecret(token), sessionId, companyId, userId, issuedAt: at }
  await sql.insertInto('sessionToken').values(row).execute()
}

/** Ends sessions and emits an event for each, which closes its live stream. */
export const endSessionsById = async (
  { sql, emit }: WriteTransaction,
  { ids, reason, at }: { ids: readonly string[]; reason: string; at: Date },
): Promise<number> => {
  if (ids.length === 0) return 0
  type Ended = Pick<Selectable<Session>, 'id' | 'userId' | 'companyId'>
  const ended = await sql.rows<Ended>(end, [ids, at, reason])
  for (const { id, userId, companyId } of ended) {
    announceChange(sql, `session:${id}`)
    emit({ type: 'session.revoked', entityId: id, companyId, userId, payload: { reason } })
  }
  return ended.length
}

const openSessions = (sql: Queries) => sql.selectFrom('session').where('session.endedAt', 'is', null)

/** Open sessions of a person, except one. */
export const sessionsOfUser = async (
  sql: Queries,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string | null },
): Promise<string[]> => {
  const others = openSessions(sql)
    .where('userId', '=', userId)
    .where('id', 'is distinct from', exceptSessionId)
  return (await others.select('id').execute()).map(({ id }) => id)
}

/** Open session of a browser's cookie. */
export const sessionsOfCookie = async (sql: Queries, cookie: string): Promise<string[]> => {
  const found = openSessions(sql).where('cookieHash', '=', hashSecret(cookie))
  return (await found.select('id').execute()).map(({ id }) => id)
}

/** The session of a browser's cookie, for a page that is requested without the token. */
export const findSessionOfCookie = async (sql: Queries, cookie: string) =>
  (await openSessions(sql)
    .innerJoin(userRows(sql).as('person'), 'person.id', 'session.userId')
    .select(['session.userId', 'session.companyId', 'person.roleId', 'session.createdAt'])
    .select(['session.lastUsedAt', 'session.endedAt', 'session.lockedAt'])
    .where('session.cookieHash', '=', hashSecret(cookie))
    .where('person.active', '=', true)
    .limit(1)
    .executeTakeFirst()) ?? null

const sessionOf = (sql: Queries, id: string) => sql.selectFrom('session').where('id', '=', id)

export const setSessionLocked = async (
  sql: Queries,
  { id, at }: { id: string; at: Date | null },
): Promise<void> => {
  announceChange(sql, `session:${id}`)
  await sql.run(setLocked, [id, at])
}

export const readSessionLocked = async (sql: Queries, id: string): Promise<boolean> =>
  (await sessionOf(sql, id).select('lockedAt').executeTakeFirstOrThrow()).lockedAt !== null

/** Records that a factor was shown in this session. */
export const setSessionConfirmed = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await sql.run(setConfirmed, [id, at])
}

export const readSessionConfirmed = async (sql: Queries, id: string): Promise<Date | null> =>
  (await sessionOf(sql, id).select('confirmedAt').executeTakeFirst())?.confirmedAt ?? null

/** Until when this session may add a first factor. */
export const setSessionEnrolUntil = async (
  sql: Queries,
  { id, until }: { id: string; until: Date },
): Promise<void> => {
  await sql.run(setEnrolUntil, [id, until])
}

export const readSessionEnrolUntil = async (sql: Queries, id: string): Promise<Date | null> =>
  (await sessionOf(sql, id).select('enrolUntil').executeTakeFirst())?.enrolUntil ?? null

/** Deletes sessions, tokens and grants that were not used since an instant. */
export const dropSessionsBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('session').where('lastUsedAt', '<', at).execute()
}
