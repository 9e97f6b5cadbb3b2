import type { IdentityNeeds } from '../identity/identity-needs.ts'
import type { Clock } from '../kernel/clock.ts'
import { endSessionsById, sessionsOfUser } from './sessions.sql.ts'
import { forgetTrustedDevices } from './trusted-devices.sql.ts'

/**
 * Ends a person's sessions, but for one, in an open transaction: identity does so when a credential changes, and
 * factor recovery when it is done.
 */
export const createEndSessions =
  ({ clock }: { clock: Clock }): IdentityNeeds['endSessions'] =>
  async (tx, { userId, exceptSessionId, reason }) => {
    const ids = await sessionsOfUser(tx.sql, { userId, exceptSessionId })
    await endSessionsById(tx, { ids, reason, at: clock.realNow() })
    await forgetTrustedDevices(tx.sql, userId)
  }
