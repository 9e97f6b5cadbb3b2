import { existsSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Refused } from './answer.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { contentSecurityPolicy, permissionsPolicy } from './content-security.ts'
import type { Ids } from './ids.ts'
import { languageOf } from './language.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { sendRefusal, type MessageOf } from './reply.ts'
import type { StorageWatch } from './storage-watch.ts'
import type { WebPage } from './web-page.ts'

const bodyLimitBytes = 256 * 1024
const oneYearSeconds = 31_536_000
const storageRetrySeconds = 60
const databaseRetrySeconds = 2

type Deps = {
  config: Config
  clock: Clock
  ids: Ids
  log: Log
  metrics: Metrics
  messageOf: MessageOf
  storage: StorageWatch
  page: WebPage
  webDir: string | null
}

/** A refusal of what no call has taken on, in the words of our refusals. */
const refuse = (
  { messageOf }: Pick<Deps, 'messageOf'>,
  of: { request: FastifyRequest; reply: FastifyReply; code: string; data?: Refused['data'] },
) =>
  sendRefusal({
    reply: of.reply,
    refusal: { accepted: false, code: of.code, data: of.data ?? {}, field: null },
    declared: { refusals: { body_too_large: 413, media_type_not_supported: 415 } },
    lang: languageOf(of.request),
    messageOf,
    requestId: of.request.id,
  })

/** What fastify itself refuses, in the words of our refusals; everything else thrown is a bug with an id. */
const refusalCodes: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'validation',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'validation',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_not_supported',
}

const answerError = (deps: Deps) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  // The file server's word for a folder or a dotted path: there is nothing of that name.
  if (error.statusCode === 403 || error.statusCode === 404) return notFound(deps)(request, reply)
  const code = refusalCodes[error.code] ?? (error.statusCode === 400 ? 'validation' : null)
  if (code) return refuse(deps, { request, reply, code })
  const trouble = deps.storage.note(error)
  if (trouble && !reply.sent) {
    const isAway = trouble === 'unreachable' || trouble === 'busy'
    const data = { retryAfterSeconds: isAway ? databaseRetrySeconds : storageRetrySeconds }
    return refuse(deps, { request, reply, code: isAway ? 'unavailable' : 'storage_unavailable', data })
  }
  const requestId = request.id
  deps.log.error('A request failed', error, {
    requestId,
    method: request.method,
    route: request.routeOptions.url,
  })
  if (reply.sent) return reply
  const message = deps.messageOf(languageOf(request), 'refusals.internal')
  return reply.code(500).send({ success: false, code: 'internal', message, requestId })
}

/** Each browser has its own: with its company's face and the files of its path. */
const sendPage = async ({ page }: Deps, webDir: string, request: FastifyRequest, reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie')
    .type('text/html; charset=utf-8')
    .send(await page.html(request, webDir))

/** What says how a document behaves, and means nothing for a script, a style sheet or a font. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

const serveWeb = async (deps: Deps, app: FastifyInstance, webDir: string) => {
  for (const path of ['/', '/index.html'])
    app.get(path, (request, reply) => sendPage(deps, webDir, request, reply))
  await app.register(serveStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Built files carry their hash in the name; the page and the worker do not.
      const forEver = path.includes(`${join('/', 'assets', '/')}`)
      void reply.header(
        'cache-control',
        forEver ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache',
      )
      // A kilobyte with each of thirty small files.
      if (/\.(?:js|css|woff2)$/.test(path)) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
}

const notFound = (deps: Deps) => (request: FastifyRequest, reply: FastifyReply) => {
  const isPage =
    request.method === 'GET' &&
    !request.url.startsWith('/api') &&
    !/\.\w+$/.test(request.url.split('?')[0] ?? '')
  if (isPage && deps.webDir) return sendPage(deps, deps.webDir, request, reply)
  return refuse(deps, { request, reply, code: 'record_not_found' })
}

/** The HTTP server with its headers, errors, compression and the built web app; calls are mounted on it afterwards. */
export const createHttpServer = async (deps: Deps): Promise<FastifyInstance> => {
  const { config, clock, ids } = deps
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: config.TRUST_PROXY ?? false,
    genReqId: () => ids.next(),
    // Paths that the router itself refuses (an id of 400 characters, a broken escape) name nothing.
    frameworkErrors: (_error, request, reply) => void notFound({ ...deps, webDir: null })(request, reply),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  })
  await app.register(cookie)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:') ? { maxAge: oneYearSeconds } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const policy = permissionsPolicy(config)
  app.addHook('onRequest', async (request, reply) => {
    void reply
      .header('x-request-id', request.id)
      .header('cardamom-now', clock.now().getTime())
      .header('permissions-policy', policy)
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    deps.metrics.request({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime })
    deps.log.info('request', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
  app.setErrorHandler(answerError(deps))
  if (deps.webDir && existsSync(deps.webDir)) await serveWeb(deps, app, deps.webDir)
  app.setNotFoundHandler(notFound(deps))
  return app
}
