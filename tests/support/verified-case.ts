import type { Kernel } from '../../server/src/kernel/module.ts'
import { everything } from '../../server/src/kernel/database.ts'
import { keepAttempt } from '../../server/src/kyc/kyc-attempts.sql.ts'
import type { KycSessionRow } from '../../server/src/kyc/kyc-cases.sql.ts'
import { sealFacts } from '../../server/src/kyc/kyc-sealed.ts'

const insertCase = `insert into kyc_case (id, company_id, user_id, status, created_at, changed_at)
  values ($1, $2, $3, 'admin_approved', $4, $4) on conflict (user_id) do nothing`
const insertSession = `insert into kyc_session (id, case_id, company_id, user_id, provider, state, asked_at,
    provider_session_id, opened_at)
  values ($1, $2, $3, $4, 'veriff', 'closed', $5, $6, $5) returning *`

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
    const payload = { status: 'admin_approved', reason: null, hold: false }
    emit({ type: 'kyc.decided', entity: 'kyc_case', entityId: caseId, ...whose, payload })
    if ((await sql.run(insertCase, [caseId, of.companyId, of.userId, at])) !== 1) return
    const session = await sql.one<KycSessionRow>(insertSession, [
      sessionId,
      caseId,
      of.companyId,
      of.userId,
      at,
      `session-${sessionId}`,
    ])
    const decided = { isUsed: true, isDecided: true, number: 1, images: [], decidedAt: at }
    await keepAttempt(sql, session, {
      id: ids.next(),
      providerAttemptId: attemptId,
      status: 'approved',
      facts: sealed,
      at,
      ...decided,
    })
  })
}
