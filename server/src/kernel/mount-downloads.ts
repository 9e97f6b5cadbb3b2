import { createDownload, fetchDownload } from '@cardamom/contract/downloads'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { accepted, refused } from './answer.ts'
import { unknownFields } from './call-input.ts'
import { claimDownload, createDownloadAddress } from './download-address.ts'
import type { Scope } from './database.ts'
import { tagsOf } from './mount-rules.ts'
import type { Queries } from './queries.ts'
import type { Kernel } from './module.ts'
import { sameScope, type SessionPrincipal } from './principal.ts'

/** An open session with its current permissions and scopes. */
export type OpenSession = Pick<SessionPrincipal, 'sessionId' | 'may' | 'scope' | 'ownScope'>
/** Finds the open and unlocked sessions of a request's cookie. */
export type SessionsOfRequest = (sql: Queries, request: FastifyRequest) => Promise<readonly OpenSession[]>

/**
 * Whether the person may still have the file, and sees the same rows as when its address was made. Roles may
 * have changed meanwhile.
 */
const isStillTheirs = (
  file: Pick<Endpoint, 'who' | 'alsoTag'>,
  { may, scope, ownScope }: OpenSession,
  promised: Scope,
): boolean => tagsOf(file).every(may) && sameScope(promised, file.who === 'signed-in' ? ownScope : scope)

/** Mounts the calls of one-time addresses; modules add their files. */
export const mountDownloads = (kernel: Kernel, sessionsOf: SessionsOfRequest): void => {
  const { mount, downloads, clock } = kernel
  mount(createDownload, async ({ sql, me, input: { call, query }, lang }) => {
    const file = downloads.find(call)
    if (!file) throw new Error(`No file is registered for ${call}`)
    const unknown = unknownFields(file.input, query)
    if (unknown) return refused('validation', { data: { errors: unknown } })
    const parsed = file.input?.safeParse(query, { error: fieldErrorMap })
    if (parsed && !parsed.success) {
      return refused('validation', { data: { errors: fieldCodes(parsed.error) } })
    }
    return accepted(await createDownloadAddress(sql, kernel, { me, call, query, lang }))
  })

  mount(fetchDownload, async ({ params, writeAll, now, request, reply, requestId }) => {
    const { download, session } = await writeAll(async ({ sql }) => {
      const sessions = await sessionsOf(sql, request)
      const sessionIds = sessions.map(({ sessionId }) => sessionId)
      const claimed = await claimDownload(sql, { token: params.token, now: clock.realNow(), sessionIds })
      const mine = sessions.find(({ sessionId }) => sessionId === claimed?.sessionId)
      return { download: claimed, session: mine }
    })
    const file = download && downloads.find(download.call)
    if (!file || !session || !isStillTheirs(file, session, download.scope)) return refused('link_expired')
    const input = file.input?.parse(download.query) as never
    const { scope, userId, companyId, lang } = download
    const facts = { me: { userId, companyId, may: session.may }, input, lang, now }
    return downloads.send(file, { reply, requestId, scope, facts })
  })
}
