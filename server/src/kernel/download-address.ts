import { createHash } from 'node:crypto'
import { after, type Clock } from './clock.ts'
import type { Scope } from './database.ts'
import type { Ids } from './ids.ts'
import type { Language, SessionPrincipal } from './principal.ts'
import { anyOf, type Queries } from './queries.ts'

/** Lifetime of a one-time address, in real time (api §8). */
const addressLivesMs = 60_000
const secretBytes = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A file that a person may fetch: the path of its call, and the query as it was sent. */
type AddressRequest = {
  readonly me: Pick<SessionPrincipal, 'companyId' | 'userId' | 'sessionId' | 'scope'>
  readonly call: string
  readonly query: object
  readonly lang: Language
}

/** Creates a one-time address. The caller has checked that this person may have the file. */
export const createDownloadAddress = async (
  sql: Queries,
  { ids, clock }: { ids: Ids; clock: Clock },
  { me, call, query, lang }: AddressRequest,
): Promise<{ url: string; expiresAt: Date }> => {
  const token = ids.secret(secretBytes).toString('base64url')
  const now = clock.realNow()
  const expiresAt = after(now, addressLivesMs)
  await sql.deleteFrom('download').where('expiresAt', '<=', now).execute()
  await sql
    .insertInto('download')
    .values({
      tokenHash: hashOf(token),
      companyId: me.companyId,
      userId: me.userId,
      sessionId: me.sessionId,
      call,
      query: JSON.stringify(query),
      scope: JSON.stringify(me.scope),
      lang,
      expiresAt,
    })
    .execute()
  return { url: `/api/downloads/${token}`, expiresAt }
}

/** Returns a download that one of these sessions may fetch, and deletes it: an address works once. */
export const claimDownload = (
  sql: Queries,
  of: { token: string; now: Date; sessionIds: readonly string[] },
) =>
  sql
    .deleteFrom('download')
    .where('tokenHash', '=', hashOf(of.token))
    .where('expiresAt', '>', of.now)
    .where('sessionId', '=', anyOf(of.sessionIds))
    .returning(['companyId', 'userId', 'sessionId', 'call', 'query', 'scope', 'lang'])
    .$castTo<{
      companyId: string
      userId: string
      sessionId: string
      call: string
      query: Record<string, string>
      scope: Scope
      lang: Language
    }>()
    .executeTakeFirst()
