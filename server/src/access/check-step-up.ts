import { accepted, refused } from '../kernel/answer.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { createGroupedCalls } from '../kernel/grouped-calls.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { CheckStepUp } from '../kernel/principal.ts'
import { methodsFor, methodsToAdd, type Factor } from './factor.ts'
import { readFactors } from './factors.sql.ts'
import { sessionTimes } from './session.ts'
import { readSessionConfirmed } from './sessions.sql.ts'
import { objectHashOf, showOf, type DescribeOperation, type StepUpLevel } from './step-up.ts'
import { grantMs, returnGrant, useGrants, type GrantUse, type UsedGrant } from './step-ups.sql.ts'

/** The level that is required from a person with these factors. */
const levelFor = (
  { level, withoutFactor }: Pick<Parameters<CheckStepUp>[1], 'level' | 'withoutFactor'>,
  factors: readonly Factor[],
  at: Date,
): StepUpLevel => {
  if (withoutFactor === 'refused' || methodsFor(level, factors, at).length > 0) return level
  if (factors.length > 0) return 'S1'
  return withoutFactor === 'password' ? 'password' : level
}

type Deps = { readonly db: Database; readonly clock: Clock; readonly describe: DescribeOperation }

/** Grants of simultaneous calls that one statement uses. */
const mostUses = 32

/**
 * Admits a call that needs a step-up: S1 when the session showed a second factor in the last 15 minutes, the
 * other levels only with a grant for exactly this operation, which is consumed. Without them the answer says
 * what to confirm, or which factor to add first (api §5, permissions §2).
 */
export const createCheckStepUp = ({ db, clock, describe }: Deps): CheckStepUp => {
  const useGrant = createGroupedCalls<GrantUse, UsedGrant>({
    run: (uses) => db.writeAlone(provedPerson, (sql) => useGrants(sql, uses)),
    most: mostUses,
    atOnce: 1,
  })
  return async (principal, { level: wanted, action, params, input, next = null, grant, withoutFactor }) => {
    // An API key or a job has no factor: only a person can confirm.
    if (principal.kind !== 'session') return refused('permission_denied')
    const me = principal
    const { sessionId, userId } = me
    const at = clock.realNow()
    const operation = { action, params, input }
    const objectHash = objectHashOf(operation)
    const following =
      next === null
        ? null
        : { objectHash: objectHashOf({ ...operation, input: next }), expiresAt: after(at, grantMs) }
    const use = (level: StepUpLevel, shown: string) =>
      useGrant({ grant: shown, sessionId, userId, level, action, objectHash, at, following })
    // Most people have the factors that the call wants, so its level is tried before they are known.
    const tried = grant === null || following !== null ? null : await use(wanted, grant)
    const factors = tried?.factors ?? (await db.read(provedPerson, (sql) => readFactors(sql, userId)))
    const level = levelFor({ level: wanted, withoutFactor }, factors, at)
    if (grant !== null && tried?.isUsed && level !== wanted)
      await db.write(provedPerson, (sql) => returnGrant(sql, { grant, objectHash }))
    const granted =
      tried && level === wanted ? tried.isUsed : grant !== null && (await use(level, grant)).isUsed
    // A level that was lowered to the person's strongest factor still requires a confirmation of this call.
    const confirmedAt =
      wanted === 'S1' && !granted
        ? await db.read(provedPerson, (sql) => readSessionConfirmed(sql, sessionId))
        : null
    const isRecent = confirmedAt !== null && confirmedAt > after(at, -sessionTimes.confirmedMs)
    if (granted || isRecent || (withoutFactor === 'passes' && factors.length === 0)) {
      const releaseGrant = async () => {
        if (granted && grant !== null)
          await db.write(provedPerson, (sql) => returnGrant(sql, { grant, objectHash }))
      }
      return accepted({ releaseGrant })
    }
    if (level !== 'password' && methodsFor(level, factors, at).length === 0) {
      return refused('factor_required', { data: { level, methods: methodsToAdd(level) } })
    }
    const show = (await db.read(me.scope, (sql) => describe(sql, { ...operation, me }))) ?? showOf(operation)
    return refused('step_up_required', { data: { level, action, objectHash, show } })
  }
}
