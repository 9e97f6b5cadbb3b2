import type { BulkResult } from '@cardamom/contract/bulk'
import type { StepUpFact } from '@cardamom/contract/access/step-up-shown'
import type {
  Endpoint,
  InputOf,
  OutputOf,
  ParamsOf,
  RefusalOf,
  StepUpLevel,
} from '@cardamom/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AcceptedAnswer, Answer, RefusedAnswer } from './answer.ts'
import type { Scope } from './database.ts'
import type { Queries } from './queries.ts'
import type { WriteTransaction } from './write-transaction.ts'
import type { Plan, PlanOutcome } from './plan.ts'
import type { Language, Principal, SessionPrincipal } from './principal.ts'
import type { ChangeDraft } from './recorded-change.ts'

export type { AuditEntry } from './audit-entry.ts'

/**
 * Facts for every handler. `me` is the session's principal. Public calls that need no session read
 * `principal`.
 */
export type CallContext<E extends Endpoint> = CallFacts<E> & ApprovalOf<E>

type CallFacts<E extends Endpoint> = {
  readonly input: InputOf<E>
  readonly params: ParamsOf<E>
  readonly principal: Principal
  readonly me: E['who'] extends 'public' ? SessionPrincipal | null : SessionPrincipal
  readonly lang: Language
  readonly now: Date
  readonly requestId: string
  /** The caller's network address: the last hop before the trusted proxy. */
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Names the person whom the call concerns, if they are not its caller, for the audit row. */
  readonly concerns: (userId: string) => void
}

/** Who decided on a call of two people (permissions §5). Its maker is `me` of the call. */
export type ApprovalFacts = {
  readonly id: string
  /** The second person. While the request is tried before it is stored, the maker. */
  readonly checkerId: string
  readonly reason: string
}
/** `approval` of calls that may need two people; null: this one did not. */
type ApprovalOf<E extends Endpoint> = E extends { fourEyes: true }
  ? { readonly approval: ApprovalFacts }
  : E extends { fourEyesWhen: string }
    ? { readonly approval: ApprovalFacts | null }
    : unknown

declare const committed: unique symbol
/** An accepted answer whose audit row and stored answer are committed. Only `finish` makes one. */
export type FinishedAnswer<T> = AcceptedAnswer<T> & { readonly [committed]: true }

/** Ends an outside call (`Tools`). An `output` that shows the effect is read after `use`, before the commit. */
export type Finish<T, Code extends string> = (
  output: T | ((sql: Queries) => Promise<T>),
  use?: (tx: WriteTransaction) => Promise<RefusedAnswer<Code> | void>,
  onRefusal?: 'rollback' | 'commit',
) => Promise<FinishedAnswer<T> | RefusedAnswer<Code>>

export type RefusedPlan = Exclude<PlanOutcome, { outcome: 'posted' | 'answered' }>

export type EffectOf<E extends Endpoint> = E extends { effect: infer F extends string }
  ? F
  : E['method'] extends 'GET'
    ? 'read'
    : 'write'

/** What a handler receives besides the facts, by its effect (contract, `Effect`). */
type Tools<E extends Endpoint> = {
  read: { readonly sql: Queries }
  write: WriteTransaction
  /** Each statement is its own transaction, so an outside service may be called between two of them. */
  money: { readonly sql: Queries }
  outside: {
    readonly read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
    /** Writes without an audit row, in the scope of all tenants: the use of a file's address. */
    readonly writeAll: <T>(use: (tx: WriteTransaction) => Promise<T>) => Promise<T>
    /**
     * The last transaction of the call: the effect, its audit row and the stored answer commit together. When
     * `use` returns a refusal, its writes are rolled back; with `commit` they are saved, such as the count of
     * a failed attempt. Without `use` the call has changed nothing of ours.
     */
    readonly finish: Finish<ResultOf<E>, RefusalOf<E>>
    /** The same for a call that ends in the scope of another person: an approved call runs as its maker. */
    readonly within: (scope: Scope) => { readonly finish: Finish<ResultOf<E>, RefusalOf<E>> }
    /** Runs the call of one row for each row of a bulk call (contract, `bulkEndpoint`). */
    readonly eachRow: (rowCall: Endpoint) => Promise<BulkResult[]>
    /** Ends the call by a plan. An outcome is returned where the plan was refused, and nothing was written. */
    readonly finishByPlan: (
      plan: Plan,
      output: ResultOf<E>,
    ) => Promise<FinishedAnswer<ResultOf<E>> | RefusedPlan>
  }
}[EffectOf<E> & ('read' | 'write' | 'money' | 'outside')]

