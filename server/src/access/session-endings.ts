import type { IdentityNeeds } from '../identity/identity-needs.ts'
import type { Clock } from '../kernel/clock.ts'
import { endSessionsById, sessionsOfUser } from './sessions.sql.ts'
import { forgetTrustedDevices } from './trusted-devices.sql.ts'

/**
 * Ends a person's sessions, all or all but one, in an open transaction. Identity calls it when a credential
 * changes, and factor recovery at its end.
 */
export const createEndSessions =
  ({ clock }: { clock: Clock }): IdentityNeeds['endSessions'] =>
  async (tx, { userId, exceptSessionId, reason }) => {
    const ids = await sessionsOfUser(tx.sql, { userId, exceptSessionId })
    await endSessionsById(tx, { ids, reason, at: clock.realNow() })
    await forgetTrustedDevices(tx.sql, userId)
  }
