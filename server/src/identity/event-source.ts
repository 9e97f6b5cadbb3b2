import type { FastifyRequest } from 'fastify'
import { countryOf, deviceOf } from '../kernel/request-location.ts'

/** Where a change came from. The person's security log and their mail show it. */
export type EventSource = {
  /** The browser's user agent. */
  readonly device: string
  readonly address: string
  /** ISO 3166-1 code. Null when it is not known. */
  readonly country: string | null
}

export const eventSourceOf = ({
  request,
  address,
}: {
  request: FastifyRequest
  address: string
}): EventSource => ({ device: deviceOf(request), address, country: countryOf(request) })
