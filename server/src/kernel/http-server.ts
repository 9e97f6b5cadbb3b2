import { existsSync } from 'node:fs'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { RefusedAnswer } from './answer.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { readFixedHeaders } from './fixed-headers.ts'
import type { Ids } from './ids.ts'
import { languageOf } from './language.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { networkOf, type RateLimits } from './rate-limit.ts'
import { dropUnstorableCookies, parseJsonOnly, unstorableFields } from './request-body.ts'
import { sendRendered } from './rendered.ts'
import { sendRefusal, type MessageOf } from './reply.ts'
import type { StorageWatch } from './storage-watch.ts'
import { answerUnreadable } from './unreadable-requests.ts'
import { serveFiles } from './web-files.ts'
import type { WebPage } from './web-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that answers with a document and is no call. The limit of pages applies. */
    isPage?: true
  }
}

const bodyLimitBytes = 256 * 1024
/** Limit of a whole request: 8 MiB need 0.6 Mbit/s. */
const requestTimeoutMs = 120_000
const headersTimeoutMs = 15_000
/** Limit without a byte in either direction. The live stream sends a heartbeat. */
const silenceMs = 60_000
const connectionChecksMs = 5000
const storageRetrySeconds = 60
/** Node refuses longer headers. */
const longestUrl = 16 * 1024
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
  rateLimits: RateLimits
  webDir: string | null
}

/** A refusal for a request that no call handles, in the form of our refusals. */
const refuse = (
  { messageOf }: Pick<Deps, 'messageOf'>,
  of: { request: FastifyRequest; reply: FastifyReply; code: string; data?: RefusedAnswer['data'] },
) =>
  sendRefusal({
    reply: of.reply,
    refusal: { accepted: false, code: of.code, data: of.data ?? {}, field: null },
    declared: { refusals: { body_too_large: 413, media_type_not_supported: 415 } },
    lang: languageOf(of.request),
    messageOf,
    requestId: of.request.id,
  })

const refuseOver = (deps: Deps, request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number) =>
  refuse(deps, { request, reply, code: 'rate_limited', data: { retryAfterSeconds } })

/** Errors of fastify in the form of our refusals. Any other error is a bug and gets an id. */
const refusalCodes: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'validation',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'validation',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_not_supported',
}

const answerError = (deps: Deps) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  // The file server's error for a folder or a dotted path: the file does not exist.
  if (error.statusCode === 403 || error.statusCode === 404) return notFound(deps)(request, reply)
  const code = refusalCodes[error.code] ?? (error.statusCode === 400 ? 'validation' : null)
  if (code) return refuse(deps, { request, reply, code })
  const trouble = deps.storage.report(error)
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

/** Each browser gets its own document, with its company's branding and the files of its path. */
const sendPage = async (deps: Deps, webDir: string, request: FastifyRequest, reply: FastifyReply) => {
  const wait = deps.rateLimits.consume('page', networkOf(request.ip)).retryAfterSeconds
  if (wait !== null) return refuseOver(deps, request, reply, wait)
  const { document, isKnown } = await deps.page.answer(request, webDir)
  void reply
    .code(isKnown ? 200 : 404)
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie')
  return sendRendered(request, reply, document)
}

/** Methods of a page or of a route that is no call, for `Allow`. `refuseOtherMethods` handles calls. */
const methodsOf = ({ webDir, page }: Deps, { server }: FastifyRequest, path: string): readonly string[] => {
  if (webDir && page.isKnown(path, webDir)) return ['GET', 'HEAD']
  // The router would read characters of its own patterns in other paths.
  if (!/^[\w./-]+$/.test(path)) return []
  return server.supportedMethods.filter((method) => server.hasRoute({ method, url: path })).toSorted()
}

const notFound = (deps: Deps) => (request: FastifyRequest, reply: FastifyReply) => {
  const { webDir } = deps
  const path = request.url.split('?')[0] ?? ''
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const isPage = !path.startsWith('/api') && !/\.\w+$/.test(path)
  if (reads && isPage && webDir) return sendPage(deps, webDir, request, reply)
  const methods = methodsOf(deps, request, path)
  if (methods.length === 0 || methods.includes(request.method)) {
    return refuse(deps, { request, reply, code: 'record_not_found' })
  }
  void reply.header('allow', methods.join(', '))
  return refuse(deps, { request, reply, code: 'method_not_allowed' })
}

