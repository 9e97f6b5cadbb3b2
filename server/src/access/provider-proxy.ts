import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel/module.ts'
import type { StepUpService } from '../kernel/step-up-service.ts'

const bodyLimitBytes = 64 * 1024
const timeLimitMs = 15_000
const mostAnswerBytes = 2 * 1024 * 1024
/**
 * Paths that a browser may request: the client API and the provider's own pages. The server API is not
 * forwarded.
 */
const openPaths = /^\/(client|ui)(\/|\?|$)/
/** Path traversals out of them, also in escaped form. */
const climbs = /\.\.|%2e|%2f|%5c|\\/i

/**
 * Headers that the provider needs from a browser. The Cookie header is never forwarded, because it holds our
 * session.
 */
const passedOn = [
  'authorization',
  'content-type',
  'accept',
  'accept-language',
  'origin',
  'user-agent',
] as const
/** Headers of the answers that a browser needs; the page has its own policy. */
const passedBack = [
  'content-type',
  'cache-control',
  'retry-after',
  'content-security-policy',
  'location',
] as const

const headersOf = (request: FastifyRequest): Record<string, string> => {
  const headers = passedOn.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { ...Object.fromEntries(headers), 'x-forwarded-for': request.ip }
}

const answerWith = async (reply: FastifyReply, answer: Response) => {
  const length = Number(answer.headers.get('content-length') ?? 0)
  if (length > mostAnswerBytes) {
    await answer.body?.cancel()
    return reply.code(502).send({ error: 'unexpected_error', errorCode: 'unexpected_error' })
  }
  for (const name of passedBack) {
    const value = answer.headers.get(name)
    if (value !== null) void reply.header(name, value)
  }
  // Only the provider's page may be framed, and only by us (ux §4).
  void reply.header('x-frame-options', 'SAMEORIGIN').code(answer.status)
  return answer.body ? reply.send(Readable.fromWeb(answer.body as ReadableStream)) : reply.send()
}

/**
 * Forwards the embedded provider's client API under the product's own origin, `{origin}/authsignal/v1`, so
 * that a browser needs no other origin (providers §2). Browsers reach a hosted provider directly, and nothing
 * is mounted.
 */
export const mountProviderProxy = ({ app, log }: Kernel, service: StepUpService | null): void => {
  if (!service?.proxied) return
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/authsignal/v1/*',
      bodyLimit: bodyLimitBytes,
      handler: async (request, reply) => {
        const path = request.url.slice('/authsignal/v1'.length)
        if (!openPaths.test(path) || climbs.test(path.split('?')[0] ?? '')) {
          return reply.code(404).send({ error: 'not_found', errorCode: 'not_found' })
        }
        try {
          const answer = await fetch(`${service.apiUrl}${path}`, {
            method: request.method,
            headers: headersOf(request),
            ...(Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
            redirect: 'manual',
            signal: AbortSignal.timeout(timeLimitMs),
          })
          return await answerWith(reply, answer)
        } catch (error) {
          log.warn('The step-up provider did not answer', { event: String(error) })
          const errorBody = { error: 'unexpected_error', errorCode: 'unexpected_error' }
          return reply.code(503).header('retry-after', 5).send(errorBody)
        }
      },
    })
  })
}
