import type { z } from 'zod'
import type { PermissionTag } from './roles.ts'

/** Step-up levels of roles: S1 a second factor lately, S2 a passkey bound to this act, S3 passkey, code and password. */
export type StepUpLevel = 'S1' | 'S2' | 'S3'

/**
 * What a call does, and so how the server runs it:
 * `read` read-only statements, each on its own · `write` one short transaction · `money` the handler returns a plan that the
 * poster applies · `outside` the handler opens its own transactions around a call to an outside service or slow work.
 */
export type Effect = 'read' | 'write' | 'money' | 'outside'

/** Rate-limit class of a call (security §2): how many a minute, and counted per what. */
export type RateClass = 'read' | 'write' | 'money' | 'login' | 'code_send' | 'code_verify' | 'anonymous'

/** Status that a refusal is answered with; the text is in the message catalogue under `refusals.<code>`. */
export type RefusalStatus = 400 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 423 | 429 | 503

type EndpointShape = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path below /api, parameters as `:name`. */
  readonly path: `/${string}`
  /** One line for the reader of the API page. */
  readonly summary: string
  /** `public`: no session needed. `signed-in`: any session, ownership decides. Else the permission tag that it takes. */
  readonly who: 'public' | 'signed-in' | PermissionTag
  /** A second tag that the call takes besides `who`: the tag of files on a call that makes a file of a list. */
  readonly alsoTag?: PermissionTag
  /** Path parameters; every value arrives as a string. */
  readonly params?: z.ZodObject
  /** Query of a GET, JSON body of the others. */
  readonly input?: z.ZodType
  readonly output: z.ZodType
  /** Request headers that the call reads itself: the version that a change is based on, the last event that was heard. */
  readonly headers?: readonly ('If-Match' | 'Last-Event-ID')[]
  readonly effect?: Effect
  readonly stepUp?: StepUpLevel
  /**
   * Of who has no second factor at all. `true`: they pass, and the handler says what they need instead. `password`: they
   * confirm with their password. Who has a factor, but none that this level takes, confirms with the strongest one they
   * have.
   */
  readonly stepUpUnlessFirst?: true | 'password'
  /** The step-up is asked for only when the call sends one of these fields; else always. */
  readonly stepUpFor?: readonly string[]
  /** The step-up is asked for only in this case, which the server's own check of the object finds out; else always. */
  readonly stepUpWhen?: string
  /** Needs an `Idempotency-Key`, whose answer is stored in the effect's own transaction. */
  readonly idempotent?: true
  /**
   * Whether the audit names the call; where it is not said, all but GET and `read` are. `true`: a read that shows another
   * person's papers, or a GET that does something. `false`: a POST that asks outside and changes nothing.
   */
  readonly audited?: boolean
  readonly rate?: RateClass
  /** 201 and 202 where the call creates or only begins something. */
  readonly status?: 200 | 201 | 202
  /** `bare`: the body is exactly `output`, without the envelope (the six calls of product §7, and files). */
  readonly body?: 'bare'
  /** Media types of an answer that is a file or a stream instead of JSON; `output` is null then. */
  readonly streams?: readonly string[]
  /** May be called while the session is locked or awaits a passkey enrolment. */
  readonly whileLocked?: true
  /** May be called while the session awaits a passkey enrolment, but not while it is locked. */
  readonly whileEnrolling?: true
  readonly refusals: Readonly<Record<string, RefusalStatus>>
}

/** Declares one call of the API: its path, who may call it, what goes in and out, and every refusal it may answer. */
export const endpoint = <const E extends EndpointShape>(declared: E): E => declared

export type Endpoint = EndpointShape
/** What a handler receives: parsed. */
export type InputOf<E extends Endpoint> = E['input'] extends z.ZodType ? z.output<E['input']> : undefined
/** What a caller sends: before parsing. */
export type SentInputOf<E extends Endpoint> = E['input'] extends z.ZodType ? z.input<E['input']> : undefined
export type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodObject
  ? z.output<E['params']>
  : Record<string, never>
/** What a handler returns (domain values: bigint cents, Date). */
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What a caller receives: on the wire. */
export type WireOf<E extends Endpoint> = z.input<E['output']>
export type RefusalOf<E extends Endpoint> = Extract<keyof E['refusals'], string>
