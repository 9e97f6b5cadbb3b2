import { createHash } from 'node:crypto'
import { createDownload, fetchDownload } from '@cardamom/contract/downloads'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { accepted, refused } from './answer.ts'
import { unknownFields } from './call-input.ts'
import { after } from './clock.ts'
import type { Scope } from './database.ts'
import type { Queries } from './queries.ts'
import type { Kernel } from './module.ts'
import type { Language } from './principal.ts'

/** How long a one-time address waits, in real time (api §1). */
const addressLivesMs = 60_000
const secretBytes = 32

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Row = {
  company_id: string
  user_id: string
  session_id: string
  call: string
  query: Record<string, string>
  scope: Scope
  lang: Language
}

const insert = `insert into download (token_hash, company_id, user_id, session_id, call, query, scope, lang, expires_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9)`
const dropOld = 'delete from download where expires_at <= $1'
const take = `delete from download where token_hash = $1 and expires_at > $2 and session_id = any ($3::uuid[])
  returning company_id, user_id, session_id, call, query, scope, lang`

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
    const [asked, scope] = [JSON.stringify(query), JSON.stringify(me.scope)]
    const whose = [me.companyId, me.userId, me.sessionId]
    await sql.run(dropOld, [now])
    await sql.run(insert, [hashOf(token), ...whose, call, asked, scope, lang, expiresAt])
    return accepted({ url: `/api/downloads/${token}`, expiresAt })
  })

  mount(fetchDownload, async ({ params, writeAll, now, request, reply, requestId }) => {
    const row = await writeAll(async ({ sql }) => {
      const sessionIds = await sessionsOf(sql, request)
      return sql.maybe<Row>(take, [hashOf(params.token), clock.realNow(), sessionIds])
    })
    const file = row && downloads.find(row.call)
    if (!row || !file) return refused('link_expired')
    const input = file.input?.parse(row.query) as never
    const { scope, user_id: userId, company_id: companyId, lang } = row
    const facts = { me: { userId, companyId }, input, lang, now }
    return downloads.send(file, { reply, requestId, scope, facts })
  })
}
