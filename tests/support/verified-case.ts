import type { Kernel } from '../../server/src/kernel/module.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { saveAttempt } from '../../server/src/kyc/kyc-attempts.sql.ts'
import { changedOne, type Queries } from '../../server/src/kernel/queries.ts'
import {
  changeCase,
  findSession,
  requestSession,
  sessionEnded,
  sessionOpened,
} from '../../server/src/kyc/kyc-cases.sql.ts'
import { encryptFacts } from '../../server/src/kyc/kyc-encryption.ts'

/** Leads a case without a status to approved, by the transitions that a check makes. */
const approveCase = async (sql: Queries, { caseId, at }: { caseId: string; at: Date }): Promise<void> => {
  await changeCase(
    sql,
    { id: caseId, status: null, version: 1 },
    {
      events: ['session.created', 'provider.submitted', 'admin.approved'],
      reason: null,
      findings: [],
      attemptsUsed: 0,
      hold: false,
      sessionId: null,
      round: 1,
      at,
    },
  )
}

const facts = {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: '1990-04-12',
  documentType: 'PASSPORT',
  documentNumber: 'AA123456',
  country: 'PE',
  validUntil: '2034-01-01',
}

/**
 * The case of a person after an approval, with the document that was read and the event of the approval,
 * which creates the card. A second call only emits the event again.
 */
export const approvePerson = async (
  kernel: Pick<Kernel, 'ids' | 'clock' | 'encryption' | 'write'>,
  of: { userId: string; companyId: string; documentNumber?: string | null },
): Promise<void> => {
  const { ids, clock, encryption, write } = kernel
  const [caseId, sessionId] = [ids.next(), ids.next()]
  const at = clock.now()
  const attemptId = `attempt-${sessionId}`
  const { documentNumber = facts.documentNumber, ...whose } = of
  const encrypted = await encryptFacts(encryption, { sessionId, attemptId }, { ...facts, documentNumber })
  await write(allTenants, async ({ sql, emit }) => {
    const payload = { status: 'admin_approved', reason: null, hold: false } as const
    emit({ type: 'kyc.decided', entityId: caseId, ...whose, payload })
    const { companyId, userId } = of
    const made = await sql
      .insertInto('kycCase')
      .values({ id: caseId, companyId, userId, createdAt: at, changedAt: at })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .executeTakeFirst()
    if (!changedOne(made)) return
    await approveCase(sql, { caseId, at })
    const kycCase = { id: caseId, companyId, userId }
    await requestSession(sql, { id: sessionId, of: kycCase, provider: 'veriff', at })
    const opened = { providerSessionId: `session-${sessionId}`, url: Buffer.alloc(0), at, expiresAt: at }
    await sessionOpened(sql, { id: sessionId, ...opened })
    await sessionEnded(sql, sessionId)
    const session = await findSession(sql, sessionId)
    if (!session) throw new Error('The session was just made')
    const decided = { isUsed: true, isDecided: true, number: 1, images: [], decidedAt: at }
    await saveAttempt(sql, session, {
      id: ids.next(),
      providerAttemptId: attemptId,
      status: 'approved',
      facts: encrypted,
      at,
      ...decided,
    })
  })
}
