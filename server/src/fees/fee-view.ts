import type { Level } from './fee-chain.ts'
import type { FeeSplit, LevelRates } from './fee-split.ts'

/** Rates of a schedule by speed. */
export type ScheduleRates = {
  readonly regular: LevelRates
  readonly immediate: LevelRates
  readonly transfer: LevelRates
}

export const levels: readonly Level[] = [0, 1, 2, 3, 4]

export const sumOf = (rates: readonly bigint[]): bigint => rates.reduce((sum, rate) => sum + rate, 0n)

const ownRates = (rates: LevelRates, level: Level) =>
  levels.flatMap((each) => (each < level ? [] : [{ level: each, percent: rates[each] }]))

const speedRates = (rates: LevelRates, level: Level) => ({
  total: sumOf(rates),
  above: level === 0 ? null : sumOf(rates.slice(0, level)),
  levels: ownRates(rates, level),
})

/**
 * Rates as a reader of a level may see them: one by one from the own level down. The levels above are one sum, because
 * nobody sees another level's share (domain §13). A transfer pays one rate, so its rates have no sum.
 */
export const ratesForReader = ({ regular, immediate, transfer }: ScheduleRates, level: Level) => ({
  regular: speedRates(regular, level),
  immediate: speedRates(immediate, level),
  transfer: ownRates(transfer, level),
})

/** Parts of a fee as a reader of a level may see them. */
export const partsForReader = ({ feeCents, netCents, operatorCents, shares }: FeeSplit, level: Level) => {
  const amountOf = (each: Level) =>
    each === 0
      ? operatorCents
      : sumOf(shares.flatMap((share) => (share.level === each ? [share.amountCents] : [])))
  const own = levels.flatMap((each) => (each < level ? [] : [{ level: each, amount: amountOf(each) }]))
  return {
    fee: feeCents,
    net: netCents,
    above: level === 0 ? null : feeCents - sumOf(own.map(({ amount }) => amount)),
    levels: own,
  }
}

type FeeParts = ReturnType<typeof partsForReader>

/** Parts of fees that were paid as a company may see them: the levels below it are one sum too (domain §13). */
export const withOneBelow = ({ levels: [own, ...below], ...parts }: FeeParts) => ({
  ...parts,
  levels: own === undefined ? [] : [own],
  below: below.length === 0 ? null : sumOf(below.map(({ amount }) => amount)),
})

/** The parts of several fees together. */
export const addParts = (parts: readonly FeeParts[], level: Level): FeeParts => ({
  fee: sumOf(parts.map(({ fee }) => fee)),
  net: sumOf(parts.map(({ net }) => net)),
  above: level === 0 ? null : sumOf(parts.map(({ above }) => above ?? 0n)),
  levels: levels.slice(level).map((each, at) => ({
    level: each,
    amount: sumOf(parts.map((part) => part.levels[at]?.amount ?? 0n)),
  })),
})
