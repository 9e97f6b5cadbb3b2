import { isDeepStrictEqual } from 'node:util'
import type { PermissionTag } from '@cardamom/contract/roles'
import type { FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'
import type { Scope } from './database.ts'

export type Language = 'en' | 'es'

/** Who makes a call. Further kinds of principal are API keys for machines, and jobs. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'session'
      readonly sessionId: string
      readonly userId: string
      readonly companyId: string
      readonly roleId: number
      /** Whose rows this call sees: those of the role where the call needs a tag, else `ownScope`. */
      readonly scope: Scope
      /** Whose rows a call about the person's own data sees. */
      readonly ownScope: Scope
      readonly may: (tag: PermissionTag) => boolean
      /** Set while an admin works on behalf of this person. */
      readonly impersonatorId: string | null
      /** A second person allowed the admin to change what the contract names (`whileImpersonating: 'changes'`). */
      readonly impersonatorMayChange?: boolean
      /** The person has to accept the present terms before they change anything. Never set while impersonated. */
      readonly termsDue?: boolean
    }
  | {
      readonly kind: 'api_key'
      readonly keyId: string
      readonly companyId: string
      readonly scope: Scope
      readonly may: (tag: PermissionTag) => boolean
    }
  | { readonly kind: 'job'; readonly name: string }

export type SessionPrincipal = Extract<Principal, { kind: 'session' }>

/** The owner of a request's credentials, as far as known without a read. */
export type TokenOwner =
  | { readonly kind: 'none' }
  /** Unknown or refused credentials. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'user'; readonly userId: string }

/** Finds the principal of a request. `headers` are added to the answer (a rotated token). */
export type Authenticate = (
  request: FastifyRequest,
  call: { readonly whileLocked: boolean; readonly whileEnrolling: boolean },
) => Promise<
  Answer<
    { principal: Principal; headers?: Readonly<Record<string, string>> },
    'unauthenticated' | 'locked' | 'unauthorized_access' | 'impersonation_ended'
  >
>

/**
 * Checks the step-up of a call after its input is parsed, and consumes its grant: of two calls with one
 * grant, one gets it. A principal without a factor, such as an API key, is refused. `releaseGrant` returns
 * the grant when the call is then refused, so the next request for the same operation can use it until it
 * expires.
 */
export type CheckStepUp = (
  principal: Principal,
  call: {
    readonly level: 'S1' | 'S2' | 'S3'
    readonly action: string
    readonly params: unknown
    readonly input: unknown
    /** Input of the next call that the same confirmation admits: the following part of a bulk call. */
    readonly next?: unknown
    readonly grant: string | null
    /** What happens to a person without a second factor. */
    readonly withoutFactor: 'refused' | 'passes' | 'password'
  },
) => Promise<
  Answer<
    { readonly releaseGrant: () => Promise<void> },
    'step_up_required' | 'factor_required' | 'permission_denied'
  >
>

export const userSubject = (userId: string): string => `user:${userId}`

/** The principal's name for idempotency keys and rate limits. */
export const subjectOf = (principal: Principal, address: string): string => {
  if (principal.kind === 'session') return userSubject(principal.impersonatorId ?? principal.userId)
  if (principal.kind === 'api_key') return `key:${principal.keyId}`
  return `address:${address}`
}

const plainScope = (scope: Scope): Scope =>
  scope.kind === 'companies' ? { ...scope, companyIds: scope.companyIds.toSorted() } : scope

/** Whether both see the same rows. */
export const sameScope = (one: Scope, other: Scope): boolean =>
  isDeepStrictEqual(plainScope(one), plainScope(other))
