import type { FastifyInstance } from 'fastify'
import type { Tenant } from './tenant.ts'

const oneHourSeconds = 3600

/**
 * Allows the tenant's pages to call the client API from their origin, as the hosted service does. The
 * product's proxy does not need these headers and does not forward them.
 */
export const allowTenantOrigins = (v1: FastifyInstance, { relyingPartyOf }: Tenant): void => {
  v1.addHook('onRequest', async ({ headers: { origin }, url }, reply) => {
    if (!url.startsWith('/v1/client/') || origin === undefined || !relyingPartyOf(origin)) return
    void reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
  })
  v1.options('/client/*', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', oneHourSeconds)
      .send({}),
  )
}
