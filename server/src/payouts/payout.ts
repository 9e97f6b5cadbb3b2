import type { Selectable } from 'kysely'
import type { Plan } from '../kernel/plan.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'

export type PayoutOwnerKind = 'withdrawal' | 'refund'

/** Parts that a module adds to the plan of another one. */
export type PlanPart = Partial<
  Pick<Plan, 'journals' | 'guards' | 'updates' | 'sets' | 'rows' | 'events' | 'jobs'>
>

/** A payout that its owner ordered. */
export type PayoutOrder = {
  readonly id: string
  readonly ownerKind: PayoutOwnerKind
  readonly ownerId: string
  /** 1, and one more for each further payout of the same owner. */
  readonly part?: number
  readonly companyId: string
  /** Null: the money of a company. */
  readonly userId: string | null
  readonly network: string
  /** Symbol of the coin. */
  readonly asset: string
  /** Checksummed. */
  readonly toAddress: string
  /** Units of the ledger's asset. */
  readonly units: bigint
  /** Contract units below one ledger unit that are paid too. */
  readonly residue?: bigint
}

/** A payout as it is stored; `status` is its step. */
export type Payout = Readonly<Selectable<DB['payout']>>
/** An attempt as it is stored. */
export type PayoutAttempt = Readonly<Selectable<DB['payoutAttempt']>>

/** What an attempt sends, and what its owner adds to the plan that stores it. */
export type PreparedSend = { readonly units: bigint; readonly part: PlanPart }

/**
 * What an owner adds to the plans of its payouts: journals, guarded updates of its own row, events. Each plan is refused
 * as a whole if what it was decided on has changed, and is then decided again.
 */
export type PayoutOwner = {
  readonly kind: PayoutOwnerKind
  /**
   * Before signing: the units, and the journal of attempt `n`, are decided here. Null: it must not be sent any more; the
   * payout is then `failed`.
   */
  readonly prepareSend: (
    sql: Queries,
    payout: Payout,
    of: { readonly n: number; readonly midRate: bigint | null },
  ) => Promise<PreparedSend | null>
  /** The rate that `prepareSend` needs, read outside of every transaction; null: it needs none, or there is none now. */
  readonly readRate: (payout: Payout) => Promise<bigint | null>
  /** The payment is final. `attempt.txHash` is its transaction. */
  readonly onConfirmed: (sql: Queries, payout: Payout, attempt: PayoutAttempt) => Promise<PlanPart>
  /**
   * The attempt is final and paid nothing. `again`: the payout stays approved, and the next attempt follows; else it is
   * `failed`.
   */
  readonly onFailed: (
    sql: Queries,
    payout: Payout,
    attempt: PayoutAttempt,
  ) => Promise<{ readonly part: PlanPart; readonly again: boolean }>
  /** Refused before it was sent, e.g. because a list names its address; the payout is then `failed`. */
  readonly onStopped: (sql: Queries, payout: Payout) => Promise<PlanPart>
}
