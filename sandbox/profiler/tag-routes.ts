import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HitKind, ProfileStore } from './profile-store.ts'

/** The organisation that the official library names in every address. */
export const libraryOrgId = '4a08uqve'

const mostReportBytes = 16 * 1024
const sessionForm = /^[\w-]{1,128}$/
const source = readFileSync(join(import.meta.dirname, 'page/tags.js'), 'utf8').replace(
  'export const profileDevice',
  'const profileDevice',
)
/** One transparent pixel. */
const clearPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

type TagQuery = { readonly orgId: string; readonly sessionId: string }

/** The script runs in its own block, so that it leaves nothing in the page. */
const scriptFor = (profile: TagQuery & { base: string }): string =>
  `{\n${source}\nprofileDevice(${JSON.stringify(profile)})\n}\n`

const readTagQuery = (request: FastifyRequest, orgId: string): TagQuery | null => {
  const query = request.query as Record<string, unknown>
  const { org_id: org, session_id: sessionId } = query
  const fits = org === orgId && typeof sessionId === 'string' && sessionForm.test(sessionId)
  return fits ? { orgId, sessionId } : null
}

const objectOf = (body: unknown): Record<string, unknown> | null => {
  try {
    const read: unknown = JSON.parse(String(body))
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** For browsers without scripts: the frame that the library adds to the page. */
const framePage = ({ orgId, sessionId }: TagQuery) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Profiling</title></head>` +
  `<body><img src="/fp/clear.png?org_id=${orgId}&amp;session_id=${sessionId}&amp;m=2" alt=""></body></html>`

const frameHeaders = {
  'content-security-policy': `default-src 'none'; img-src 'self'`,
  'x-content-type-options': 'nosniff',
}

/**
 * The protocol that the official library expects from ThreatMetrix: `/fp/tags.js` and `/fp/tags`, with
 * `org_id` and `session_id`, and the requests of the script itself. An unknown organisation or a malformed
 * session is 400.
 */
export const mountTags = (
  app: FastifyInstance,
  deps: { store: ProfileStore; orgId: string; publicUrl: string; now: () => Date },
): void => {
  const { store, orgId, publicUrl, now } = deps

  const save = (
    request: FastifyRequest,
    hit: TagQuery & { kind: HitKind; facts?: Record<string, unknown> },
  ) =>
    store.save({
      ...hit,
      facts: hit.facts ?? null,
      address: request.ip,
      at: now().toISOString(),
      referrer: request.headers.referer ?? null,
      hadCookies: request.headers.cookie !== undefined,
    })

  const answering =
    (answer: (wanted: TagQuery, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store')
      const wanted = readTagQuery(request, orgId)
      if (wanted === null) return reply.code(400).send({ error: 'org_id or session_id is missing or wrong' })
      return answer(wanted, request, reply)
    }

  app.get(
    '/fp/tags.js',
    answering((wanted, request, reply) => {
      save(request, { ...wanted, kind: 'script' })
      const script = scriptFor({ ...wanted, base: publicUrl })
      return reply.type('text/javascript; charset=utf-8').send(script)
    }),
  )
  app.get(
    '/fp/tags',
    answering((wanted, request, reply) => {
      save(request, { ...wanted, kind: 'frame' })
      return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(framePage(wanted))
    }),
  )
  app.get(
    '/fp/clear.png',
    answering((wanted, request, reply) => {
      const isOfFrame = (request.query as Record<string, unknown>)['m'] === '2'
      save(request, { ...wanted, kind: isOfFrame ? 'still' : 'clear' })
      return reply.type('image/png').send(clearPixel)
    }),
  )
  app.post(
    '/fp/report',
    { bodyLimit: mostReportBytes },
    answering((wanted, request, reply) => {
      const facts = objectOf(request.body)
      if (facts === null) return reply.code(400).send({ error: 'the report is no object' })
      save(request, { ...wanted, kind: 'report', facts })
      return reply.code(204).send()
    }),
  )
}
