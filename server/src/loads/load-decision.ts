import type { LoadException, LoadStatus } from './load-status.ts'
import { classifyPayment, isInTime } from './load-quote.ts'

/** A final transfer to the address of a load. */
export type FinalDeposit = {
  readonly id: string
  /** Symbol of a listed asset. */
  readonly asset: string
  readonly units: bigint
  readonly blockTime: Date
  /** The sender's wallet is on a list, or could not be checked. */
  readonly isScreenedOut: boolean
}

/** Facts that the decision needs about a load and its surroundings. */
export type PaidLoad = {
  readonly status: LoadStatus
  readonly asset: string
  readonly dueUnits: bigint
  readonly expiresAt: Date
}

export type LoadGuards = {
  readonly isVerified: boolean
  readonly isHeldByKyc: boolean
  /** Gross of what pays the load against the limits at acceptance; null: within. */
  readonly limit: 'below_minimum' | 'over_limit' | null
}

/** `wait`: a part came in time and the rest may still come. */
export type LoadDecision =
  | { readonly decision: 'accept'; readonly exception: LoadException | null }
  | { readonly decision: 'review'; readonly exception: LoadException }
  | { readonly decision: 'wait'; readonly exception: LoadException | null }

const review = (exception: LoadException): LoadDecision => ({ decision: 'review', exception })

const unitsOf = (deposits: readonly Pick<FinalDeposit, 'units'>[]): bigint =>
  deposits.reduce((sum, { units }) => sum + units, 0n)

/**
 * The deposits that pay a load: in its coin and in time. Deposits of wallets that were not cleared count only
 * where the others are too little. Anybody can send something to an address that they see on the chain; a
 * deposit that does not pay the load never delays it.
 */
export const payingDeposits = <D extends FinalDeposit>(
  load: Pick<PaidLoad, 'asset' | 'dueUnits' | 'expiresAt'>,
  deposits: readonly D[],
): readonly D[] => {
  const inTime = deposits.filter(
    ({ asset, blockTime }) => asset === load.asset && isInTime({ blockTime, expiresAt: load.expiresAt }),
  )
  const cleared = inTime.filter(({ isScreenedOut }) => !isScreenedOut)
  const isEnough = classifyPayment({ paidUnits: unitsOf(cleared), due: load.dueUnits }) !== 'underpaid'
  return isEnough ? cleared : inTime
}

const ofGuards = (paying: readonly FinalDeposit[], guards: LoadGuards): LoadDecision => {
  if (paying.some(({ isScreenedOut }) => isScreenedOut)) return review('screening')
  if (!guards.isVerified || guards.isHeldByKyc) return review('kyc')
  return guards.limit ? review(guards.limit) : { decision: 'accept', exception: null }
}

const withExcess = (decided: LoadDecision): LoadDecision =>
  decided.decision === 'accept' ? { ...decided, exception: 'overpaid' } : decided

/**
 * Decides about a load that is not paid yet. A small amount of another coin changes nothing while the payment
 * may still come, because a stranger may have sent it.
 */
const ofUnpaid = (facts: Facts): LoadDecision => {
  const { load, deposits } = facts
  const hasPart = unitsOf(payingDeposits(load, deposits)) > 0n
  const wait: LoadDecision = { decision: 'wait', exception: hasPart ? 'underpaid' : null }
  if (facts.isMoreComing) return wait
  const others = deposits.filter(({ asset }) => asset !== load.asset)
  if (others.length > 0 && !facts.isOtherCoinLittle) return review('wrong_asset')
  const isLate = deposits.some(
    ({ asset, blockTime }) => asset === load.asset && !isInTime({ blockTime, expiresAt: load.expiresAt }),
  )
  if (isLate) return review('late')
  if (!facts.isTimeOver) return wait
  return review(hasPart ? 'underpaid' : 'wrong_asset')
}

type Facts = {
  readonly load: PaidLoad
  readonly deposits: readonly FinalDeposit[]
  /** The quote's time and grace period are over, by block time. */
  readonly isTimeOver: boolean
  /** A block has another transfer in time: the decision waits until that transfer is final or gone. */
  readonly isMoreComing: boolean
  /** The excess over the quote is small enough to be credited without a decision. */
  readonly isExcessSmall: boolean
  /** The value of other coins is below the smallest load, or unknown now. */
  readonly isOtherCoinLittle: boolean
  readonly guards: LoadGuards
}

/**
 * Decides about a load after transfers to its address are final: accepts it when its payment is within
 * tolerance, puts it in review when it is not as quoted, waits while time is left (domain §5, §15).
 * `payingDeposits` pay an accepted load; the other deposits become separate loads. Money that arrived is
 * never lost.
 */
export const decideLoad = (facts: Facts): LoadDecision => {
  const { load, guards } = facts
  if (load.status === 'cancelled' || load.status === 'expired') return review('late')
  const paying = payingDeposits(load, facts.deposits)
  const kind = classifyPayment({ paidUnits: unitsOf(paying), due: load.dueUnits })
  if (kind === 'underpaid') return ofUnpaid(facts)
  if (kind === 'paid') return ofGuards(paying, guards)
  return facts.isExcessSmall ? withExcess(ofGuards(paying, guards)) : review('overpaid')
}
