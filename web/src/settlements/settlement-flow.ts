import { centsOf, centsText } from '../kernel/cents.ts'

const steps = [
  ['matured', 1n],
  ['added', 1n],
  ['deducted', -1n],
  ['reversed', -1n],
  ['owed', -1n],
  ['uncovered', 1n],
  ['allowance', -1n],
] as const

type StepName = (typeof steps)[number][0] | 'paid'
export type FlowFigures = Readonly<Record<StepName, string>>
export type FlowStep = {
  readonly name: StepName
  readonly amount: string
  /** The sum after this step. */
  readonly total: string
  /** Both ends of its bar, from 0 to 1. */
  readonly from: number
  readonly to: number
}

/** The steps of a waterfall from the shares to what is paid. Steps of nothing are left out, except both ends. */
export const flowOf = (figures: FlowFigures): FlowStep[] => {
  let sum = 0n
  const bars = steps.flatMap(([name, sign]) => {
    const cents = sign * centsOf(figures[name])
    if (cents === 0n && name !== 'matured') return []
    const before = sum
    sum += cents
    return [{ name: name as StepName, cents, before, after: sum }]
  })
  bars.push({ name: 'paid', cents: centsOf(figures.paid), before: 0n, after: centsOf(figures.paid) })
  const ends = bars.flatMap(({ before, after }) => [before, after])
  const least = ends.reduce((low, each) => (each < low ? each : low), 0n)
  const most = ends.reduce((high, each) => (each > high ? each : high), 0n)
  const span = Number(most - least)
  const at = (cents: bigint) => (span === 0 ? 0 : Number(cents - least) / span)
  return bars.map(({ name, cents, before, after }) => ({
    name,
    amount: centsText(cents),
    total: centsText(after),
    from: Math.min(at(before), at(after)),
    to: Math.max(at(before), at(after)),
  }))
}
