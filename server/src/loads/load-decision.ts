import type { LoadException, LoadStatus } from './load-status.ts'
import { classifyPayment, isInTime } from './load-quote.ts'

/** A final transfer to the address of a load. */
export type FinalDeposit = {
  readonly id: string
  /** Symbol of a listed asset. */
  readonly asset: string
  readonly units: bigint
  readonly blockTime: Date
  /** It came from a wallet that is on a list, or that nobody could look up. */
  readonly isScreenedOut: boolean
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
 * The deposits that pay a load: in its coin and in time. Those of wallets that were not cleared count only where the
 * others are too little. Anybody can send something to an address that they see on the chain; what does not pay the load
 * never holds it.
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
 * What becomes of a load that is not paid yet. A little of another coin changes nothing while the payment may still
 * come: a stranger may have sent it.
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
  /** The quote's time and its grace are over, by block time. */
  readonly isTimeOver: boolean
  /** A block has more that is in time: it is waited for until that is final, or gone. */
  readonly isMoreComing: boolean
  /** What came above the quote is so little that it is credited without a question. */
  readonly isExcessSmall: boolean
  /** What came in other coins is less than the smallest load, or worth nobody knows how much now. */
  readonly isOtherCoinLittle: boolean
  readonly guards: LoadGuards
}

/**
 * What becomes of a load once transfers to its address are final: accepted when what pays it is within tolerance, set
 * aside when it is not as quoted, waiting while time is left (domain §5, §15). What is accepted is paid by
 * `payingDeposits`; the other deposits become loads of their own. Money that arrived is never dropped.
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
