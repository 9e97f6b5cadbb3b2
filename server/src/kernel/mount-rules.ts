import type { Endpoint, RateClass } from '@cardamom/contract/endpoint'
import type { PermissionTag } from '@cardamom/contract/roles'
import type { FastifyRequest } from 'fastify'
import { allTenants, type Scope } from './database.ts'
import { subjectOf, userSubject, type Principal, type ShownBy } from './principal.ts'
import { networkOf } from './rate-limit.ts'

export const effectOf = (declared: Endpoint) =>
  declared.effect ?? (declared.method === 'GET' ? 'read' : 'write')

const rateOf = (declared: Endpoint): RateClass => {
  if (declared.rate) return declared.rate
  if (declared.who === 'public') return 'anonymous'
  const effect = effectOf(declared)
  return effect === 'outside' ? 'write' : effect
}

/** Tags that a person needs for a call that is not public. */
export const tagsOf = ({ who, alsoTag }: Pick<Endpoint, 'who' | 'alsoTag'>): PermissionTag[] => [
  ...(who === 'signed-in' || who === 'public' ? [] : [who]),
  ...(alsoTag ? [alsoTag] : []),
]

/** Rate class and subject that a call counts for: a caller who is not known counts for their network. */
export const countedAs = (declared: Endpoint, principal: Principal, address: string): [RateClass, string] => {
  const rate = rateOf(declared)
  const network = networkOf(address)
  if (rate === 'login') return [rate, network]
  if (principal.kind === 'anonymous') return [declared.who === 'public' ? rate : 'anonymous', network]
  return [rate, subjectOf(principal, address)]
}

/** The same before the person is read from the database, by what the request shows. */
export const countedBefore = (declared: Endpoint, shown: ShownBy, address: string): [RateClass, string] => {
  const rate = rateOf(declared)
  if (shown.kind === 'user' && rate !== 'login') return [rate, userSubject(shown.userId)]
  return [rate === 'login' || declared.who === 'public' ? rate : 'anonymous', networkOf(address)]
}

const denials: ReadonlySet<string> = new Set(['permission_denied', 'unauthorized_access'])

export const isDenial = (code: string): boolean => denials.has(code)

/** Denials of any call, and every refusal of one that needs a step-up or moves money, are kept (security §6). */
export const isKept = (declared: Endpoint, code: string): boolean =>
  isDenial(code) || declared.stepUp !== undefined || effectOf(declared) === 'money'

/**
 * A call that only reads is audited where its contract says so. Every other call is, but for one that asks outside and
 * changes nothing, which its contract declares.
 */
export const isAudited = (declared: Endpoint): boolean =>
  declared.audited ?? (declared.method !== 'GET' && effectOf(declared) !== 'read')

/**
 * Whether an earlier answer is found by the poster, in the batch that would apply the plan again. A call with a step-up is
 * looked up first: a replay needs no confirmation.
 */
export const isLookedUpLater = (declared: Endpoint): boolean =>
  effectOf(declared) === 'money' && declared.stepUp === undefined

export const scopeOf = (principal: Principal): Scope =>
  principal.kind === 'session' || principal.kind === 'api_key' ? principal.scope : allTenants

/** What happens to a person without a second factor (contract, `stepUpUnlessFirst`). */
export const withoutFactorOf = ({ stepUpUnlessFirst: allowed }: Endpoint) =>
  allowed === undefined ? 'refused' : allowed === true ? 'passes' : allowed

export const sendsStepUpField = ({ stepUpFor }: Endpoint, input: unknown): boolean =>
  stepUpFor === undefined ||
  stepUpFor.some((field) => (input as Record<string, unknown>)[field] !== undefined)

/** The id in the path, or null where it is not printable text, which the audit cannot store. */
export const namedId = (request: FastifyRequest): string | null => {
  const { id } = request.params as { id?: string }
  return id !== undefined && /^[\x21-\x7e]{1,100}$/.test(id) ? id : null
}
