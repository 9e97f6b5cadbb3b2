import type { FastifyInstance } from 'fastify'
import type { Tenant } from './tenant.ts'

const oneHourSeconds = 3600

/**
 * Lets the tenant's own pages call the client API from their origin, as those of the hosted service may. Behind the
 * product's proxy nobody needs it, and it is not passed on there.
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
