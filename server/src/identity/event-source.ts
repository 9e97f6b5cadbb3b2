import type { FastifyRequest } from 'fastify'

const longestDevice = 200

/** Where a change came from, in the event that tells of it: the person's security log shows it. */
export type EventSource = { readonly device: string; readonly address: string }

export const eventSourceOf = ({
  request,
  address,
}: {
  request: FastifyRequest
  address: string
}): EventSource => ({ device: (request.headers['user-agent'] ?? '').slice(0, longestDevice), address })
