import type { EventType } from '@cardamom/contract/events'
import type { Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import { addStep, changeCase } from './kyc-cases.sql.ts'
import type { CaseChange, KycCaseRow, KycStepRow } from './kyc-cases.sql.ts'
import type { KycEvent as CaseEvent, KycStatus } from './kyc-status.ts'

const eventOf = {
  created: 'kyc.created',
  started: 'kyc.started',
  submitted: 'kyc.submitted',
  reset: 'kyc.reset',
} as const satisfies Partial<Record<KycStatus, EventType>>

type KycEvent = (typeof eventOf)[keyof typeof eventOf] | 'kyc.decided'

/** `kyc.decided` is the event for every other status, which is in its payload. */
const eventOfStatus = (status: KycStatus): KycEvent =>
  status in eventOf ? eventOf[status as keyof typeof eventOf] : 'kyc.decided'

/**
 * Writes the changes of a locked case: the case itself, and a timeline step and an event for each transition.
 * Each event has the status and whether loads are held. Consumers compare the status: `positive` and
 * `admin_approved` mean verified.
 */
export const changeCaseBySteps = async (
  tx: WriteTransaction,
  recorded: {
    readonly ids: Ids
    readonly kycCase: KycCaseRow
    readonly to: CaseChange
    /** At least one, in order. */
    readonly steps: readonly (Omit<KycStepRow, 'id' | 'at'> & { readonly event: CaseEvent })[]
    readonly at: Date
  },
): Promise<void> => {
  const { ids, kycCase, to, steps, at } = recorded
  await changeCase(tx.sql, kycCase, { ...to, events: steps.map(({ event }) => event), at })
  for (const { event: _event, ...step } of steps) {
    await addStep(tx.sql, { ...kycCase, round: to.round }, { ...step, id: ids.next(), at })
    tx.emit({
      type: eventOfStatus(step.status),
      entityId: kycCase.id,
      companyId: kycCase.companyId,
      userId: kycCase.userId,
      payload: { status: step.status, reason: step.reason, hold: to.hold },
    })
  }
}

/** A step that the person made and that belongs to no attempt. */
export const stepOfPerson = (event: CaseEvent, status: KycStatus) =>
  ({
    event,
    status,
    reason: null,
    attempt: null,
    attemptId: null,
    by: 'person',
    actorId: null,
    note: null,
  }) as const

/** What the audit has of a change of a case by a decision: of an administrator, or of the provider. */
export const recordDecision = (
  tx: WriteTransaction,
  kycCase: KycCaseRow,
  to: Pick<CaseChange, 'hold' | 'attemptsUsed'> & { readonly status: KycStatus },
): void =>
  tx.recordChange({
    entity: 'kyc_case',
    entityId: kycCase.id,
    companyId: kycCase.companyId,
    userId: kycCase.userId,
    before: { status: kycCase.status, hold: kycCase.kycHold, attemptsUsed: kycCase.attemptsUsed },
    after: { status: to.status, hold: to.hold, attemptsUsed: to.attemptsUsed },
  })

/** The case as it is, for a change of some of its fields. */
export const asItIs = (kycCase: KycCaseRow): CaseChange => ({
  reason: kycCase.reason,
  findings: kycCase.findings,
  attemptsUsed: kycCase.attemptsUsed,
  hold: kycCase.kycHold,
  sessionId: kycCase.sessionId,
  round: kycCase.round,
})
