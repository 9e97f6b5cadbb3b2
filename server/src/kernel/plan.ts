import type { EventPayload, EventType } from '@cardamom/contract/events'
import type { GuardedSet, GuardedUpdate, RowInsert } from './guarded-update.ts'

type PayloadField<Payload> =
  Readonly<Record<never, never>> extends Payload
    ? { readonly payload?: never }
    : { readonly payload: Payload }

/** A draft of one type of event; `EventDraft` is any of them. */
export type DraftOf<Type extends EventType> = {
  readonly type: Type
  readonly entityId: string
  readonly companyId: string | null
  readonly userId: string | null
} & PayloadField<EventPayload<Type>>

/**
 * An event of the contract as a module writes it. The kernel adds id and entity and passes it to every
 * consumer (api §9).
 */
export type EventDraft = { readonly [Type in EventType]: DraftOf<Type> }[EventType]

/** A job to run later. `key` makes it unique: the same key is enqueued once. */
export type JobDraft = {
  readonly name: string
  readonly payload?: Readonly<Record<string, unknown>>
  readonly dueAt?: Date
  readonly key?: string
}

/** The account of a leg. It is opened when it is first used, if the chart has its code. */
export type AccountKey = {
  /** Code of the chart, e.g. `wallet.regular.pending`, `crypto.deposits`. */
  readonly code: string
  /** Asset of a crypto account, `token@chain`; absent for USD accounts. */
  readonly asset?: string
  /** Company, seller, person or card that owns it; absent for the operator's own. */
  readonly ownerId?: string
  /** Tenant of the owner; absent for the operator's own. */
  readonly companyId?: string
}

/** One signed leg: credit +, debit −, in cents or the asset's ledger unit. */
export type Leg = {
  readonly account: AccountKey
  readonly amount: bigint
  /** For accounts by reference: the load, top-up, order or deposit. */
  readonly ref?: string
  /** A stricter floor than the account's own, on the natural balance after this leg. */
  readonly atLeast?: bigint
  /**
   * The leg takes as much as there is: at most `amount`, and no more than the account has above its floor. What is
   * missing is a leg on this account, of the same currency, so the journal's sum does not depend on what there is.
   */
  readonly restOn?: { readonly account: AccountKey; readonly ref?: string }
}

/**
 * What a plan read of an account, and needs to be still true when it is applied. The account is locked, and no leg
 * needs to be on it. The bounds are of its natural balance.
 */
export type AccountGuard = {
  readonly account: AccountKey
  /** Number of its last posting; 0: none. */
  readonly seq?: bigint
  readonly atLeast?: bigint
  readonly atMost?: bigint
}

export type Journal = {
  readonly kind: string
  /** Unique for ever (money §1). */
  readonly key: string
  /** Who requested what. A replay with another command is a conflict. It never includes the legs. */
  readonly command: string
  readonly effectiveAt: Date
  readonly legs: readonly Leg[]
  /** The journal's object, for reports by reference. */
  readonly subjectId?: string
  /** The journal that this one reverses. It must exist, and may be reversed once. */
  readonly reverses?: string
  readonly breakId?: string
  readonly detail?: JournalDetail
}

/**
 * Who decided on a journal and why. Blocks sign it, and it is never changed, so it has no personal data but ids; a
 * person may have typed the reason.
 */
export type JournalDetail = {
  /** Id of the person, or name of the job. */
  readonly actor?: string
  readonly reason?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** Stored answer of a call under its Idempotency-Key. */
export type StoredAnswer = {
  readonly principal: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly body: string
}

/**
 * What a money handler returns instead of writing. The poster applies or refuses it as a whole, many plans in
 * one transaction (money §8).
 */
export type Plan = {
  readonly journals: readonly Journal[]
  readonly guards?: readonly AccountGuard[]
  readonly updates?: readonly GuardedUpdate[]
  readonly sets?: readonly GuardedSet[]
  readonly rows?: readonly RowInsert[]
  readonly events?: readonly EventDraft[]
  readonly jobs?: readonly JobDraft[]
  readonly answer?: StoredAnswer
}

export type PlanOutcome =
  | { readonly outcome: 'posted'; readonly journalIds: readonly string[] }
  /** The same key and command were posted before; nothing was written now. */
  | { readonly outcome: 'replayed'; readonly journalIds: readonly string[] }
  | { readonly outcome: 'answered'; readonly status: number; readonly body: string }
  | { readonly outcome: 'idempotency_conflict' }
  | { readonly outcome: 'unbalanced' }
  | { readonly outcome: 'account_not_found'; readonly code: string }
  | { readonly outcome: 'account_closed'; readonly code: string }
  | { readonly outcome: 'insufficient_funds'; readonly code: string; readonly ownerId: string | null }
  /** The reversed journal does not exist, or this one is not its only reversal (money §1). */
  | { readonly outcome: 'not_reversible' }
  /** A row, a set of rows (`id` is null) or an account (`table` is `account`) is not as the plan read it. */
  | { readonly outcome: 'guard_failed'; readonly table: string; readonly id: string | null }

/** Applies plans. Callers await it without an open transaction. */
export type ApplyPlan = (plan: Plan) => Promise<PlanOutcome>

/** Announces a call whose plan comes soon or is being applied. Returns the function that ends this. */
export type AnnounceCall = () => () => void
