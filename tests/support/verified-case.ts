import type { Kernel } from '../../server/src/kernel/module.ts'
import { everything } from '../../server/src/kernel/database.ts'
import { changedOne } from '../../server/src/kernel/queries.ts'
import { saveAttempt } from '../../server/src/kyc/kyc-attempts.sql.ts'
import { sealFacts } from '../../server/src/kyc/kyc-sealed.ts'

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
 * The case of a person as an approval leaves it, with the document that was read and the news of it: the card follows from
 * that. Called again, only the news comes again.
 */
export const approvePerson = async (
  kernel: Pick<Kernel, 'ids' | 'clock' | 'seal' | 'write'>,
  of: { userId: string; companyId: string; documentNumber?: string | null },
): Promise<void> => {
  const { ids, clock, seal, write } = kernel
  const [caseId, sessionId] = [ids.next(), ids.next()]
  const at = clock.now()
  const attemptId = `attempt-${sessionId}`
  const { documentNumber = facts.documentNumber, ...whose } = of
  const sealed = await sealFacts(seal, { sessionId, attemptId }, { ...facts, documentNumber })
  await write(everything, async ({ sql, emit }) => {
    const payload = { status: 'admin_approved', reason: null, hold: false } as const
    emit({ type: 'kyc.decided', entityId: caseId, ...whose, payload })
    const { companyId, userId } = of
    const made = await sql
      .insertInto('kycCase')
      .values({ id: caseId, companyId, userId, status: 'admin_approved', createdAt: at, changedAt: at })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .executeTakeFirst()
    if (!changedOne(made)) return
    const session = await sql
      .insertInto('kycSession')
      .values({
        id: sessionId,
        caseId,
        companyId,
        userId,
        provider: 'veriff',
        state: 'closed',
        askedAt: at,
        providerSessionId: `session-${sessionId}`,
        openedAt: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const decided = { isUsed: true, isDecided: true, number: 1, images: [], decidedAt: at }
    await saveAttempt(sql, session, {
      id: ids.next(),
      providerAttemptId: attemptId,
      status: 'approved',
      facts: sealed,
      at,
      ...decided,
    })
  })
}
