import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import { formatPercent } from '@cardamom/contract/money'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Level } from './fee-chain.ts'
import type { LevelRates } from './fee-split.ts'
import { joinRates } from './fee-change.ts'
import { sumOf, type ScheduleRates } from './fee-view.ts'

/** A version of a schedule, with the level that made it: 0 for the operator. */
export type Version = ScheduleRates & {
  readonly id: string
  /** Null: the platform. */
  readonly companyId: string | null
  readonly version: number
  readonly validFrom: Date
  readonly way: 'operator' | 'company' | 'followed' | 'ended'
  readonly level: Level
  /** The version that its levels above are from; null for the operator's. */
  readonly baseId: string | null
}

/** Companies from tier 1 down to a company. */
export type Path = readonly string[]

const depthIn = (path: Path, { companyId }: Version) => (companyId === null ? -1 : path.indexOf(companyId))

const isNearer = (path: Path, one: Version, other: Version): boolean => {
  const depths = depthIn(path, one) - depthIn(path, other)
  if (depths !== 0) return depths > 0
  const starts = one.validFrom.getTime() - other.validFrom.getTime()
  return starts === 0 ? one.version > other.version : starts > 0
}

/**
 * The version in force at the end of a path: the nearest company's newest one, else the platform's. `below`: only those
 * that a level above this one made. It is the same order as that of `effective_fee_schedule`.
 */
export const inForceAt = (
  versions: readonly Version[],
  { path, at, below = 5 }: { path: Path; at: Date; below?: number },
): Version | null =>
  versions
    .filter(
      (each) =>
        each.level < below &&
        each.validFrom <= at &&
        (each.companyId === null || path.includes(each.companyId)),
    )
    .reduce<Version | null>((best, each) => (best === null || isNearer(path, each, best) ? each : best), null)

/** The version that sets the room of a level: the one in force that a level above it made. The platform always has one. */
export const baseIn = (
  versions: readonly Version[],
  { level, ...of }: { path: Path; at: Date; level: Level },
): Version => {
  const base = inForceAt(versions, { ...of, below: level })
  if (!base) throw new Error('The platform has no schedule')
  return base
}

/** The own part of a schedule: the rates of a level and those below. */
export const ownPart = (rates: LevelRates, level: Level): bigint[] => rates.slice(level)

/** How much a level and those below may have together: what the version above leaves them, by speed. */
export const roomIn = (base: ScheduleRates, level: Level) => ({
  regular: sumOf(ownPart(base.regular, level)),
  immediate: sumOf(ownPart(base.immediate, level)),
})

type OwnRates = { readonly regular: readonly bigint[]; readonly immediate: readonly bigint[] }

/**
 * Rates that a level sets for itself and those below, on the version of the levels above. Refused where they are more
 * than its room. The fee of a transfer goes to the operator, so it stays.
 */
export const ratesInRoom = (
  base: ScheduleRates,
  { level, ...own }: OwnRates & { readonly level: Level },
): Answer<ScheduleRates, 'fee_room_exceeded'> => {
  const room = roomIn(base, level)
  for (const speed of loadSpeeds) {
    const wanted = sumOf(own[speed])
    if (wanted > room[speed]) {
      const data = { speed, room: formatPercent(room[speed]), wanted: formatPercent(wanted) }
      return refused('fee_room_exceeded', { data })
    }
  }
  return accepted({
    regular: joinRates(base.regular, own.regular),
    immediate: joinRates(base.immediate, own.immediate),
    transfer: base.transfer,
  })
}

/** A version that a level made, on another version of the levels above. Its part ends where it has no room any more. */
const follow = (made: Version, base: Version): Pick<Version, 'way' | keyof ScheduleRates> => {
  const { level, way } = made
  const own = { regular: ownPart(made.regular, level), immediate: ownPart(made.immediate, level) }
  const rates = way === 'ended' ? null : ratesInRoom(base, { level, ...own })
  if (rates?.accepted) return { way: 'followed', ...rates.value }
  return { way: 'ended', regular: base.regular, immediate: base.immediate, transfer: base.transfer }
}

const newest = (versions: readonly Version[], at: Date) =>
  versions
    .filter(({ validFrom }) => validFrom <= at)
    .reduce<Version | null>((best, each) => (best === null || isNearer([], each, best) ? each : best), null)

/** The instants from `from` on at which the schedule of a company may change. */
const instantsOf = (versions: readonly Version[], from: Date): Date[] => {
  const later = versions.flatMap(({ validFrom }) => (validFrom > from ? [validFrom.getTime()] : []))
  return [...new Set([from.getTime(), ...later])].toSorted((a, b) => a - b).map((at) => new Date(at))
}

/**
 * The versions that follow from a change at `from` (docs/decisions/0018). Every company whose version was made by a level
 * gets another one for each instant at which the version of the levels above is another one. `companies` are those that
 * may be concerned; `versions` are theirs and those of the companies above them, with the change.
 */
export const followersOf = ({
  versions,
  companies,
  from,
  nextVersion,
  newId,
}: {
  versions: readonly Version[]
  companies: readonly { readonly companyId: string; readonly path: Path }[]
  from: Date
  nextVersion: (companyId: string) => number
  newId: () => string
}): Version[] => {
  const all = [...versions]
  const made: Version[] = []
  // A company follows the one above it, so the companies above come first.
  for (const { companyId, path } of companies.toSorted((a, b) => a.path.length - b.path.length)) {
    const ownNow = () => all.filter((each) => each.companyId === companyId)
    if (!ownNow().some(({ level }) => level > 0)) continue
    const onPath = all.filter((each) => each.companyId === null || path.includes(each.companyId))
    for (const at of instantsOf(onPath, from)) {
      const present = newest(ownNow(), at)
      if (present === null || present.level === 0) continue
      const base = inForceAt(all, { path, at, below: present.level })
      if (base === null || base.id === present.baseId) continue
      const start = { id: newId(), companyId, version: nextVersion(companyId), validFrom: at }
      const next = { ...start, level: present.level, baseId: base.id, ...follow(present, base) }
      all.push(next)
      made.push(next)
    }
  }
  return made
}
