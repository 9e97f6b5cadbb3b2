import { createHash } from 'node:crypto'
import { createDownload, fetchDownload } from '@cardamom/contract/downloads'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { accepted, refused } from './answer.ts'
import { unknownFields } from './call-input.ts'
import { after } from './clock.ts'
import type { Scope } from './database.ts'
import { anyOf, type Queries } from './queries.ts'
import type { Kernel } from './module.ts'
import type { Language } from './principal.ts'

/** How long a one-time address waits, in real time (api §1). */
const addressLivesMs = 60_000
const secretBytes = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Gives a download that one of these sessions may fetch, and removes it: an address holds once. */
const claimDownload = (sql: Queries, of: { tokenHash: Buffer; now: Date; sessionIds: readonly string[] }) =>
  sql
    .deleteFrom('download')
    .where('tokenHash', '=', of.tokenHash)
    .where('expiresAt', '>', of.now)
    .where('sessionId', '=', anyOf(of.sessionIds))
    .returning(['companyId', 'userId', 'call', 'query', 'scope', 'lang'])
    .$castTo<{
      companyId: string
      userId: string
      call: string
      query: Record<string, string>
      scope: Scope
      lang: Language
    }>()
    .executeTakeFirst()

/** Open sessions, not locked, that the cookie of a request belongs to. */
export type SessionsOfRequest = (sql: Queries, request: FastifyRequest) => Promise<readonly string[]>

/** Mounts the one-time addresses; the modules add their files. */
export const mountDownloads = (
  { mount, downloads, ids, clock }: Kernel,
  sessionsOf: SessionsOfRequest,
): void => {
  mount(createDownload, async ({ sql, me, input: { call, query }, lang }) => {
    const file = downloads.find(call)
    if (!file) throw new Error(`Nobody makes the file of ${call}`)
    const unknown = unknownFields(file.input, query)
    if (unknown) return refused('validation', { data: { errors: unknown } })
    const parsed = file.input?.safeParse(query, { error: fieldErrorMap })
    if (parsed && !parsed.success) {
      return refused('validation', { data: { errors: fieldCodes(parsed.error) } })
    }
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
    return accepted({ url: `/api/downloads/${token}`, expiresAt })
  })

  mount(fetchDownload, async ({ params, writeAll, now, request, reply, requestId }) => {
    const download = await writeAll(async ({ sql }) => {
      const sessionIds = await sessionsOf(sql, request)
      return claimDownload(sql, { tokenHash: hashOf(params.token), now: clock.realNow(), sessionIds })
    })
    const file = download && downloads.find(download.call)
    if (!download || !file) return refused('link_expired')
    const input = file.input?.parse(download.query) as never
    const { scope, userId, companyId, lang } = download
    const facts = { me: { userId, companyId }, input, lang, now }
    return downloads.send(file, { reply, requestId, scope, facts })
  })
}
