import { sql as fragment, type Selectable } from 'kysely'
import { userRows } from '../identity/users.sql.ts'
import { announceChange, announcingStatement } from '../kernel/change-notices.ts'
import type { Queries } from '../kernel/queries.ts'
import type { AppUser, Session, SessionToken } from '../kernel/schema.ts'
import { statementOnce, type Placeholders } from '../kernel/select-once.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import { hashSecret } from './secrets.ts'
import type { TagChanges } from './permission.ts'
import type { SessionFacts } from './session.ts'

/** A session as a request finds it by its token: columns of the token, the session, the person and the company. */
export type FoundSession = Pick<Selectable<SessionToken>, keyof SessionFacts & keyof SessionToken> &
  Pick<Selectable<Session>, 'userId' | 'cookieHash' | 'createdAt' | 'lastUsedAt' | 'lockedAt' | 'endedAt'> &
  Pick<Selectable<AppUser>, 'companyId' | 'roleId' | 'passkeyEnabled'> & {
    readonly sessionId: string
    readonly userActive: boolean
    readonly companyActive: boolean
    readonly passkeyMandatory: boolean
    readonly companyIds: readonly string[]
    /** The newest version of the terms that the person has accepted; null: none. */
    readonly acceptedTerms: number | null
  } & TagChanges
type FoundByToken = FoundSession & Pick<Selectable<SessionToken>, 'tokenHash'>

// This function belongs to the owner: it finds a session before any scope is known, and every request uses
// it.
const find = statementOnce((sql, value: Placeholders<{ tokenHashes: readonly Buffer[] }>) =>
  sql.selectFrom(fragment<FoundByToken>`find_sessions(${value.tokenHashes})`.as('found')).selectAll(),
)

type ById = { id: string }
type AtOf<Column extends keyof Session> = ById & { at: Selectable<Session>[Column] }

const touch = announcingStatement((sql, { id, at }: Placeholders<AtOf<'lastUsedAt'>>) =>
  sql.updateTable('session').set({ lastUsedAt: at }).where('id', '=', id).where('lastUsedAt', '<', at),
)
const markFirstUse = announcingStatement(
  (sql, { tokenHash, at }: Placeholders<{ tokenHash: Buffer; at: Date }>) =>
    sql
      .updateTable('sessionToken')
      .set({ firstUsedAt: at })
      .where('tokenHash', '=', tokenHash)
      .where('firstUsedAt', 'is', null)
      .returning('diesAt'),
)
const doomOthers = announcingStatement(
  (sql, value: Placeholders<{ sessionId: string; tokenHash: Buffer; diesAt: Date }>) =>
    sql
      .updateTable('sessionToken')
      .set({ diesAt: value.diesAt })
      .where('sessionId', '=', value.sessionId)
      .where('tokenHash', '<>', value.tokenHash)
      .where('diesAt', 'is', null),
)
const claimRotation = announcingStatement(
  (sql, { tokenHash, at, lastBefore }: Placeholders<{ tokenHash: Buffer; at: Date; lastBefore: Date }>) =>
    sql
      .updateTable('sessionToken')
      .set({ rotatedAt: at })
      .where('tokenHash', '=', tokenHash)
      .where('diesAt', 'is', null)
      .where((eb) => eb.or([eb('rotatedAt', 'is', null), eb('rotatedAt', '<=', lastBefore)])),
)
const end = announcingStatement(
  (sql, value: Placeholders<{ ids: readonly string[]; at: Date; reason: string }>) =>
    sql
      .updateTable('session')
      .set({ endedAt: value.at, endReason: value.reason })
      .where('endedAt', 'is', null)
      .where('id', '=', fragment<string>`any(${value.ids})`)
      .returning(['id', 'userId', 'companyId']),
)
const setLocked = announcingStatement((sql, { id, at }: Placeholders<AtOf<'lockedAt'>>) =>
  sql.updateTable('session').set({ lockedAt: at }).where('id', '=', id),
)
const setConfirmed = announcingStatement((sql, { id, at }: Placeholders<AtOf<'confirmedAt'>>) =>
  sql.updateTable('session').set({ confirmedAt: at }).where('id', '=', id),
)
const setEnrolUntil = announcingStatement((sql, { id, at }: Placeholders<AtOf<'enrolUntil'>>) =>
  sql.updateTable('session').set({ enrolUntil: at }).where('id', '=', id),
)

/** Sessions by the hashes of their tokens, in base64. */
export const findSessions = async (
  sql: Queries,
  tokenHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, FoundSession>> => {
  const { rows } = await find.send(sql, { tokenHashes })
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
  await touch(sql, { id, at })
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
  const { sessionId, at, othersDieAt: diesAt } = use
  const tokenHash = hashSecret(use.token)
  const [first] = (await markFirstUse(sql, { tokenHash, at })).rows
  if (first && first.diesAt === null) await doomOthers(sql, { sessionId, tokenHash, diesAt })
}

/** Claims the right to issue a successor; of simultaneous requests one gets it. */
export const claimSuccessor = async (
  sql: Queries,
  claim: { sessionId: string; token: string; at: Date; lastBefore: Date },
): Promise<boolean> => {
  announceChange(sql, `session:${claim.sessionId}`)
  const { token, at, lastBefore } = claim
  const { numAffectedRows } = await claimRotation(sql, { tokenHash: hashSecret(token), at, lastBefore })
  return numAffectedRows === 1n
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
  const { rows: ended } = await end(sql, { ids, at, reason })
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
  await setLocked(sql, { id, at })
}

export const readSessionLocked = async (sql: Queries, id: string): Promise<boolean> =>
  (await sessionOf(sql, id).select('lockedAt').executeTakeFirstOrThrow()).lockedAt !== null

/** Records that a factor was shown in this session. */
export const setSessionConfirmed = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await setConfirmed(sql, { id, at })
}

export const readSessionConfirmed = async (sql: Queries, id: string): Promise<Date | null> =>
  (await sessionOf(sql, id).select('confirmedAt').executeTakeFirst())?.confirmedAt ?? null

/** Until when this session may add a first factor. */
export const setSessionEnrolUntil = async (
  sql: Queries,
  { id, until }: { id: string; until: Date },
): Promise<void> => {
  await setEnrolUntil(sql, { id, at: until })
}

export const readSessionEnrolUntil = async (sql: Queries, id: string): Promise<Date | null> =>
  (await sessionOf(sql, id).select('enrolUntil').executeTakeFirst())?.enrolUntil ?? null

/** Deletes sessions, tokens and grants that were not used since an instant. */
export const dropSessionsBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('session').where('lastUsedAt', '<', at).execute()
}
