import type { Endpoint, InputOf, OutputOf, ParamsOf, RefusalOf } from '@cardamom/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Refused } from './answer.ts'
import type { Queries } from './queries.ts'
import type { WriteTransaction } from './jobs.ts'
import type { ApplyPlan, Plan, PlanOutcome } from './plan.ts'
import type { Language, Principal, SessionPrincipal } from './principal.ts'

/** Facts that every handler has. `me` is the session's principal; public calls that need none read `principal`. */
export type CallContext<E extends Endpoint> = {
  readonly input: InputOf<E>
  readonly params: ParamsOf<E>
  readonly principal: Principal
  readonly me: E['who'] extends 'public' ? SessionPrincipal | null : SessionPrincipal
  readonly lang: Language
  readonly now: Date
  readonly requestId: string
  /** Caller's network address, the last hop before the trusted proxy. */
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type EffectOf<E extends Endpoint> = E extends { effect: infer F extends string }
  ? F
  : E['method'] extends 'GET'
    ? 'read'
    : 'write'

/** What the handler of each effect is given besides the facts (contract, `Effect`). */
type Tools<E extends Endpoint> = {
  read: { readonly sql: Queries }
  write: WriteTransaction
  /** Each statement is a transaction of its own, so an outside service may be asked between two of them. */
  money: { readonly sql: Queries }
  outside: {
    readonly read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
    readonly write: <T>(use: (tx: WriteTransaction) => Promise<T>) => Promise<T>
    /** For what ownership cannot decide yet: sign-in, registration, links. */
    readonly writeAll: <T>(use: (tx: WriteTransaction) => Promise<T>) => Promise<T>
    readonly apply: ApplyPlan
    /**
     * The last transaction of the call: the effect, its audit row and the stored answer commit together. `use` may end it by
     * a refusal: what it wrote is rolled back, or with `commit` saved, such as a failed try that counts.
     */
    readonly finish: (
      output: OutputOf<E>,
      use: (tx: WriteTransaction) => Promise<Refused<RefusalOf<E>> | void>,
      onRefusal?: 'rollback' | 'commit',
    ) => Promise<Answer<OutputOf<E>, RefusalOf<E>>>
  }
}[EffectOf<E> & ('read' | 'write' | 'money' | 'outside')]

/** A money handler's decision: the plan, the answer once it is posted, and what a refused plan is called. */
export type Decision<E extends Endpoint> = {
  readonly plan: Plan
  readonly output: OutputOf<E>
  readonly whenRefused: Readonly<Partial<Record<PlanOutcome['outcome'], RefusalOf<E>>>>
  /** Outcomes after which the handler decides anew, a few times: what it had read has changed. */
  readonly decidesAgainWhen?: readonly ('guard_failed' | 'replayed')[]
}

type HandlerResult<E extends Endpoint> = EffectOf<E> extends 'money' ? Decision<E> : OutputOf<E>

export type Handler<E extends Endpoint> = (
  context: CallContext<E> & Tools<E>,
) => Promise<Answer<HandlerResult<E>, RefusalOf<E>>>

/**
 * Returns why this caller may not use the object that the path names, or null. It runs before the step-up, so that nobody
 * confirms a call on an object that does not exist for them. A missing object and somebody else's take the same one read.
 */
export type CheckObject<E extends Endpoint> = (
  context: Pick<CallContext<E>, 'me' | 'principal' | 'params'> & { readonly sql: Queries },
) => Promise<RefusalOf<E> | null>

/** Whether this input is one that has to be confirmed (contract, `stepUpWhen`). */
export type NeedsStepUp<E extends Endpoint> = (
  context: Pick<CallContext<E>, 'me' | 'principal' | 'params' | 'input' | 'request'> & {
    readonly sql: Queries
  },
) => Promise<boolean>

/** Every call with a step-up whose path names an object checks the object first. */
export type ObjectOf<E extends Endpoint> = E extends { stepUp: string; params: object }
  ? E extends { stepUpWhen: string }
    ? [checkObject: CheckObject<E>, needsStepUp: NeedsStepUp<E>]
    : [checkObject: CheckObject<E>]
  : []

/** Who did what to which object, as the audit keeps it. */
export type AuditEntry = {
  readonly principal: Principal
  readonly action: string
  readonly objectId: string | null
  readonly outcome: string
  readonly requestId: string
  readonly address: string
}
