import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { nestsTooDeep } from './request-body.ts'

/** A webhook as received: its signature is checked on these bytes. */
export type ReceivedWebhook = { readonly rawBody: Buffer; readonly headers: IncomingHttpHeaders }

/**
 * The result of a webhook. `stored`: it is or was stored, and a job does the work. `forged`: 401, nothing is
 * stored. `malformed`: signed but meaningless, 400.
 */
export type WebhookVerdict = 'stored' | 'forged' | 'malformed'

/** Many times the largest notice of any provider; an unsigned body deserves no more memory. */
const bodyLimitBytes = 128 * 1024
const statusOf: Readonly<Record<WebhookVerdict, number>> = { stored: 200, forged: 401, malformed: 400 }

/**
 * Mounts an inbound webhook at `/api<path>`. `receive` verifies the signature on the raw bytes, stores the
 * event and enqueues the work in one short transaction, so the sender gets a quick answer. An error is a 500,
 * and the sender retries. It bypasses `mount`: the sender is no person, and the body may be no JSON.
 */
export const mountWebhook = (
  app: FastifyInstance,
  path: `/${string}`,
  receive: (received: ReceivedWebhook) => Promise<WebhookVerdict>,
): void => {
  void app.register(async (scope) => {
    // The parser is encapsulated: the rest of the server has its own parsers.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(`/api${path}`, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      // Limits count bytes, because an adapter may have to parse a body before it checks the signature.
      const verdict = nestsTooDeep(rawBody.toString('latin1'))
        ? 'malformed'
        : await receive({ rawBody, headers: request.headers })
      return reply.code(statusOf[verdict]).send({ success: verdict === 'stored' })
    })
  })
}
