import type { FastifyInstance } from 'fastify'
import type { Parts } from './parts.ts'
import { Refusal } from './refusal.ts'
import { sameText } from './vault.ts'

const refused = new Refusal(
  401,
  'unauthorized',
  'The request is unauthorized. Check that your API key and region base URL are correctly configured.',
)

/** Every call of this scope needs Basic authentication with the tenant's secret as user and no password. */
export const guardServerApi = (api: FastifyInstance, parts: Parts): void => {
  api.addHook('onRequest', async (request, reply) => {
    const [kind, value] = (request.headers.authorization ?? '').split(' ')
    const credentials = kind === 'Basic' ? Buffer.from(value ?? '', 'base64').toString('utf8') : ''
    if (sameText(credentials, `${parts.tenant.secret}:`)) return
    const { error, errorDescription } = refused.body()
    await reply.code(401).send({ error, errorDescription })
  })
}