/**
 * The limit is checked before the body is read and before authentication, so a flood from one network costs
 * little.
 */
const limitRequests = (deps: Deps, app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const network = networkOf(request.ip)
    const classes = request.routeOptions.config.isPage
      ? (['network', 'page'] as const)
      : (['network'] as const)
    for (const each of classes) {
      const wait = deps.rateLimits.consume(each, network).retryAfterSeconds
      if (wait !== null) return void refuseOver(deps, request, reply, wait)
    }
    done()
  })
}

/** Values that the database cannot store are refused here once, whatever the call declares. */
const refuseUnstorableText = (deps: Deps, app: FastifyInstance): void => {
  app.addHook('preValidation', (request, reply, done) => {
    dropUnstorableCookies(request)
    const fields = unstorableFields(request)
    if (fields.length === 0) return done()
    const errors = Object.fromEntries(fields.map((field) => [field, ['control_characters']]))
    void refuse(deps, { request, reply, code: 'validation', data: { errors } })
  })
}

const requestTarget = /^(?:https?:\/\/[^/?#]*)?([^?;#]*)(.*)$/is

/**
 * The router decodes escapes and drops the host of an absolute address, and our hooks read the path too. Both
 * get the same path, without escapes of plain characters (RFC 3986 §6.2.2). The router would answer an
 * invalid escape without our headers, so such a path is replaced by one that does not exist.
 */
const plainUrl = (url: string): string => {
  // Nearly every path is plain already.
  if (/^[\w./-]+$/.test(url)) return url
  const [, path = '', rest = ''] = requestTarget.exec(url) ?? []
  const plain = path.replaceAll(/%[0-7][\da-f]/gi, (escape) => {
    const sign = decodeURIComponent(escape)
    return /[\w.~-]/.test(sign) ? sign : escape
  })
  try {
    decodeURIComponent(plain)
    return `${plain}${rest}`
  } catch {
    return `${plain.startsWith('/api') ? '/api' : ''}/malformed-address`
  }
}

/** The HTTP server with headers, errors, compression and the built web app. Calls are mounted afterwards. */
export const createHttpServer = async (deps: Deps): Promise<FastifyInstance> => {
  const { config, clock, ids, messageOf } = deps
  const fixedHeaders = await readFixedHeaders(config)
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: config.TRUST_PROXY ?? false,
    genReqId: () => ids.next(),
    clientErrorHandler: answerUnreadable({ ids, messageOf, headers: fixedHeaders.data }),
    rewriteUrl: (request) => plainUrl(request.url ?? '/'),
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: connectionChecksMs },
    // The limit protects regular expressions in paths. We have none, and a longer id is simply unknown.
    routerOptions: { maxParamLength: longestUrl, ignoreTrailingSlash: true },
  })
  parseJsonOnly(app)
  await app.register(cookie)
  // Requests are never compressed: a webhook's signature is checked on the bytes that were sent.
  const encodings: ('br' | 'gzip')[] = ['br', 'gzip']
  await app.register(compress, { encodings, threshold: 1024, globalDecompression: false })
  app.addHook('onRequest', (request, reply, done) => {
    const isCall = request.url.startsWith('/api')
    const isData = isCall && !request.routeOptions.config.isPage
    void reply
      .headers(isData ? fixedHeaders.data : fixedHeaders.document)
      .header('x-request-id', request.id)
      .header('cardamom-now', clock.now().getTime())
    if (isCall) void reply.header('cache-control', 'no-store')
    done()
  })
  limitRequests(deps, app)
  refuseUnstorableText(deps, app)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    deps.metrics.request({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime })
    deps.log.info('request', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
  app.setErrorHandler(answerError(deps))
  const { webDir } = deps
  if (webDir && existsSync(webDir)) {
    for (const path of ['/', '/index.html'])
      app.get(path, (request, reply) => sendPage(deps, webDir, request, reply))
    serveFiles(app, webDir)
  }
  app.setNotFoundHandler(notFound(deps))
  return app
}