/**
 * The decision of a money handler: the plan, the answer after posting, and the refusals for a plan that is
 * refused.
 */
export type Decision<E extends Endpoint> = {
  readonly plan: Plan
  readonly output: ResultOf<E>
  readonly whenRefused: Readonly<Partial<Record<PlanOutcome['outcome'], RefusalOf<E>>>>
  /** Outcomes after which the handler decides again, a few times, because its data has changed. */
  readonly decidesAgainWhen?: readonly ('guard_failed' | 'replayed')[]
  /** What the plan changes, for the audit. A plan has no personal data. */
  readonly changes?: readonly Omit<ChangeDraft, 'personal'>[]
}

/** Whether a call writes an audit row or a stored answer (`isRecorded` of `mount-rules.ts`). */
type IsRecorded<E extends Endpoint> = E extends { idempotent: true } | { audited: true }
  ? true
  : E extends { audited: false } | { method: 'GET' }
    ? false
    : true

/** What the effect results in. The caller of a call of two people gets the request, not the result. */
type ResultOf<E extends Endpoint> = E extends { fourEyes: true } ? null : OutputOf<E>

/** What a handler returns. A recorded outside call is accepted only by `finish`. */
type HandlerAnswer<E extends Endpoint> = {
  read: Answer<OutputOf<E>, RefusalOf<E>>
  write: Answer<ResultOf<E>, RefusalOf<E>>
  money: Answer<Decision<E>, RefusalOf<E>>
  outside: IsRecorded<E> extends true
    ? FinishedAnswer<ResultOf<E>> | RefusedAnswer<RefusalOf<E>>
    : Answer<ResultOf<E>, RefusalOf<E>>
}[EffectOf<E> & ('read' | 'write' | 'money' | 'outside')]

export type Handler<E extends Endpoint> = (context: CallContext<E> & Tools<E>) => Promise<HandlerAnswer<E>>

/**
 * Returns why this caller may not use the object in the path, or null. It runs before the step-up, so no user
 * confirms a call on an object that does not exist for them. A missing object and another person's object
 * need the same single read.
 */
export type CheckObject<E extends Endpoint> = (
  context: Pick<CallFacts<E>, 'me' | 'principal' | 'params' | 'input'> & { readonly sql: Queries },
) => Promise<RefusalOf<E> | RefusedAnswer<RefusalOf<E>> | null>

type CheckedCall<E extends Endpoint> = Pick<
  CallFacts<E>,
  'me' | 'principal' | 'params' | 'input' | 'request'
> & { readonly sql: Queries }

/** Whether this input needs a confirmation (contract, `stepUpWhen`), or the level that it needs. */
export type NeedsStepUp<E extends Endpoint> = (context: CheckedCall<E>) => Promise<boolean | StepUpLevel>

/** What a call would change, for the person who checks it. */
export type DescribedChange = {
  /** Whose administrators may check it. The maker has to see this company. */
  readonly companyId: string
  /** Version of the object, where it has one. */
  readonly version?: number | string
  readonly changes: readonly {
    readonly name: StepUpFact
    readonly before: string | null
    readonly after: string | null
  }[]
}

/** Describes a call of two people, in the maker's scope, at the request and again when it is shown or approved. */
export type DescribeChange<E extends Endpoint> = (
  context: Pick<CallFacts<E>, 'me' | 'params' | 'input'> & { readonly sql: Queries },
) => Promise<DescribedChange>

/** What `mount` needs to know about a call of two people. */
export type FourEyes<E extends Endpoint> = { readonly describe: DescribeChange<E> } & (E extends {
  fourEyesWhen: string
}
  ? { readonly isNeeded: (context: CheckedCall<E>) => Promise<boolean> }
  : unknown)

/** A call with a step-up and an object in its path has to check the object first; a call of two people is described. */
export type ObjectOf<E extends Endpoint> = E extends { fourEyes: true } | { fourEyesWhen: string }
  ? [...CheckOf<E>, fourEyes: FourEyes<E>]
  : CheckOf<E>

type CheckOf<E extends Endpoint> = E extends { stepUp: string; params: object }
  ? E extends { stepUpWhen: string }
    ? [checkObject: CheckObject<E>, needsStepUp: NeedsStepUp<E>]
    : [checkObject: CheckObject<E>]
  : []
