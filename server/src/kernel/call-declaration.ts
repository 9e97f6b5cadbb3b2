import type { CallAttempts, CallRow, OwnColumns } from './call-attempts.ts'
import type { NextRun } from './job-run.ts'
import type { Job, Work } from './jobs.ts'
import type { Queries } from './queries.ts'

/**
 * What an outside service's answer means (providers §1). `ok`: done. `rejected`: understood and refused, nothing
 * happened; `code` is the service's own. `unavailable`: nothing was sent, nothing happened. `unknown`: it may have
 * happened, the answer is lost: it is read back before anything else.
 */
export type CallOutcome<Value> =
  | { readonly outcome: 'ok'; readonly value: Value }
  | { readonly outcome: 'rejected'; readonly code: string }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

/** Effects that the call does not explain, so that none of them can be told apart from it. */
type Foreign<Value> = { readonly outcome: 'foreign'; readonly values: readonly Value[] }

/**
 * What a read at the provider says about a call. `ok`: it had its effect. `rejected`: it cannot have it any more.
 * `absent`: no effect is there now. `pending`: there is something that is not complete yet. `unavailable` and `unknown`:
 * nobody answered, which proves nothing.
 */
export type EffectFound<Value> =
  | CallOutcome<Value>
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'pending' }
  | Foreign<Value>

/** What has to be known before a call is made; `set` is stored with the attempt. */
export type Prepared<Call extends CallRow, Facts> =
  | { readonly outcome: 'ready'; readonly facts: Facts; readonly set?: OwnColumns<Call> }
  | { readonly outcome: 'rejected'; readonly code: string }
  | { readonly outcome: 'unavailable' }

/**
 * Why a call cannot be decided here. `foreign`: effects that nothing explains. `overdue`: nothing was proved in time.
 * `unconfirmed`: it was answered, and no read showed it. `absent_again`: no attempt had an effect.
 */
export type UndecidedReason = 'foreign' | 'overdue' | 'unconfirmed' | 'absent_again'

/** Where a call stands: not sent, sent, answered and not seen yet, with people, or over. */
export type CallStage = 'open' | 'sent' | 'unconfirmed' | 'review' | 'ended'

/** When the job of a call runs again; nothing: the call is over, or waits for people. */
export type Again = NextRun | void

/** Times of business, in ms. */
export type CallTimes = {
  /** How long after an attempt the provider is read; later, at each multiple of `everyMs`. */
  readonly readsAfterMs: readonly [number, ...number[]]
  readonly everyMs: number
  /** The longest pause after a read that nobody answered. */
  readonly silentMs: number
  /** When a call that is not proved goes to people (`endings.undecided`). Left out: never. */
  readonly undecidedAfterMs?: number
}

/** A call that changes something at a provider, for `externalCall`. Only `send` changes anything there. */
export type ExternalCall<Call extends CallRow, Value, Facts = null> = {
  /** The call of a job; null: there is none. */
  readonly find: (sql: Queries, payload: Job['payload']) => Promise<Call | null>
  readonly stages: { readonly [Status in Call['status']]: CallStage }
  readonly attempts: CallAttempts<Call['status']>
  /** Reserves what one call at a time may have. Null: another one has it. */
  readonly reserve?: (work: Work, call: Call) => Promise<Call | null>
  /** Whether effects are read before the first attempt too; before a later one they always are. */
  readonly readsFirst?: boolean
  /** Whether another call, which was given up, may still have the effect that this one asks for. */
  readonly followsAnother?: (call: Call) => boolean
  /** Reads what an attempt needs, just before it. */
  readonly prepare: (work: Work, call: Call) => Promise<Prepared<Call, Facts>>
  /** Asks the provider, once. */
  readonly send: (call: Call, facts: Facts) => Promise<CallOutcome<Value>>
  /** Reads at the provider whether the call had its effect. */
  readonly findEffect: (work: Work, call: Call) => Promise<EffectFound<Value>>
  /** A second proof that is asked for only where `findEffect` found nothing for long enough. */
  readonly confirmAbsence?: (call: Call) => Promise<'absent' | 'pending' | 'unavailable'>
  readonly times: CallTimes
  /**
   * What proves that an attempt had no effect: it is `afterMs` old, and the first and the last read that found nothing
   * are `stableMs` apart.
   */
  readonly absence: (call: Call) => { readonly afterMs: number; readonly stableMs: number }
  readonly mostAttempts: number
  readonly endings: {
    /** The effect is there. `unconfirmed`: it was answered, and reads have to show it before the call is over. */
    readonly done: (work: Work, call: Call, value: Value) => Promise<'unconfirmed' | void>
    /** There is no effect, and there will be none. */
    readonly refused: (work: Work, call: Call, code: string) => Promise<void>
    readonly undecided: (
      work: Work,
      call: Call,
      why: { readonly reason: UndecidedReason; readonly values: readonly Value[] },
    ) => Promise<Again>
  }
  /** Goes on with a call that people decide about. */
  readonly review?: (work: Work, call: Call) => Promise<Again>
}
