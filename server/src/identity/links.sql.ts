import { createHash } from 'node:crypto'
import { after } from '../kernel/clock.ts'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'

export type LinkKind =
  | 'verify_email'
  | 'email_change'
  | 'email_change_old'
  | 'recover'
  | 'factor_enrolment'
  | 'card_freeze'
  | 'invitation'
  | 'default_password'

/** A link that was sent, or that a login opened. Only the receiver knows its token. Times are real time. */
export type OneTimeLink = {
  readonly kind: LinkKind
  readonly companyId: string
  readonly userId: string
  /** The address that it was sent to. */
  readonly email: string
  readonly emailChangeId: string | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

/** The two links of a change of e-mail: to the new address and to the old one. */
export const changeLinks = ['email_change', 'email_change_old'] as const

const hourMs = 3_600_000
const livesOf: Readonly<Record<LinkKind, number>> = {
  verify_email: 24 * hourMs,
  email_change: 24 * hourMs,
  email_change_old: 24 * hourMs,
  recover: hourMs,
  factor_enrolment: hourMs,
  card_freeze: hourMs,
  invitation: 72 * hourMs,
  default_password: hourMs / 4,
}
const tokenBytes = 32

/** Under which a link is stored. */
export const linkHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type NewLink = Omit<OneTimeLink, 'expiresAt' | 'usedAt'> & {
  readonly at: Date
  /** Absent: the time of its kind. */
  readonly livesMs?: number
}

/** The token of a new link. It is in the link's mail, and stored nowhere. */
export const newLinkToken = (ids: Ids): string => ids.secret(tokenBytes).toString('base64url')

/** Stores a link by the hash of its token. */
export const saveLink = async (sql: Queries, token: string, link: NewLink): Promise<void> => {
  const { at, livesMs = livesOf[link.kind], ...made } = link
  await sql
    .insertInto('oneTimeLink')
    .values({
      ...made,
      tokenHash: linkHashOf(token),
      createdAt: at,
      expiresAt: after(at, livesMs),
    })
    .execute()
}

/** Makes a link and returns its token. */
export const insertLink = async (sql: Queries, ids: Ids, link: NewLink): Promise<string> => {
  const token = newLinkToken(ids)
  await saveLink(sql, token, link)
  return token
}

/** Finds a link by its token, also when it is used or expired, because its page sends a new one. */
export const findLink = async <Kind extends LinkKind>(
  sql: Queries,
  token: string,
  kinds: readonly Kind[],
): Promise<(OneTimeLink & { readonly kind: Kind }) | null> => {
  const link = await sql
    .selectFrom('oneTimeLink')
    .select(['kind', 'companyId', 'userId', 'email', 'emailChangeId', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', linkHashOf(token))
    .where('kind', '=', anyOf(kinds))
    .executeTakeFirst()
  return link ? { ...link, kind: link.kind as Kind } : null
}

/** Whether a link of this kind to a change of e-mail was not used or ended. */
export const hasUnusedLink = async (
  sql: Queries,
  { emailChangeId, kind }: { readonly emailChangeId: string; readonly kind: LinkKind },
): Promise<boolean> => {
  const unused = sql.selectFrom('oneTimeLink').select('kind').where('usedAt', 'is', null)
  const found = unused.where('emailChangeId', '=', emailChangeId).where('kind', '=', kind).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Uses a link. Only one of two concurrent uses gets true. */
export const useLink = async (sql: Queries, token: string, at: Date): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('oneTimeLink')
      .set({ usedAt: at })
      .where('tokenHash', '=', linkHashOf(token))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', at)
      .executeTakeFirst(),
  )

/** Ends the unused links of these kinds. After a new password, old recovery links do not work. */
export const endLinks = async (
  sql: Queries,
  { userId, kinds, at }: { userId: string; kinds: readonly LinkKind[]; at: Date },
): Promise<void> => {
  await sql
    .updateTable('oneTimeLink')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('kind', '=', anyOf(kinds))
    .where('usedAt', 'is', null)
    .execute()
}

/** Ends all unused links of a person. */
export const endAllLinks = async (
  sql: Queries,
  { userId, at }: { userId: string; at: Date },
): Promise<void> => endLinks(sql, { userId, kinds: Object.keys(livesOf) as LinkKind[], at })

export const dropLinksBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('oneTimeLink').where('expiresAt', '<', at).execute()
}

/** Whether the link can still be used. */
export const isLive = (link: OneTimeLink, now: Date): boolean => link.usedAt === null && link.expiresAt > now
