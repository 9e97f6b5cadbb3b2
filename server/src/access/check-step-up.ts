import { accepted, refused } from '../kernel/answer.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { everything, type Database } from '../kernel/database.ts'
import type { CheckStepUp } from '../kernel/principal.ts'
import { methodsFor, methodsToAdd } from './factor.ts'
import { readFactors } from './factors.sql.ts'
import { sessionTimes } from './session.ts'
import { readSessionConfirmed } from './sessions.sql.ts'
import { objectHashOf, showOf } from './step-up.ts'
import { giveGrantBack, useGrant } from './step-ups.sql.ts'

/**
 * Lets a call pass that needs a step-up: S1 when the session showed a second factor in the last 15 minutes, S2 and S3
 * only with a grant for exactly this act, which it uses up. Whoever has neither is told what to confirm, or which factor
 * to add first (api, roles).
 */
export const createCheckStepUp =
  ({ db, clock }: { db: Database; clock: Clock }): CheckStepUp =>
  async ({ sessionId, userId }, { level, action, params, input, grant, unlessFirst }) => {
    const at = clock.realNow()
    const act = { action, params, input }
    const objectHash = objectHashOf(act)
    const { granted, passes, factors } = await db.write(everything, async (sql) => {
      const isGranted =
        grant !== null && (await useGrant(sql, { grant, sessionId, level, action, objectHash, at }))
      const confirmedAt = level === 'S1' && !isGranted ? await readSessionConfirmed(sql, sessionId) : null
      const isRecent = confirmedAt !== null && confirmedAt > after(at, -sessionTimes.confirmedMs)
      const isIn = isGranted || isRecent
      return { granted: isGranted, passes: isIn, factors: isIn ? [] : await readFactors(sql, userId) }
    })
    if (passes || (unlessFirst && factors.length === 0)) {
      const giveBack = async () => {
        if (granted && grant !== null) await db.write(everything, (sql) => giveGrantBack(sql, grant))
      }
      return accepted({ giveBack })
    }
    if (methodsFor(level, factors, at).length === 0) {
      return refused('factor_required', { data: { level, methods: methodsToAdd(level) } })
    }
    return refused('step_up_required', { data: { level, action, objectHash, show: showOf(act) } })
  }
