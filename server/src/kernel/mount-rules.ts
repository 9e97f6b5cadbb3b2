import type { Endpoint, RateClass } from '@cardamom/contract/endpoint'
import type { PermissionTag } from '@cardamom/contract/roles'
import type { FastifyRequest } from 'fastify'
import type { Scope } from './database.ts'
import { beforeLogin } from './scopes.ts'
import { subjectOf, userSubject, type Principal, type TokenOwner } from './principal.ts'
import { networkOf } from './rate-limit.ts'

export const effectOf = (declared: Endpoint) =>
  declared.effect ?? (declared.method === 'GET' ? 'read' : 'write')

const rateOf = (declared: Endpoint): RateClass => {
  if (declared.rate) return declared.rate
  if (declared.who === 'public') return 'anonymous'
  const effect = effectOf(declared)
  return effect === 'outside' ? 'write' : effect
}

/** The tags that a person needs for a call; none for a public call. */
export const tagsOf = ({ who, alsoTag }: Pick<Endpoint, 'who' | 'alsoTag'>): PermissionTag[] => [
  ...(who === 'signed-in' || who === 'public' ? [] : [who]),
  ...(alsoTag ? [alsoTag] : []),
]

/** The rate class and the subject that a call counts for. Unknown callers count for their network. */
export const countedAs = (declared: Endpoint, principal: Principal, address: string): [RateClass, string] => {
  const rate = rateOf(declared)
  const network = networkOf(address)
  if (rate === 'login') return [rate, network]
  if (principal.kind === 'anonymous') return [declared.who === 'public' ? rate : 'anonymous', network]
  return [rate, subjectOf(principal, address)]
}

/** The same before the principal is read from the database: only the request's credentials are known. */
export const countedBefore = (
  declared: Endpoint,
  shown: TokenOwner,
  address: string,
): [RateClass, string] => {
  const rate = rateOf(declared)
  if (shown.kind === 'user' && rate !== 'login') return [rate, userSubject(shown.userId)]
  return [rate === 'login' || declared.who === 'public' ? rate : 'anonymous', networkOf(address)]
}

const denials: ReadonlySet<string> = new Set([
  'permission_denied',
  'unauthorized_access',
  'impersonation_read_only',
])

export const isDenial = (code: string): boolean => denials.has(code)

/**
 * Denials of every call are audited, and all refusals of calls with a step-up or a money effect (security
 * §6).
 */
export const isRefusalRecorded = (declared: Endpoint, code: string): boolean =>
  isDenial(code) || declared.stepUp !== undefined || effectOf(declared) === 'money'

/**
 * Reads are audited only where the contract says so. All other calls are audited, except where the contract
 * says that an outside call changes nothing.
 */
export const isAudited = (declared: Endpoint): boolean =>
  declared.audited ?? (declared.method !== 'GET' && effectOf(declared) !== 'read')

/** Whether a call writes something besides its effect: an audit row or its stored answer. */
export const isRecorded = (declared: Endpoint): boolean => isAudited(declared) || declared.idempotent === true

/**
 * Whether the poster finds an earlier answer, in the batch that would apply the plan again. The key of a call
 * with a step-up is read first, because a replay needs no confirmation.
 */
export const isFoundByPoster = (declared: Endpoint): boolean =>
  effectOf(declared) === 'money' && declared.stepUp === undefined

export const scopeOf = (principal: Principal): Scope =>
  principal.kind === 'session' || principal.kind === 'api_key' ? principal.scope : beforeLogin

/**
 * Whether an administrator may make this call while they impersonate a person (security §1): reads without a step-up,
 * which neither send a code nor show another person's documents. The live stream belongs to one session.
 */
export const isOpenToImpersonator = (declared: Endpoint): boolean =>
  declared.whileImpersonating === true ||
  (declared.method === 'GET' &&
    declared.stepUp === undefined &&
    declared.streams === undefined &&
    declared.audited !== true &&
    (declared.rate === undefined || declared.rate === 'read'))

/** What happens to a person without a second factor (contract, `stepUpUnlessFirst`). */
export const withoutFactorOf = ({ stepUpUnlessFirst: allowed }: Endpoint) =>
  allowed === undefined ? 'refused' : allowed === true ? 'passes' : allowed

export const sendsStepUpField = ({ stepUpFor }: Endpoint, input: unknown): boolean =>
  stepUpFor === undefined ||
  stepUpFor.some((field) => (input as Record<string, unknown>)[field] !== undefined)

/** The id in the path; null where it is not printable text, which the audit cannot store. */
export const namedId = (request: FastifyRequest): string | null => {
  const { id } = request.params as { id?: string }
  return id !== undefined && /^[\x21-\x7e]{1,100}$/.test(id) ? id : null
}
