import type { Endpoint, RateClass } from '@cardamom/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { everything, type Scope } from './database.ts'
import { subjectOf, type Principal } from './principal.ts'
import { networkOf } from './rate-limit.ts'

export const effectOf = (declared: Endpoint) =>
  declared.effect ?? (declared.method === 'GET' ? 'read' : 'write')

const rateOf = (declared: Endpoint): RateClass => {
  if (declared.rate) return declared.rate
  if (declared.who === 'public') return 'anonymous'
  const effect = effectOf(declared)
  return effect === 'outside' ? 'write' : effect
}

/** Class and subject that a call counts for: whoever is not known counts for the network that they come from. */
export const countedAs = (declared: Endpoint, principal: Principal, address: string): [RateClass, string] => {
  const rate = rateOf(declared)
  const network = networkOf(address)
  if (rate === 'login') return [rate, network]
  if (principal.kind === 'anonymous') return [declared.who === 'public' ? rate : 'anonymous', network]
  return [rate, subjectOf(principal, address)]
}

const denials: ReadonlySet<string> = new Set(['permission_denied', 'unauthorized_access'])

/** Denials of any call, and every refusal of one that needs a step-up or moves money, are kept (security §6). */
export const isKept = (declared: Endpoint, code: string): boolean =>
  denials.has(code) || declared.stepUp !== undefined || effectOf(declared) === 'money'

export const scopeOf = (principal: Principal): Scope =>
  principal.kind === 'session' || principal.kind === 'api_key' ? principal.scope : everything

/** What becomes of who has no second factor (contract, `stepUpUnlessFirst`). */
export const withoutFactorOf = ({ stepUpUnlessFirst: allowed }: Endpoint) =>
  allowed === undefined ? 'refused' : allowed === true ? 'passes' : allowed

export const sendsStepUpField = ({ stepUpFor }: Endpoint, input: unknown): boolean =>
  stepUpFor === undefined ||
  stepUpFor.some((field) => (input as Record<string, unknown>)[field] !== undefined)

/** The id in the path, as far as it is one that the audit can keep: what is no printable text names nothing. */
export const namedId = (request: FastifyRequest): string | null => {
  const { id } = request.params as { id?: string }
  return id !== undefined && /^[\x21-\x7e]{1,100}$/.test(id) ? id : null
}
