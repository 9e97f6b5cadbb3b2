import type { LoadException, LoadStatus } from './load-status.ts'
import { classifyPayment, isInTime } from './load-quote.ts'

/** A final transfer to the address of a load. */
export type FinalDeposit = {
  readonly id: string
  /** Symbol of a listed asset. */
  readonly asset: string
  readonly units: bigint
  readonly blockTime: Date
}

/** What the decision needs of a load and of the world. */
export type PaidLoad = {
  readonly status: LoadStatus
  readonly asset: string
  readonly dueUnits: bigint
  readonly expiresAt: Date
}

export type LoadGuards = {
  readonly isVerified: boolean
  readonly isHeldByKyc: boolean
  readonly isScreenedOut: boolean
  /** Gross of what came against the limits at acceptance; null: within. */
  readonly limit: 'below_minimum' | 'over_limit' | null
}

/** `wait`: a part came in time and the rest may still come. */
export type LoadDecision =
  | { readonly decision: 'accept'; readonly exception: LoadException | null }
  | { readonly decision: 'review'; readonly exception: LoadException }
  | { readonly decision: 'wait'; readonly exception: LoadException | null }

const review = (exception: LoadException): LoadDecision => ({ decision: 'review', exception })

const ofGuards = (guards: LoadGuards): LoadDecision => {
  if (guards.isScreenedOut) return review('screening')
  if (!guards.isVerified || guards.isHeldByKyc) return review('kyc')
  return guards.limit ? review(guards.limit) : { decision: 'accept', exception: null }
}

const withExcess = (decided: LoadDecision): LoadDecision =>
  decided.decision === 'accept' ? { ...decided, exception: 'overpaid' } : decided

/**
 * What becomes of a load once transfers to its address are final: accepted when what came in time is within tolerance,
 * set aside when it is not as quoted, waiting while a part came and time is left (domain §5, §15). Money that arrived is
 * never dropped: there is no other outcome.
 */
export const decideLoad = (facts: {
  load: PaidLoad
  deposits: readonly FinalDeposit[]
  /** The quote's time and its grace are over, by block time or by the clock. */
  isTimeOver: boolean
  /** What came above the quote is so little that it is credited without a question. */
  isExcessSmall: boolean
  guards: LoadGuards
}): LoadDecision => {
  const { load, deposits, guards } = facts
  if (deposits.some(({ asset }) => asset !== load.asset)) return review('wrong_asset')
  const inTime = deposits.filter(({ blockTime }) => isInTime({ blockTime, expiresAt: load.expiresAt }))
  if (load.status === 'cancelled' || load.status === 'expired') return review('late')
  const paidUnits = inTime.reduce((sum, { units }) => sum + units, 0n)
  const kind = classifyPayment({ paidUnits, due: load.dueUnits })
  const someLate = inTime.length < deposits.length
  if (kind === 'paid' && !someLate) return ofGuards(guards)
  if (kind === 'overpaid' && facts.isExcessSmall && !someLate) return withExcess(ofGuards(guards))
  if (kind === 'overpaid') return review('overpaid')
  if (someLate) return review('late')
  return facts.isTimeOver ? review('underpaid') : { decision: 'wait', exception: 'underpaid' }
}
