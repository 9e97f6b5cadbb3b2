import { closableAreaOf } from '@cardamom/contract/settings/incidents'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import type { ChangeNotices } from '../kernel/change-notices.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Language, Principal } from '../kernel/principal.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import { closedBy, retryAfterOf, type Incident } from './incident.ts'
import { readOpenIncidents } from './incidents.sql.ts'

/** Greatest age of cached banners: the longest effect of a lost notice. */
const longestMs = 1000

/** The banners of now and of later, at most a second old. */
export type OpenIncidents = () => Promise<readonly Incident[]>

/** Reads the banners at most once a second, and again after a change of one. */
export const createIncidentCache = (deps: {
  db: Database
  clock: Clock
  notices: Pick<ChangeNotices, 'onChange'>
}): OpenIncidents => {
  let cached: { readonly incidents: Promise<Incident[]>; readonly readMs: number } | null = null
  deps.notices.onChange((subject) => {
    if (subject === 'all') cached = null
  })
  return async () => {
    const nowMs = deps.clock.realNow().getTime()
    const ageMs = cached === null ? longestMs : nowMs - cached.readMs
    if (cached && ageMs >= 0 && ageMs < longestMs) return cached.incidents
    const incidents = deps.db.read(beforeLogin, (sql) => readOpenIncidents(sql, deps.clock.now()))
    const entry = { incidents, readMs: nowMs }
    cached = entry
    incidents.catch(() => {
      if (cached === entry) cached = null
    })
    return incidents
  }
}

export type RefuseClosed = (
  declared: Endpoint,
  principal: Principal,
  lang: Language,
) => Promise<RefusedAnswer<'area_closed'> | null>

/** Refuses the calls of an area while a maintenance closes it for the caller, with the text of the banner. */
export const createRefuseClosed =
  ({ incidents, clock }: { incidents: OpenIncidents; clock: Clock }): RefuseClosed =>
  async (declared, principal, lang) => {
    const area = closableAreaOf(declared)
    if (area === null) return null
    const now = clock.now()
    const closing = closedBy(await incidents(), { area, principal, now })
    if (closing === null) return null
    const { until } = closing
    return refused('area_closed', {
      data: {
        area,
        text: closing[lang],
        until: until?.toISOString() ?? null,
        retryAfterSeconds: retryAfterOf(closing, now),
      },
    })
  }
