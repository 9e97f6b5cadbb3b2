import type { User } from '../identity/user.ts'
import { publicRef } from '../kernel/ids.ts'
import type { StartedCase } from './kyc-cases.sql.ts'

/** A case as lists and answers to the staff show it. */
export const caseRow = (row: StartedCase, person: User | null) => ({
  id: row.id,
  ref: publicRef('K', row.id),
  userId: row.userId,
  name: person ? `${person.firstName} ${person.lastName}` : '',
  email: person?.email ?? '',
  companyId: row.companyId,
  status: row.status,
  reason: row.reason,
  attemptsUsed: row.attemptsUsed,
  attemptLimit: row.attemptLimit,
  isHeld: row.kycHold,
  changedAt: row.changedAt,
})
