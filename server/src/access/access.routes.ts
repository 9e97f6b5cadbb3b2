import { after } from '../kernel/clock.ts'
import type { IdentityNeeds } from '../identity/identity-needs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { mountAuthsignal } from './authsignal.routes.ts'
import { createCeremonies } from './ceremonies.ts'
import { dropCeremoniesBefore } from './ceremonies.sql.ts'
import { createFactorSync } from './factor-sync.ts'
import { mountLoginFactors } from './login-factors.routes.ts'
import { mountLogins } from './login.routes.ts'
import { mountEvents } from './events.routes.ts'
import { mountSessions } from './sessions.routes.ts'
import { dropSessionsBefore, endSessionsById, sessionsOfUser } from './sessions.sql.ts'
import { mountSpecCalls } from './spec-calls.routes.ts'
import { dropGrantsBefore } from './step-ups.sql.ts'
import { mountStepUps } from './step-ups.routes.ts'
import { dropTrustedDevicesBefore, forgetTrustedDevices } from './trusted-devices.sql.ts'

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
    await forgetTrustedDevices(tx.sql, userId)
  }

/** What the calls of this module and of the security settings share. */
export const createAccessParts = (kernel: Kernel, needs: AccessNeeds): AccessParts => ({
  ceremonies: createCeremonies(kernel, needs),
  syncFactors: createFactorSync(kernel, needs),
})

/** Sessions, the calls of spec §7, step-up grants and the live stream. */
export const accessModule = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  mountLogins(kernel, needs, parts)
  mountLoginFactors(kernel, needs, parts)
  mountSessions(kernel, needs, parts)
  mountSpecCalls(kernel)
  mountAuthsignal(kernel, needs, parts)
  mountStepUps(kernel, needs, parts)
  mountEvents(kernel)
  kernel.jobs.keep('access.clean', async (_job, { clock, write }) => {
    const now = clock.realNow()
    await write(async ({ sql }) => {
      await dropGrantsBefore(sql, after(now, -dayMs))
      await dropCeremoniesBefore(sql, after(now, -dayMs))
      await dropTrustedDevicesBefore(sql, now)
      await dropSessionsBefore(sql, after(now, -sessionsKeptMs))
    })
    return { againAt: after(clock.now(), dayMs) }
  })
}
