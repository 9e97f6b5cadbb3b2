import { formatPercent } from '@cardamom/contract/money'
import { levelOf } from '../companies/company-reader.sql.ts'
import { changeOf } from '../companies/company-terms.ts'
import type { Version } from './fee-followers.ts'
import { ratesForReader, type ScheduleRates } from './fee-view.ts'

/** What counts for a company at an instant. */
export type FeesAt = ScheduleRates & {
  readonly companyId: string
  readonly tier: number
  readonly at: Date
}

/** The instants from a change on at which a schedule near it may be another one, soonest first. */
export const instantsFrom = (from: Date, near: readonly Pick<Version, 'validFrom'>[]): Date[] => {
  const later = near.flatMap(({ validFrom }) => (validFrom > from ? [validFrom.getTime()] : []))
  return [...new Set([from.getTime(), ...later])].toSorted((a, b) => a - b).map((at) => new Date(at))
}

const percentsOf = (rates: readonly { readonly percent: bigint | undefined }[]) =>
  rates.map(({ percent = 0n }) => formatPercent(percent)).join(' / ')

/** The whole fee, and in brackets the rates from the level of the company down: those above it are one sum (domain §13). */
const textsOf = (fees: FeesAt) => {
  const { regular, immediate, transfer } = ratesForReader(fees, levelOf(fees.tier))
  const textOf = ({ total, levels }: typeof regular) => `${formatPercent(total)} % (${percentsOf(levels)})`
  return {
    regular: textOf(regular),
    immediate: textOf(immediate),
    // A transfer pays the rate of its sender's level.
    transfer: `${percentsOf(transfer.slice(0, 1))} %`,
  }
}

type ToldFees = { readonly companyId: string; readonly facts: Readonly<Record<string, string>> }

/**
 * What a change of schedules changes for each company, and from when. An instant that has the same before and after as the one
 * before it is not told again. `after` is sorted by company and instant.
 */
export const changedFees = (before: readonly FeesAt[], after: readonly FeesAt[]): ToldFees[] => {
  const told: ToldFees[] = []
  const last = new Map<string, string>()
  const atInstant = ({ companyId, at }: FeesAt) => `${companyId} ${at.getTime()}`
  const earlier = new Map(before.map((fees) => [atInstant(fees), fees]))
  for (const now of after) {
    const then = earlier.get(atInstant(now))
    // A company that was created meanwhile starts with the new fees.
    if (then === undefined) continue
    const [was, is] = [textsOf(then), textsOf(now)]
    const key = JSON.stringify([was, is])
    const isTold = last.get(now.companyId) === key
    last.set(now.companyId, key)
    const changes = (['regular', 'immediate', 'transfer'] as const).flatMap((name) => {
      const change = changeOf(was[name], is[name])
      return change === null ? [] : [[name, change] as const]
    })
    if (changes.length === 0 || isTold) continue
    const facts = { ...Object.fromEntries(changes), by: now.at.toISOString() }
    told.push({ companyId: now.companyId, facts })
  }
  return told
}
