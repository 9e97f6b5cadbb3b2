import { todayIn } from '@cardamom/contract/dates'
import type { KycReason } from '@cardamom/contract/kyc'
import { readCompany } from '../companies/companies.sql.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { KycDecision } from '../providers/kyc/port.ts'
import { recordScreening } from '../screening/screening.ts'
import type { ScreeningResult } from '../screening/screening.ts'
import { findDocumentOwner, claimDocument } from './kyc-attempts.sql.ts'
import type { KycCaseRow } from './kyc-cases.sql.ts'
import { documentKey, guardFindings } from './kyc-guards.ts'
import { readPerson } from './kyc-people.ts'
import { documentDigest } from './kyc-encryption.ts'
import type { StatedPerson } from './kyc-encryption.ts'

type Approval = {
  readonly decision: KycDecision | null
  readonly stated: StatedPerson | null
  readonly screened: ScreeningResult | null
}

/**
 * The guards on an approval. An approval that passes them all claims its document, so that no other person
 * can use it.
 */
export const createApprovalGuard =
  ({ clock, ids, encryption }: Pick<Kernel, 'clock' | 'ids' | 'encryption'>) =>
  async (
    { sql }: WriteTransaction,
    kycCase: KycCaseRow,
    { learnt, attemptsUsed }: { learnt: Approval; attemptsUsed: number },
  ): Promise<KycReason[]> => {
    const { decision, stated, screened } = learnt
    if (decision?.verdict !== 'approved') return []
    if (!stated || !screened) return ['manual']
    const at = clock.now()
    await recordScreening(sql, {
      ...screened,
      id: ids.next(),
      companyId: kycCase.companyId,
      userId: kycCase.userId,
      at,
    })
    const { timeZone } = await readCompany(sql, kycCase.companyId)
    const key = documentKey(decision.facts)
    const digest = key === null ? null : documentDigest(encryption, key)
    const owner = digest === null ? null : await findDocumentOwner(sql, digest)
    const { birthDate } = await readPerson(sql, encryption, kycCase.userId)
    const approval = {
      facts: decision.facts,
      birthDate,
      stated,
      today: todayIn(timeZone, at),
      screening: screened.result,
      attempts: { used: attemptsUsed, limit: kycCase.attemptLimit },
    }
    const findings = guardFindings({ ...approval, isDocumentUsed: owner !== null && owner !== kycCase.id })
    if (findings.length > 0 || digest === null) return findings
    const owned = await claimDocument(sql, { digest, caseId: kycCase.id, at })
    return owned === kycCase.id ? [] : guardFindings({ ...approval, isDocumentUsed: true })
  }
