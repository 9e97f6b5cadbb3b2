import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import { wholeHundredthsBp } from '@cardamom/contract/money'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Level } from './fee-chain.ts'
import type { LevelRates } from './fee-split.ts'
import { sumOf, type ScheduleRates } from './fee-view.ts'

/** A schedule begins with a day in UTC. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

type Speeds = Pick<ScheduleRates, 'regular' | 'immediate'>
/** Rates from a level down: those that its owner sets. */
type OwnRates = { readonly regular: readonly bigint[]; readonly immediate: readonly bigint[] }

/** Rates of a transfer while its switch is off: it is free (domain §4). */
export const freeTransfers: LevelRates = [0n, 0n, 0n, 0n, 0n]

/** The rates of a transfer by the sender's level; null: the switch is off. */
export const transferRates = (rates: readonly bigint[] | null): LevelRates =>
  rates === null ? freeTransfers : (rates as unknown as LevelRates)

type Errors = Readonly<Record<string, string[]>>
const invalid = (errors: Errors) => refused('validation', { data: { errors } })

/** The rates of the levels above from a schedule, and an owner's own rates below them. */
export const joinRates = (above: LevelRates, own: readonly bigint[]): LevelRates =>
  [...above.slice(0, above.length - own.length), ...own] as unknown as LevelRates

type ProposedRates = OwnRates & { readonly transfer?: readonly bigint[] | null | undefined }

/**
 * All five rates of each speed, or which field has too few rates, or rates that are too high together. Those of a transfer
 * stay where none are proposed; only the operator proposes them.
 */
export const completeRates = (
  base: ScheduleRates,
  { level, transfer, ...own }: ProposedRates & { readonly level: Level },
): Answer<ScheduleRates, 'validation'> => {
  const errors: Record<string, string[]> = {}
  for (const speed of loadSpeeds) {
    if (own[speed].length !== base[speed].length - level) errors[speed] = ['invalid']
    else if (sumOf(joinRates(base[speed], own[speed])) >= wholeHundredthsBp) errors[speed] = ['fees_too_high']
  }
  if (transfer !== undefined && level > 0) errors['transfer'] = ['invalid']
  if (Object.keys(errors).length > 0) return invalid(errors)
  return accepted({
    transfer: transfer === undefined ? base.transfer : transferRates(transfer),
    regular: joinRates(base.regular, own.regular),
    immediate: joinRates(base.immediate, own.immediate),
  })
}

/** Fields of a complete schedule with wrong rates. While its switch is on, the fee of a transfer is above 0 (domain §4). */
export const errorsOfRates = (rates: Speeds & { readonly transfer: readonly bigint[] | null }): Errors => {
  const errors: Record<string, string[]> = {}
  for (const speed of loadSpeeds)
    if (sumOf(rates[speed]) >= wholeHundredthsBp) errors[speed] = ['fees_too_high']
  for (const [level, rate] of (rates.transfer ?? []).entries())
    if (rate === 0n) errors[`transfer.${level}`] = ['fee_zero']
  return errors
}

/** Speeds with another number of rates than those from a level down. */
export const errorsOfCount = ({ level, ...own }: OwnRates & { readonly level: Level }): Errors =>
  Object.fromEntries(
    loadSpeeds.flatMap((speed) => (own[speed].length === 5 - level ? [] : [[speed, ['invalid']]])),
  )
