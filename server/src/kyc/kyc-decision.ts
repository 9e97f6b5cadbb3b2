import { readUsers } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Answer } from '../kernel/answer.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { nextStatus } from '../kernel/states.ts'
import { claimDocument } from './kyc-attempts.sql.ts'
import { listSteps, lockCase, sessionEnded } from './kyc-cases.sql.ts'
import type { KycCaseRow } from './kyc-cases.sql.ts'
import { documentKey } from './kyc-guards.ts'
import { storeVerifiedIdentity } from './kyc-people.ts'
import { asItIs, changeCaseBySteps, recordDecision } from './kyc-record.ts'
import { documentDigest } from './kyc-encryption.ts'
import { isVerified, kycTransitions } from './kyc-status.ts'
import type { KycAdminEvent, KycStatus } from './kyc-status.ts'
import { loadCase } from './kyc-viewed.ts'

export type AdminDecision = {
  readonly caseId: string
  readonly event: KycAdminEvent
  readonly note: string
  readonly adminId: string
  /** Version of the case that the administrator read. */
  readonly version: number
}

type DecisionAnswer = Answer<
  KycCaseRow & { readonly status: KycStatus },
  'record_not_found' | 'permission_denied' | 'record_changed'
>

/** The case as it is now, for an administrator who read an older one, and who decided it meanwhile. */
const recordChanged = async (sql: Queries, { id, status, version }: KycCaseRow) => {
  const [step] = await listSteps(sql, id)
  const decider = step?.by === 'admin' && step.actorId !== null ? step.actorId : null
  const person = decider === null ? undefined : (await readUsers(sql, [decider])).get(decider)
  const name = person ? `${person.firstName} ${person.lastName}` : null
  return refused('record_changed', { data: { status, version, name } })
}

/**
 * An admin approves, rejects or resets a case, in the transaction of the call. After that the provider
 * changes nothing. An approval ends the hold on loads, and claims the document unless another case has it. A
 * reset restores all attempts. `record_changed`: the case is not as the administrator read it, or its status does not
 * allow this decision.
 */
export const decideCase = async (
  kernel: Pick<Kernel, 'ids' | 'clock' | 'encryption'>,
  tx: WriteTransaction,
  decision: AdminDecision,
): Promise<DecisionAnswer> => {
  const { ids, clock, encryption } = kernel
  const kycCase = await lockCase(tx.sql, decision.caseId)
  if (!kycCase?.status) return refused('record_not_found')
  if (kycCase.userId === decision.adminId) return refused('permission_denied')
  const status = nextStatus(kycTransitions, kycCase.status, decision.event)
  if (status === null || kycCase.version !== decision.version) return recordChanged(tx.sql, kycCase)
  const at = clock.now()
  const isReset = status === 'reset'
  const to = {
    ...asItIs(kycCase),
    reason: null,
    findings: [],
    hold: status === 'admin_approved' ? false : kycCase.kycHold,
    ...(isReset ? { attemptsUsed: 0, round: kycCase.round + 1, sessionId: null } : {}),
  }
  await changeCaseBySteps(tx, {
    ids,
    kycCase,
    to,
    at,
    steps: [
      {
        event: decision.event,
        status,
        reason: null,
        attempt: null,
        attemptId: null,
        by: 'admin',
        actorId: decision.adminId,
        note: decision.note,
      },
    ],
  })
  recordDecision(tx, kycCase, { ...to, status })
  if (kycCase.sessionId !== null) await sessionEnded(tx.sql, kycCase.sessionId)
  const viewed = await loadCase(tx.sql, encryption, kycCase)
  if (isVerified(status) || isVerified(kycCase.status)) {
    const verifiedAt = isVerified(status) ? at : null
    const { stated } = viewed
    await storeVerifiedIdentity(
      { sql: tx.sql, encryption },
      { userId: kycCase.userId, stated, at: verifiedAt },
    )
  }
  if (isVerified(status)) {
    const facts = viewed.attempts.findLast(({ opened }) => opened !== null)?.opened ?? null
    const key = facts && documentKey(facts)
    if (key) await claimDocument(tx.sql, { digest: documentDigest(encryption, key), caseId: kycCase.id, at })
  }
  return accepted({
    ...kycCase,
    status,
    reason: null,
    findings: [],
    kycHold: to.hold,
    attemptsUsed: to.attemptsUsed,
    changedAt: at,
  })
}
