import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepted, refused, type Answer, type RefusedAnswer } from './answer.ts'
import { countedAs, countedBefore, isOpenToImpersonator, isOpenWhileTermsDue, tagsOf } from './mount-rules.ts'
import type { Authenticate, Principal, TokenOwner } from './principal.ts'
import type { RateLimits } from './rate-limit.ts'

type Deps = {
  readonly authenticate: Authenticate
  readonly tokenOwner: (request: FastifyRequest) => TokenOwner
  readonly rateLimits: RateLimits
  readonly liveCursor: () => string | null
  readonly recordRefusal: (
    call: { declared: Endpoint; request: FastifyRequest; principal: Principal },
    code: string,
  ) => Promise<void>
}

const limited = (retryAfterSeconds: number): RefusedAnswer =>
  refused('rate_limited', { data: { retryAfterSeconds } })

/**
 * Admits a call: first the limit of its credentials' owner, then authentication, then authorisation. A flood
 * is refused before any lookup. Invented tokens count for their network.
 */
export const createAdmission =
  (deps: Deps) =>
  async (declared: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Answer<Principal>> => {
    const waitSeconds = deps.rateLimits.peek(...countedBefore(declared, deps.tokenOwner(request), request.ip))
    if (waitSeconds !== null) return limited(waitSeconds)
    const { whileLocked = false, whileEnrolling = false } = declared
    const found = await deps.authenticate(request, { whileLocked, whileEnrolling })
    const principal: Principal = found.accepted ? found.value.principal : { kind: 'anonymous' }
    const rate = deps.rateLimits.consume(...countedAs(declared, principal, request.ip))
    void reply.header('ratelimit-limit', rate.limit).header('ratelimit-remaining', rate.remaining)
    if (rate.retryAfterSeconds !== null) return limited(rate.retryAfterSeconds)
    if (declared.who === 'public') return accepted(principal)
    if (!found.accepted) return found
    for (const [name, value] of Object.entries(found.value.headers ?? {})) void reply.header(name, value)
    const cursor = deps.liveCursor()
    if (cursor !== null) void reply.header('live-cursor', cursor)
    if (principal.kind === 'anonymous' || principal.kind === 'job') return refused('unauthenticated')
    // Handlers of these calls expect a person. A call for API keys needs its own declaration first.
    if (principal.kind !== 'session' || !tagsOf(declared).every((tag) => principal.may(tag))) {
      await deps.recordRefusal({ declared, request, principal }, 'permission_denied')
      return refused('permission_denied')
    }
    if (
      principal.impersonatorId !== null &&
      !isOpenToImpersonator(declared, principal.impersonatorMayChange)
    ) {
      await deps.recordRefusal({ declared, request, principal }, 'impersonation_read_only')
      return refused('impersonation_read_only')
    }
    if (principal.termsDue === true && !isOpenWhileTermsDue(declared)) return refused('terms_not_accepted')
    return accepted(declared.who === 'signed-in' ? { ...principal, scope: principal.ownScope } : principal)
  }
