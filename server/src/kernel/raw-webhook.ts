import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { nestsTooDeep } from './request-body.ts'

/** A webhook as it came over the wire: its signature is checked on these very bytes. */
export type ReceivedWebhook = { readonly rawBody: Buffer; readonly headers: IncomingHttpHeaders }

/**
 * What became of it. `stored`: kept (now or before), acknowledged; work follows in a job. `forged`: 401, nothing is
 * kept. `malformed`: signed, but of no meaning: 400.
 */
export type WebhookVerdict = 'stored' | 'forged' | 'malformed'

/** Many times the largest notice of any provider: what nobody signed is not worth more memory. */
const bodyLimitBytes = 128 * 1024
const statusOf: Readonly<Record<WebhookVerdict, number>> = { stored: 200, forged: 401, malformed: 400 }

/**
 * Mounts an inbound webhook at `/api<path>`. `receive` verifies the signature on the raw bytes, stores the event and
 * enqueues the work in one short transaction, so that the sender is answered at once; what it throws is a 500, and the
 * sender tries again. It bypasses `mount`: the sender is no person and its body may be no JSON.
 */
export const mountWebhook = (
  app: FastifyInstance,
  path: `/${string}`,
  receive: (received: ReceivedWebhook) => Promise<WebhookVerdict>,
): void => {
  void app.register(async (scope) => {
    // Encapsulated: the rest of the server keeps its own parsers.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(`/api${path}`, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      // Counted on the bytes, not parsed: an adapter may have to parse a body before it can check its signature.
      const verdict = nestsTooDeep(rawBody.toString('latin1'))
        ? 'malformed'
        : await receive({ rawBody, headers: request.headers })
      return reply.code(statusOf[verdict]).send({ success: verdict === 'stored' })
    })
  })
}
