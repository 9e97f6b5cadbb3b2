import { isTimeZone } from '@cardamom/contract/dates'
import type { FastifyRequest } from 'fastify'

/** Headers in which proxies send the caller's country and city. */
const countryHeaders = ['cf-ipcountry', 'x-vercel-ip-country', 'x-country-code']
const cityHeaders = ['cf-ipcity', 'x-vercel-ip-city']
const longestName = 80
const longestZone = 60
const longestDevice = 200

/** Fastify lists a request's proxies only when it knows which ones to trust. */
const isBehindProxy = (request: FastifyRequest) => request.ips !== undefined

const firstOf = (request: FastifyRequest, names: readonly string[]): string | null => {
  const values = names.map((name) => request.headers[name])
  const found = values.find((value) => typeof value === 'string' && value.length <= longestName)
  return isBehindProxy(request) && typeof found === 'string' ? found : null
}

/** ISO 3166-1 code of the caller's country, as the trusted proxy says; null: unknown. */
export const countryOf = (request: FastifyRequest): string | null => firstOf(request, countryHeaders)
export const cityOf = (request: FastifyRequest): string | null => firstOf(request, cityHeaders)

/** The browser or program of the caller, as it names itself. */
export const deviceOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').slice(0, longestDevice)

/** IANA time zone of the calling browser; null when it names no valid zone. */
export const timeZoneOf = (request: FastifyRequest): string | null => {
  const zone = request.headers['time-zone']
  return typeof zone === 'string' && zone.length <= longestZone && isTimeZone(zone) ? zone : null
}
