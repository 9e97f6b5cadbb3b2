import { isAdminArea } from '@cardamom/contract/roles'
import type { ClosableArea, IncidentKind, IncidentReaders } from '@cardamom/contract/settings/incidents'
import type { Principal } from '../kernel/principal.ts'

/** A banner: a text in both languages, who reads it and when, and what a maintenance closes. */
export type Incident = {
  readonly id: string
  readonly kind: IncidentKind
  readonly readers: IncidentReaders
  readonly closes: readonly ClosableArea[]
  readonly en: string
  readonly es: string
  readonly from: Date
  readonly until: Date | null
  readonly createdBy: string
  readonly endedAt: Date | null
  readonly endedBy: string | null
}

export const stateOf = (
  { from, until, endedAt }: Pick<Incident, 'from' | 'until' | 'endedAt'>,
  now: Date,
): 'upcoming' | 'current' | 'past' => {
  if (endedAt !== null || (until !== null && until <= now)) return 'past'
  return from > now ? 'upcoming' : 'current'
}

const readersOf = (principal: Principal): IncidentReaders => {
  if (principal.kind !== 'session') return 'signedOut'
  return isAdminArea(principal.roleId) ? 'administrators' : 'cardholders'
}

/** Whether a banner is for this caller. */
export const isFor = ({ readers }: Pick<Incident, 'readers'>, principal: Principal): boolean =>
  readers === 'everyone' || readers === readersOf(principal)

/** The maintenance that closes an area for this caller; of several, the one that ends last. */
export const closedBy = (
  incidents: readonly Incident[],
  of: { area: ClosableArea; principal: Principal; now: Date },
): Incident | null => {
  const endOf = ({ until }: Incident) => until?.getTime() ?? Infinity
  const closing = incidents.filter(
    (each) =>
      each.closes.includes(of.area) && stateOf(each, of.now) === 'current' && isFor(each, of.principal),
  )
  return closing.toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null
}

/** Without a planned end, the next try is worth while after some minutes. */
const usualWaitSeconds = 300

export const retryAfterOf = ({ until }: Pick<Incident, 'until'>, now: Date): number =>
  until === null ? usualWaitSeconds : Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
