import type { CallAttempts, CallRow, OwnColumns } from './call-attempts.ts'
import type { NextRun } from './job-run.ts'
import type { Job, Work } from './jobs.ts'
import type { Queries } from './queries.ts'

/**
 * Outcome of a request to an outside service (providers §1). `ok`: it was done. `rejected`: the service
 * refused it and did nothing; `code` is the service's own. `unavailable`: nothing was sent. `unknown`: the
 * answer was lost, so the effect may exist; a read decides before anything else is sent.
 */
export type CallOutcome<Value> =
  | { readonly outcome: 'ok'; readonly value: Value }
  | { readonly outcome: 'rejected'; readonly code: string }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

/** Effects at the provider that may belong to this call or to something else. */
type Foreign<Value> = { readonly outcome: 'foreign'; readonly values: readonly Value[] }

/**
 * What a read at the provider found. `ok`: the effect exists. `rejected`: there is no effect and none is
 * possible any more. `absent`: there is no effect now. `pending`: an effect is not complete yet.
 * `unavailable` and `unknown`: there was no answer, which proves nothing.
 */
export type FoundEffect<Value> =
  | CallOutcome<Value>
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'pending' }
  | Foreign<Value>

/** The facts that an attempt needs; `set` is stored with the attempt. */
export type PreparedAttempt<Call extends CallRow, Facts> =
  | { readonly outcome: 'ready'; readonly facts: Facts; readonly set?: OwnColumns<Call> }
  | { readonly outcome: 'rejected'; readonly code: string }
  | { readonly outcome: 'unavailable' }

/**
 * Why people have to decide about a call. `foreign`: effects that may not belong to the call. `overdue`:
 * nothing was proved in time. `unconfirmed`: the provider answered, but no read found the effect.
 * `absent_again`: no attempt had an effect.
 */
export type UndecidedReason = 'foreign' | 'overdue' | 'unconfirmed' | 'absent_again'

/** Stage of a call: not sent, sent, answered but not confirmed by a read, in review by people, or ended. */
export type CallStage = 'open' | 'sent' | 'unconfirmed' | 'review' | 'ended'

/** The job's next run; nothing when the call has ended or waits for people. */
export type OptionalNextRun = NextRun | void

/** Times in ms of business time. */
export type CallTimes = {
  /** The first reads, by the time since the attempt. Later reads are at the multiples of `everyMs`. */
  readonly readsAfterMs: readonly [number, ...number[]]
  readonly everyMs: number
  /** Longest pause after a read without an answer. */
  readonly silentMs: number
  /** Time after which a call without proof goes to people (`endings.undecided`). Left out: never. */
  readonly undecidedAfterMs?: number
}

/**
 * Declares a call that changes something at a provider, for `externalCall`. Only `send` changes anything
 * there.
 */
export type ExternalCall<Call extends CallRow, Value, Facts = null> = {
  /** Finds the call of a job; null: there is none. */
  readonly find: (sql: Queries, payload: Job['payload']) => Promise<Call | null>
  readonly stages: { readonly [Status in Call['status']]: CallStage }
  readonly attempts: CallAttempts<Call['status']>
  /** Reserves what only one call at a time may use. Null: another call has reserved it. */
  readonly reserve?: (work: Work, call: Call) => Promise<Call | null>
  /** Whether effects are read before the first attempt too. They are always read before later attempts. */
  readonly readsFirst?: boolean
  /** Whether an earlier call that was abandoned may still have the same effect. */
  readonly followsAnother?: (call: Call) => boolean
  /** Reads the facts for an attempt, just before it. */
  readonly prepare: (work: Work, call: Call) => Promise<PreparedAttempt<Call, Facts>>
  /** Sends one request to the provider. */
  readonly send: (call: Call, facts: Facts) => Promise<CallOutcome<Value>>
  /** Reads at the provider whether the call had its effect. */
  readonly findEffect: (work: Work, call: Call) => Promise<FoundEffect<Value>>
  /** A second proof, requested only after `findEffect` has found nothing for long enough. */
  readonly confirmAbsence?: (call: Call) => Promise<'absent' | 'pending' | 'unavailable'>
  readonly times: CallTimes
  /**
   * The proof that an attempt had no effect: the attempt is at least `afterMs` old, and reads have found
   * nothing for `stableMs`.
   */
  readonly absence: (call: Call) => { readonly afterMs: number; readonly stableMs: number }
  readonly mostAttempts: number
  readonly endings: {
    /**
     * The effect exists. Return `unconfirmed` when the provider only answered: the call ends when a read
     * finds the effect.
     */
    readonly done: (work: Work, call: Call, value: Value) => Promise<'unconfirmed' | void>
    /** There is no effect and there will be none. */
    readonly refused: (work: Work, call: Call, code: string) => Promise<void>
    readonly undecided: (
      work: Work,
      call: Call,
      why: { readonly reason: UndecidedReason; readonly values: readonly Value[] },
    ) => Promise<OptionalNextRun>
  }
  /** The work for a call in review by people. */
  readonly review?: (work: Work, call: Call) => Promise<OptionalNextRun>
}
