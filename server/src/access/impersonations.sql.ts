import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'
import type { TagChanges } from './permission.ts'

/** The person of an impersonation, as a request finds them. */
export type FoundImpersonated = {
  readonly userId: string
  readonly companyId: string
  readonly roleId: number
  readonly userActive: boolean
  readonly companyActive: boolean
  readonly companyIds: readonly string[]
  readonly endsAt: Date
  readonly endedAt: Date | null
  readonly mayChange: boolean
} & TagChanges

/** The last impersonation of this person that the session opened; null: none. */
export const findImpersonated = async (
  sql: Queries,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<FoundImpersonated | null> =>
  (await sql
    .selectFrom(fragment<FoundImpersonated>`find_impersonated(${sessionId}, ${userId})`.as('found'))
    .selectAll()
    .executeTakeFirst()) ?? null

export type NewImpersonation = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly adminId: string
  readonly sessionId: string
  readonly reason: string
  readonly token: string
  readonly createdAt: Date
  readonly linkExpiresAt: Date
}

export const insertImpersonation = async (
  sql: Queries,
  { token, ...row }: NewImpersonation,
): Promise<void> => {
  await sql
    .insertInto('impersonation')
    .values({ ...row, tokenHash: hashSecret(token) })
    .execute()
}

/** Opens the link of a token, once. Null: it is used, expired, of another session or unknown. */
export const openByToken = async (
  sql: Queries,
  { token, sessionId, at, endsAt }: { token: string; sessionId: string; at: Date; endsAt: Date },
) =>
  (await sql
    .updateTable('impersonation')
    .set({ openedAt: at, endsAt })
    .where('tokenHash', '=', hashSecret(token))
    .where('sessionId', '=', sessionId)
    .where('openedAt', 'is', null)
    .where('linkExpiresAt', '>', at)
    .returning(['id', 'userId', 'companyId'])
    .executeTakeFirst()) ?? null

/** Ends the impersonations that a session has open, except one. Returns the people. */
export const endOpenImpersonations = async (
  sql: Queries,
  { sessionId, exceptId, at }: { sessionId: string; exceptId: string | null; at: Date },
) =>
  sql
    .updateTable('impersonation')
    .set({ endedAt: at })
    .where('sessionId', '=', sessionId)
    .where('id', 'is distinct from', exceptId)
    .where('openedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', at)
    .returning(['id', 'userId', 'companyId'])
    .execute()

/** Ends the impersonations of a person, and the links to them. */
export const endImpersonationsOf = async (
  sql: Queries,
  { userId, at }: { userId: string; at: Date },
): Promise<void> => {
  const ofPerson = sql.updateTable('impersonation').where('userId', '=', userId)
  await ofPerson
    .set({ linkExpiresAt: at })
    .where('openedAt', 'is', null)
    .where('linkExpiresAt', '>', at)
    .execute()
  await ofPerson.set({ endedAt: at }).where('endedAt', 'is', null).where('endsAt', '>', at).execute()
}

/** The open impersonation of a person by a session, with its reason. */
export const readOpenImpersonation = async (
  sql: Queries,
  { sessionId, userId }: { sessionId: string; userId: string },
) =>
  sql
    .selectFrom('impersonation')
    .select(['id', 'reason', 'endsAt', 'endedAt', 'changesAllowedAt'])
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .where('openedAt', 'is not', null)
    .orderBy('openedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Allows changes in an impersonation that is open. */
export const allowChanges = async (
  sql: Queries,
  { id, at, checkerId, reason }: { id: string; at: Date; checkerId: string; reason: string },
): Promise<void> => {
  await sql
    .updateTable('impersonation')
    .set({ changesAllowedAt: at, changesAllowedBy: checkerId, changesReason: reason })
    .where('id', '=', id)
    .execute()
}
