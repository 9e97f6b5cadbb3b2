import type { FastifyInstance } from 'fastify'
import type { Lists } from './lists.ts'

const listed = {
  category: 'sanctions',
  name: 'SANCTIONS: embedded list',
  description: 'On the list of the sandbox. Nobody owns this address.',
  url: 'https://sanctions.example/list',
}

/** Chainalysis's call about one address. */
export const mountWallets = (
  app: FastifyInstance,
  of: { lists: Lists; apiKey: string | undefined },
): void => {
  app.get<{ Params: { address: string } }>('/api/v1/address/:address', async (request, reply) => {
    if (of.apiKey !== undefined && request.headers['x-api-key'] !== of.apiKey)
      return reply.code(403).send({ message: 'Forbidden' })
    return { identifications: of.lists.hasWallet(request.params.address) ? [listed] : [] }
  })
}
