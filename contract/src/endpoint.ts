import type { z } from 'zod'
import type { PermissionTag } from './roles.ts'

/**
 * Step-up levels of roles: S1 a recent second factor, S2 a passkey bound to this operation, S3 passkey, code
 * and password.
 */
export type StepUpLevel = 'S1' | 'S2' | 'S3'

/**
 * What a call does; this decides how the server runs it: `read` read-only statements, each on its own ·
 * `write` one short transaction · `money` the handler returns a plan that the poster applies · `outside` the
 * handler opens its own transactions around slow work or a call to an outside service.
 */
export type Effect = 'read' | 'write' | 'money' | 'outside'

/** Rate-limit class of a call (security §2): calls a minute, and what they are counted by. */
export type RateClass = 'read' | 'write' | 'money' | 'login' | 'code_send' | 'code_verify' | 'anonymous'

/** HTTP status of a refusal; its text is in the message catalogue under `refusals.<code>`. */
export type RefusalStatus = 400 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 423 | 429 | 503

type EndpointShape = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path below /api, with parameters as `:name`. */
  readonly path: `/${string}`
  /** One line for the API page. */
  readonly summary: string
  /**
   * `public`: no session needed. `signed-in`: any session; ownership decides. Otherwise the permission tag
   * that the caller needs.
   */
  readonly who: 'public' | 'signed-in' | PermissionTag
  /** A second tag that the call needs besides `who`: the file tag, on a call that makes a file of a list. */
  readonly alsoTag?: PermissionTag
  /** Path parameters; every value arrives as a string. */
  readonly params?: z.ZodObject
  /** Query of a GET, JSON body of the others. */
  readonly input?: z.ZodType
  readonly output: z.ZodType
  /** Largest body of a call that has a file; absent: the server's limit for all calls. */
  readonly maxBodyBytes?: number
  /**
   * Request headers that the call reads itself: `If-Match` names the version that a change is based on,
   * `Last-Event-ID` the last event that was received.
   */
  readonly headers?: readonly ('If-Match' | 'Last-Event-ID')[]
  readonly effect?: Effect
  readonly stepUp?: StepUpLevel
  /**
   * For people without any second factor. `true`: the call runs, and the handler says what they need instead.
   * `password`: they confirm with their password. A person who has factors, but none of this level, confirms
   * with the strongest one.
   */
  readonly stepUpUnlessFirst?: true | 'password'
  /** Requires the step-up only when the request has one of these fields; absent: always. */
  readonly stepUpFor?: readonly string[]
  /**
   * Requires the step-up only in this case, which the server's check of the object decides; absent: always.
   */
  readonly stepUpWhen?: string
  /**
   * Two people: the call is checked, tried and stored with its reason (the input's `reason`), and it runs when a second
   * person approves it (permissions §5). The caller gets 202 with `ApprovalRequested`.
   */
  readonly fourEyes?: true
  /** The same only in this case, which the server's check decides; in any other case the call runs at once. */
  readonly fourEyesWhen?: string
  /** A super administrator is the second person, whatever the tag. Its maker never approves it alone. */
  readonly checkedBySuper?: true
  /** Why one person is enough for this call, although its tag needs two. */
  readonly onePersonBecause?: string
  /** The call needs an `Idempotency-Key`; the answer is stored in the transaction of the effect. */
  readonly idempotent?: true
  /**
   * Whether calls are written to the audit trail. Default: all except GET and `read`. `true`: a read of
   * another person's documents, or a GET with an effect. `false`: a POST that only queries an outside
   * service.
   */
  readonly audited?: boolean
  readonly rate?: RateClass
  /** 201 and 202 where the call creates or only starts something. */
  readonly status?: 200 | 201 | 202
  /** `bare`: the body is exactly `output`, without the envelope (files and the six calls of product §7). */
  readonly body?: 'bare'
  /** Media types of an answer that is a file or a stream instead of JSON; `output` is null then. */
  readonly streams?: readonly string[]
  /** The call is allowed while the session is locked or waits for a passkey enrolment. */
  readonly whileLocked?: true
  /** The call is allowed while the session waits for a passkey enrolment, but not while it is locked. */
  readonly whileEnrolling?: true
  /**
   * A call with an effect that is allowed before the person has accepted the present terms: what protects the account,
   * or shows or returns the person's own money. Reads, and calls of a locked or enrolling session, are allowed anyway.
   */
  readonly whileTermsDue?: true
  /**
   * A call with an effect that is allowed while an administrator impersonates a person; reads are anyway. `changes`:
   * only after a second person allowed changes, and never with a step-up.
   */
  readonly whileImpersonating?: true | 'changes'
  readonly refusals: Readonly<Record<string, RefusalStatus>>
}

/** Declares one API call: its path, its permission, its input and output, and every refusal it can answer. */
export const endpoint = <const E extends EndpointShape>(declared: E): E => declared

export type Endpoint = EndpointShape
/** Input that a handler receives, after parsing. */
export type InputOf<E extends Endpoint> = E['input'] extends z.ZodType ? z.output<E['input']> : undefined
/** Input that a caller sends, before parsing. */
export type SentInputOf<E extends Endpoint> = E['input'] extends z.ZodType ? z.input<E['input']> : undefined
export type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodObject
  ? z.output<E['params']>
  : Record<string, never>
/** What a handler returns (domain values: bigint cents, Date). */
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** Output that a caller receives, as sent on the wire. */
export type WireOf<E extends Endpoint> = z.input<E['output']>
export type RefusalOf<E extends Endpoint> = Extract<keyof E['refusals'], string>
