import type { FastifyRequest } from 'fastify'
import type { Parts } from './parts.ts'
import { Refusal, unauthorized } from './refusal.ts'
import type { RelyingParty } from './tenant.ts'
import { readToken, type Caller } from './tokens.ts'
import { sameText } from './vault.ts'

/** `btoa(encodeURIComponent(tenantId))`, with or without the colon of Basic authentication. */
const isTenant = (parts: Parts, encoded: string): boolean => {
  const credentials = Buffer.from(encoded, 'base64').toString('utf8').replace(/:$/, '')
  return sameText(credentials, encodeURIComponent(parts.tenant.tenantId))
}

/** The token of the call; null for a call that names only the tenant; refused otherwise. */
export const callerOf = async (parts: Parts, request: FastifyRequest): Promise<Caller | null> => {
  const [kind, value] = (request.headers.authorization ?? '').split(' ')
  if (kind === 'Bearer' && value) return readToken(parts, value)
  if (kind === 'Basic' && value && isTenant(parts, value)) return null
  throw unauthorized()
}

export const needCaller = async (parts: Parts, request: FastifyRequest): Promise<Caller> => {
  const caller = await callerOf(parts, request)
  if (!caller) throw unauthorized()
  return caller
}

/** The origin that the browser states; the answer of the ceremony proves it. */
export const relyingPartyOf = (parts: Parts, request: FastifyRequest): RelyingParty => {
  const party = parts.tenant.relyingPartyOf(request.headers.origin)
  if (!party) {
    throw new Refusal(400, 'invalid_configuration', 'The tenant does not allow passkeys on this origin.')
  }
  return party
}
