import { shareOf, wholeHundredthsBp } from '@cardamom/contract/money'
import { accepted, refused } from '../kernel/answer.ts'
import type { Answer } from '../kernel/answer.ts'
import type { Beneficiary, Chain, Level } from './fee-chain.ts'

/** Rates of the levels, operator first, in hundredths of a basis point of the gross (domain §4). */
export type LevelRates = readonly [bigint, bigint, bigint, bigint, bigint]

/** The part of a fee for one beneficiary below the operator. */
export type FeeShare = Pick<Beneficiary, 'ownerKind' | 'ownerId' | 'level'> & { readonly amountCents: bigint }

/**
 * The parts of a fee: `gross = net + fee`, `fee = operator + Σ shares`, to the cent. Shares are in the order
 * of the chain, and include those of zero. So the splits of two amounts over one chain can be subtracted
 * share by share.
 */
export type FeeSplit = {
  readonly grossCents: bigint
  readonly feeCents: bigint
  readonly netCents: bigint
  readonly operatorCents: bigint
  readonly shares: readonly FeeShare[]
}

type SplitInput = { readonly grossCents: bigint; readonly rates: LevelRates; readonly chain: Chain }

const checkSplit = ({ grossCents, rates, chain }: SplitInput) => {
  if (grossCents < 0n) throw new RangeError('A gross must not be negative')
  if (rates.some((rate) => rate < 0n) || rates.reduce((sum, rate) => sum + rate, 0n) >= wholeHundredthsBp) {
    throw new RangeError('Rates must not be negative, and their sum must be below 100 %')
  }
  for (const level of [1, 2, 3, 4]) {
    const parts = chain.filter((beneficiary) => beneficiary.level === level).map((b) => b.partHundredthsBp)
    const assigned = parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n)
    if (parts.filter((part) => part === undefined).length > 1 || assigned > wholeHundredthsBp) {
      throw new RangeError(`level ${level} of the chain passes on more than its share`)
    }
  }
}

/**
 * Effective rates of the partners' levels. A level without a partner passes its rate to the nearest level
 * above.
 */
const rolledUpRates = ({ rates, chain }: Pick<SplitInput, 'rates' | 'chain'>): Map<number, bigint> => {
  const effective = new Map<number, bigint>()
  let carried = 0n
  for (let level = rates.length - 1; level > 0; level -= 1) {
    carried += rates[level] ?? 0n
    if (chain.some((beneficiary) => beneficiary.level === level)) {
      effective.set(level, carried)
      carried = 0n
    }
  }
  return effective
}

/**
 * The split without the refusal of `splitFee`, for parts of a load that may become zero. The total fee is
 * rounded half-up, each level's share down, and the operator gets the rest, never below 0 (money §3). Throws
 * RangeError for a gross below 0, for rates that reach 100 %, and for a level whose parts exceed its share.
 */
export const splitOf = (input: SplitInput): FeeSplit => {
  checkSplit(input)
  const { grossCents, rates, chain } = input
  const totalRate = rates.reduce((sum, rate) => sum + rate, 0n)
  const feeCents = shareOf({ amountCents: grossCents, rateHundredthsBp: totalRate, rounding: 'half-up' })
  const effective = rolledUpRates({ rates, chain })
  const partners = chain.filter(({ level }) => level > 0)
  const levelCents = (level: Level) =>
    shareOf({ amountCents: grossCents, rateHundredthsBp: effective.get(level) ?? 0n, rounding: 'down' })
  const partCents = ({ level, partHundredthsBp = 0n }: Beneficiary) =>
    shareOf({ amountCents: levelCents(level), rateHundredthsBp: partHundredthsBp, rounding: 'down' })
  const shares = partners.map((partner): FeeShare => {
    const { ownerKind, ownerId, level, partHundredthsBp } = partner
    const othersCents = partners
      .filter((other) => other.level === level && other !== partner)
      .reduce((sum, other) => sum + partCents(other), 0n)
    const amountCents = partHundredthsBp === undefined ? levelCents(level) - othersCents : partCents(partner)
    return { ownerKind, ownerId, level, amountCents }
  })
  const partnersCents = shares.reduce((sum, share) => sum + share.amountCents, 0n)
  return {
    grossCents,
    feeCents,
    netCents: grossCents - feeCents,
    operatorCents: feeCents - partnersCents,
    shares,
  }
}

const unlessNothingIsLeft = <T extends { readonly netCents: bigint }>(
  priced: T,
): Answer<T, 'invalid_amount'> => (priced.netCents > 0n ? accepted(priced) : refused('invalid_amount'))

/** The entry fee of a load, split over its frozen chain. Refused when the net is zero. */
export const splitFee = (input: SplitInput): Answer<FeeSplit, 'invalid_amount'> =>
  unlessNothingIsLeft(splitOf(input))

/** The rates of the levels above an owner; those of the others are 0. */
export const ratesAbove = (rates: LevelRates, ownerLevel: Exclude<Level, 0>): LevelRates => {
  const above = (rate: bigint, level: Level) => (level < ownerLevel ? rate : 0n)
  const [operator, one, two, three] = rates
  return [above(operator, 0), above(one, 1), above(two, 2), above(three, 3), 0n]
}

/**
 * The entry fee of a top-up. Only the levels above its owner are charged and paid (domain §4). Refused when
 * the net is zero.
 */
export const splitTopUp = ({
  ownerLevel,
  rates,
  chain,
  grossCents,
}: SplitInput & { ownerLevel: Exclude<Level, 0> }): Answer<FeeSplit, 'invalid_amount'> =>
  splitFee({
    grossCents,
    rates: ratesAbove(rates, ownerLevel),
    chain: chain.filter(({ level }) => level < ownerLevel),
  })

/** A total, the fee inside it, and the net. */
export type FeeInside = { readonly totalCents: bigint; readonly feeCents: bigint; readonly netCents: bigint }

type TransferAmount = { readonly totalCents: bigint; readonly rateHundredthsBp: bigint }

/** The fee inside a transfer without the refusal of `transferFee`, for examples and estimates. */
export const feeInside = ({ totalCents, rateHundredthsBp }: TransferAmount): FeeInside => {
  const feeCents = shareOf({ amountCents: totalCents, rateHundredthsBp, rounding: 'half-up' })
  return { totalCents, feeCents, netCents: totalCents - feeCents }
}

/**
 * The fee inside a transfer or wallet-to-card. It has one rate, of the sender's level, rounded half-up, and
 * all of it goes to the operator (domain §4, §7). Refused when the net is zero. `totalOfNet` computes the
 * total for a net.
 */
export const transferFee = (of: TransferAmount): Answer<FeeInside, 'invalid_amount'> =>
  unlessNothingIsLeft(feeInside(of))
