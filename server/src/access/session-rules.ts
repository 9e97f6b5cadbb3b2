import { isAdminArea } from '@cardamom/contract/roles'
import type { PasskeyGroup, SettingValue } from '@cardamom/contract/settings'
import type { ChangeNotices } from '../kernel/change-notices.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { readRequiredTerms } from '../terms/terms.sql.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const keys = [
  'sessionIdleMinutes',
  'sessionDays',
  'adminSessionIdleMinutes',
  'adminSessionHours',
  'passkeyGroups',
] as const

/** Settings that every request depends on: times of a session, and who needs a passkey (security §1, §3). */
export type SessionRules = { readonly [K in (typeof keys)[number]]: SettingValue<K> }

export const readSessionRules = (sql: Queries): Promise<SessionRules> => readSettings(sql, keys)

/** How long a session of this role lives without use, and in any case. */
export const limitsOf = (roleId: number, rules: SessionRules): { idleMs: number; absoluteMs: number } =>
  isAdminArea(roleId)
    ? {
        idleMs: rules.adminSessionIdleMinutes * minuteMs,
        absoluteMs: rules.adminSessionHours * hourMs,
      }
    : { idleMs: rules.sessionIdleMinutes * minuteMs, absoluteMs: rules.sessionDays * 24 * hourMs }

const sellers: ReadonlySet<number> = new Set([7, 8])
const topRoles: ReadonlySet<number> = new Set([6, 11])

const groupOf = (roleId: number): PasskeyGroup => {
  if (topRoles.has(roleId)) return 'topAdministrators'
  if (isAdminArea(roleId)) return 'administrators'
  return sellers.has(roleId) ? 'sellers' : 'cardholders'
}

/** Whether the operator requires a passkey of people with this role. */
export const needsPasskey = (
  roleId: number,
  { passkeyGroups }: Pick<SessionRules, 'passkeyGroups'>,
): boolean => passkeyGroups.includes(groupOf(roleId))

/** The same, and the version of the terms that everybody has to accept; null: none. */
export type PresentRules = SessionRules & { readonly requiredTerms: number | null }

const readPresentRules = async (sql: Queries, now: Date): Promise<PresentRules> => {
  const [rules, requiredTerms] = await Promise.all([readSessionRules(sql), readRequiredTerms(sql, now)])
  return { ...rules, requiredTerms }
}

/** Whether a person has to accept the terms before they change anything (security §1). */
export const needsTerms = (
  { acceptedTerms }: { readonly acceptedTerms: number | null },
  { requiredTerms }: Pick<PresentRules, 'requiredTerms'>,
): boolean => requiredTerms !== null && (acceptedTerms ?? 0) < requiredTerms

/** Greatest age of cached rules: the longest effect of a lost notice. */
const longestMs = 1000

/** `sql` is named by a caller inside a transaction, which may not start another one. */
export type ReadRules = (sql?: Queries) => Promise<PresentRules>

/** Reads the rules at most once a second, and again after a change of a setting. */
export const createSessionRules = (deps: {
  db: Database
  clock: Clock
  notices: Pick<ChangeNotices, 'onChange'>
}): ReadRules => {
  let cached: { readonly rules: Promise<PresentRules>; readonly readMs: number } | null = null
  deps.notices.onChange((subject) => {
    if (subject === 'all') cached = null
  })
  return async (sql) => {
    const nowMs = deps.clock.realNow().getTime()
    const ageMs = cached === null ? longestMs : nowMs - cached.readMs
    if (cached && ageMs >= 0 && ageMs < longestMs) return cached.rules
    const read = (of: Queries) => readPresentRules(of, deps.clock.now())
    const rules = sql ? read(sql) : deps.db.read(beforeLogin, read)
    const entry = { rules, readMs: nowMs }
    cached = entry
    rules.catch(() => {
      if (cached === entry) cached = null
    })
    return rules
  }
}
