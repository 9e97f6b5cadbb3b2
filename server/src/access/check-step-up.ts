import { accepted, refused } from '../kernel/answer.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { everything, type Database } from '../kernel/database.ts'
import type { CheckStepUp } from '../kernel/principal.ts'
import { sessionTimes } from './session.ts'
import { readSessionConfirmed } from './sessions.sql.ts'
import { objectHashOf, showOf } from './step-up.ts'
import { useGrant } from './step-ups.sql.ts'

/**
 * Lets a call pass that needs a step-up: S1 when the session confirmed itself in the last 15 minutes, S2
 * and S3 only with a grant for exactly this act, which it uses up. Whoever has neither is told what to
 * confirm (api).
 */
export const createCheckStepUp =
  ({ db, clock }: { db: Database; clock: Clock }): CheckStepUp =>
  async ({ sessionId }, { level, action, params, input, grant }) => {
    const at = clock.realNow()
    const act = { action, params, input }
    const objectHash = objectHashOf(act)
    const passes = await db.write(everything, async (sql) => {
      if (grant && (await useGrant(sql, { grant, sessionId, level, action, objectHash, at }))) return true
      if (level !== 'S1') return false
      const confirmedAt = await readSessionConfirmed(sql, sessionId)
      return confirmedAt !== null && confirmedAt > after(at, -sessionTimes.confirmedMs)
    })
    if (passes) return accepted(null)
    return refused('step_up_required', { data: { level, action, objectHash, show: showOf(act) } })
  }
