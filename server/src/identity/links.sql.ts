import { createHash } from 'node:crypto'
import { after } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'

export type LinkKind = 'verify_email' | 'email_change' | 'recover' | 'factor_enrolment' | 'card_freeze'

/** A link that was sent; its token is known to the receiver only. Times are real time. */
export type OneTimeLink = {
  readonly kind: LinkKind
  readonly companyId: string
  readonly userId: string
  /** Where it was sent. */
  readonly email: string
  readonly emailChangeId: string | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

const hourMs = 3_600_000
const livesMs: Readonly<Record<LinkKind, number>> = {
  verify_email: 24 * hourMs,
  email_change: 24 * hourMs,
  recover: hourMs,
  factor_enrolment: hourMs,
  card_freeze: hourMs,
}
const tokenBytes = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const insert = `insert into one_time_link (token_hash, kind, company_id, user_id, email, email_change_id,
    created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const find = `select kind, company_id, user_id, email, email_change_id, expires_at, used_at
  from one_time_link where token_hash = $1 and kind = any($2)`
const use = `update one_time_link set used_at = $2
  where token_hash = $1 and used_at is null and expires_at > $2`
const endAll = `update one_time_link set used_at = $3
  where user_id = $1 and kind = any($2) and used_at is null`
const dropOld = 'delete from one_time_link where expires_at < $1'

/** Makes a link and gives its token, which is stored nowhere. */
export const insertLink = async (
  sql: Queries,
  ids: Ids,
  link: Omit<OneTimeLink, 'expiresAt' | 'usedAt'> & { at: Date },
): Promise<string> => {
  const token = ids.secret(tokenBytes).toString('base64url')
  const { kind, companyId, userId, email, emailChangeId, at } = link
  const expiresAt = after(at, livesMs[kind])
  await sql.run(insert, [hashOf(token), kind, companyId, userId, email, emailChangeId, at, expiresAt])
  return token
}

/** A link by its token, also when it is used up or too old: its page sends a new one. */
export const findLink = async (
  sql: Queries,
  token: string,
  kinds: readonly LinkKind[],
): Promise<OneTimeLink | null> => {
  const row = await sql.maybe<{
    kind: LinkKind
    company_id: string
    user_id: string
    email: string
    email_change_id: string | null
    expires_at: Date
    used_at: Date | null
  }>(find, [hashOf(token), kinds])
  return row
    ? {
        kind: row.kind,
        companyId: row.company_id,
        userId: row.user_id,
        email: row.email,
        emailChangeId: row.email_change_id,
        expiresAt: row.expires_at,
        usedAt: row.used_at,
      }
    : null
}

/** Uses a link up. Of two at the same time one gets true. */
export const useLink = async (sql: Queries, token: string, at: Date): Promise<boolean> =>
  (await sql.run(use, [hashOf(token), at])) === 1

/** Ends what is open of these kinds: after a new password old recovery links open nothing. */
export const endLinks = async (
  sql: Queries,
  { userId, kinds, at }: { userId: string; kinds: readonly LinkKind[]; at: Date },
): Promise<void> => {
  await sql.run(endAll, [userId, kinds, at])
}

export const dropLinksBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.run(dropOld, [at])
}

/** Whether it can still be used. */
export const isLive = (link: OneTimeLink, now: Date): boolean => link.usedAt === null && link.expiresAt > now
