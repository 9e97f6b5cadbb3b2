import { after } from '../kernel/clock.ts'
import type { IdentityNeeds } from '../identity/identity-needs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { mountEvents } from './events.routes.ts'
import { mountSessions } from './sessions.routes.ts'
import { dropSessionsBefore, endSessionsById, sessionsOfUser } from './sessions.sql.ts'
import { mountSpecCalls } from './spec-calls.routes.ts'
import { dropGrantsBefore } from './step-ups.sql.ts'
import { mountStepUps } from './step-ups.routes.ts'

const dayMs = 86_400_000
/** Ended sessions are kept for the person's own list of them. */
const sessionsKeptMs = 90 * dayMs

/**
 * Ends a person's sessions, but for one, in an open transaction: identity does so when a credential
 * changes.
 */
export const createEndSessions =
  ({ clock }: { clock: Clock }): IdentityNeeds['endSessions'] =>
  async (tx, { userId, exceptSessionId, reason }) => {
    const ids = await sessionsOfUser(tx.sql, { userId, exceptSessionId })
    await endSessionsById(tx, { ids, reason, at: clock.realNow() })
  }

/** Sessions, the calls of spec §7, step-up grants and the live stream. */
export const accessModule = (kernel: Kernel, needs: AccessNeeds): void => {
  mountSessions(kernel, needs)
  mountSpecCalls(kernel)
  mountStepUps(kernel, needs)
  mountEvents(kernel)
  kernel.jobs.keep('access.clean', async (_job, { clock, write }) => {
    const now = clock.realNow()
    await write(async ({ sql }) => {
      await dropGrantsBefore(sql, after(now, -dayMs))
      await dropSessionsBefore(sql, after(now, -sessionsKeptMs))
    })
    return { againAt: after(clock.now(), dayMs) }
  })
}
