import { createDownload, fetchDownload } from '@cardamom/contract/downloads'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { accepted, refused } from './answer.ts'
import { unknownFields } from './call-input.ts'
import { claimDownload, createDownloadAddress } from './download-address.ts'
import type { Queries } from './queries.ts'
import type { Kernel } from './module.ts'

/** Open sessions, not locked, that the cookie of a request belongs to. */
export type SessionsOfRequest = (sql: Queries, request: FastifyRequest) => Promise<readonly string[]>

/** Mounts the one-time addresses; the modules add their files. */
export const mountDownloads = (kernel: Kernel, sessionsOf: SessionsOfRequest): void => {
  const { mount, downloads, clock } = kernel
  mount(createDownload, async ({ sql, me, input: { call, query }, lang }) => {
    const file = downloads.find(call)
    if (!file) throw new Error(`Nobody makes the file of ${call}`)
    const unknown = unknownFields(file.input, query)
    if (unknown) return refused('validation', { data: { errors: unknown } })
    const parsed = file.input?.safeParse(query, { error: fieldErrorMap })
    if (parsed && !parsed.success) {
      return refused('validation', { data: { errors: fieldCodes(parsed.error) } })
    }
    return accepted(await createDownloadAddress(sql, kernel, { me, call, query, lang }))
  })

  mount(fetchDownload, async ({ params, writeAll, now, request, reply, requestId }) => {
    const download = await writeAll(async ({ sql }) => {
      const sessionIds = await sessionsOf(sql, request)
      return claimDownload(sql, { token: params.token, now: clock.realNow(), sessionIds })
    })
    const file = download && downloads.find(download.call)
    if (!download || !file) return refused('link_expired')
    const input = file.input?.parse(download.query) as never
    const { scope, userId, companyId, lang } = download
    const facts = { me: { userId, companyId }, input, lang, now }
    return downloads.send(file, { reply, requestId, scope, facts })
  })
}
