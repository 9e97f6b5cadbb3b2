import { bulkPartRows } from '@cardamom/contract/bulk'
import type { Endpoint, RateClass } from '@cardamom/contract/endpoint'
import type { PermissionTag } from '@cardamom/contract/roles'
import { Id } from '@cardamom/contract/wire'
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
 * which neither send a code nor show another person's documents, and the declared changes after a second person allowed
 * them. The live stream belongs to one session.
 */
export const isOpenToImpersonator = (declared: Endpoint, mayChange = false): boolean =>
  declared.whileImpersonating === true ||
  (mayChange && declared.whileImpersonating === 'changes') ||
  (declared.method === 'GET' &&
    declared.stepUp === undefined &&
    declared.streams === undefined &&
    declared.audited !== true &&
    (declared.rate === undefined || declared.rate === 'read'))

/**
 * Whether a person may make this call before they have accepted the present terms: reads, what a locked or enrolling
 * session may do, and what the contract names, such as pausing a card.
 */
export const isOpenWhileTermsDue = (declared: Endpoint): boolean =>
  declared.method === 'GET' ||
  effectOf(declared) === 'read' ||
  declared.whileTermsDue === true ||
  declared.whileLocked === true ||
  declared.whileEnrolling === true

/** What happens to a person without a second factor (contract, `stepUpUnlessFirst`). */
export const withoutFactorOf = ({ stepUpUnlessFirst: allowed }: Endpoint) =>
  allowed === undefined ? 'refused' : allowed === true ? 'passes' : allowed

export const sendsStepUpField = ({ stepUpFor }: Endpoint, input: unknown): boolean =>
  stepUpFor === undefined ||
  stepUpFor.some((field) => (input as Record<string, unknown>)[field] !== undefined)

/** The id in the path as the call reads it; null where it is not printable text, which the audit cannot store. */
export const namedId = (request: FastifyRequest): string | null => {
  const { id } = request.params as { id?: string }
  if (id === undefined || !/^[\x21-\x7e]{1,100}$/.test(id)) return null
  return Id.safeParse(id).data ?? id
}

export type BulkInput = { readonly ids: readonly string[]; readonly from?: number }

/** The input of the part that follows this one; null after the last, and for a call that has no parts. */
export const nextPartOf = (declared: Endpoint, input: unknown): object | null => {
  if (!('rowCall' in declared)) return null
  const { ids, from } = input as BulkInput
  if (from === undefined || from + bulkPartRows >= ids.length) return null
  return { ...(input as BulkInput), from: from + bulkPartRows }
}
