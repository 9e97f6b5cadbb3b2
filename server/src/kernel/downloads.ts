import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDownload, fetchDownload } from '@cardamom/contract/downloads'
import type { Endpoint, InputOf } from '@cardamom/contract/endpoint'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepted, refused, type Answer } from './answer.ts'
import { after } from './clock.ts'
import type { Queries, Scope } from './database.ts'
import type { Log } from './log.ts'
import type { Kernel } from './module.ts'
import type { Language } from './principal.ts'

/** How long a one-time address waits, in real time (api, Files out). */
const addressLivesMs = 60_000
const secretBytes = 32

/** A file as it is made, piece by piece. */
export type FileOut = {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string | Uint8Array>
}

/** Who a file is for, and what it is made from. */
export type FileFacts<I> = {
  readonly sql: Queries
  readonly me: { readonly userId: string; readonly companyId: string }
  readonly input: I
  readonly lang: Language
  readonly now: Date
}

type Make<I> = (facts: FileFacts<I>) => Promise<Answer<FileOut, 'record_not_found' | 'unavailable'>>

type FileCall = Pick<Endpoint, 'input' | 'who'> & { readonly make: Make<never> }

/** The files that can be fetched over a one-time address, by the path of their call. */
export type Downloads = {
  readonly add: <E extends Endpoint>(declared: E, make: Make<InputOf<E>>) => void
  readonly find: (path: string) => FileCall | undefined
}

export const createDownloads = (): Downloads => {
  const calls = new Map<string, FileCall>()
  return {
    add: ({ path, input, who }, make) =>
      void calls.set(path, { ...(input ? { input } : {}), who, make: make as Make<never> }),
    find: (path) => calls.get(path),
  }
}

/**
 * Sends a file as an attachment, inside the read transaction that it is made from. Who goes away in the middle has no
 * more than the part that was read.
 */
export const sendFile = async (
  reply: FastifyReply,
  file: FileOut,
  about: { readonly log: Log; readonly requestId: string },
): Promise<void> => {
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(header, value)
  }
  reply.raw.writeHead(200, {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
  await pipeline(Readable.from(file.pieces), reply.raw).catch((error: unknown) =>
    about.log.error('A file was not finished', error, { requestId: about.requestId }),
  )
}

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
  { mount, downloads, ids, clock, db, log }: Kernel,
  sessionsOf: SessionsOfRequest,
): void => {
  mount(createDownload, async ({ sql, me, input: { call, query }, lang }) => {
    const file = downloads.find(call)
    if (!file) throw new Error(`Nobody makes the file of ${call}`)
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
    return db.read(row.scope, async (sql) => {
      const input = file.input?.parse(row.query) as never
      const me = { userId: row.user_id, companyId: row.company_id }
      const made = await file.make({ sql, me, input, lang: row.lang, now })
      if (!made.accepted) return made
      await sendFile(reply, made.value, { log, requestId })
      return accepted(null)
    })
  })
}
