import type { KycReason } from '@cardamom/contract/kyc'
import type { Queries } from '../kernel/queries.ts'
import type { KycStatus } from './kyc-status.ts'

export type KycCaseRow = {
  readonly id: string
  readonly company_id: string
  readonly user_id: string
  readonly status: KycStatus | null
  readonly reason: KycReason | null
  readonly findings: readonly KycReason[]
  readonly round: number
  readonly attempts_used: number
  readonly attempt_limit: number
  readonly kyc_hold: boolean
  readonly session_id: string | null
  readonly stated: Buffer | null
  readonly version: number
  readonly changed_at: Date
}

export type KycSessionRow = {
  readonly id: string
  readonly case_id: string
  readonly company_id: string
  readonly user_id: string
  readonly provider: string
  readonly state: 'asking' | 'open' | 'closed' | 'lost'
  readonly asked_at: Date
  readonly provider_session_id: string | null
  readonly url: Buffer | null
  readonly opened_at: Date | null
  readonly expires_at: Date | null
}

export type KycStepRow = {
  readonly id: string
  readonly status: KycStatus
  readonly reason: KycReason | null
  readonly attempt: number | null
  readonly attempt_id: string | null
  readonly by: 'person' | 'provider' | 'admin' | 'system'
  readonly actor_id: string | null
  readonly note: string | null
  readonly at: Date
}

const caseColumns = `id, company_id, user_id, status, reason, findings, round, attempts_used, attempt_limit, kyc_hold,
  session_id, stated, version, changed_at`
const sessionColumns = `id, case_id, company_id, user_id, provider, state, asked_at, provider_session_id, url, opened_at,
  expires_at`
const stepColumns = 'id, status, reason, attempt, attempt_id, by, actor_id, note, at'

const caseByUser = `select ${caseColumns} from kyc_case where user_id = $1`
const caseById = `select ${caseColumns} from kyc_case where id = $1`
const lockedCase = `select ${caseColumns} from kyc_case where id = $1 for update`
const sessionById = `select ${sessionColumns} from kyc_session where id = $1`
const liveSession = `select ${sessionColumns} from kyc_session where case_id = $1 and state in ('asking', 'open')`
const stepsOfCase = `select ${stepColumns} from kyc_step where case_id = $1 order by seq desc limit 200`

const insertCase = `insert into kyc_case (id, company_id, user_id, attempt_limit, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $5) on conflict (user_id) do nothing`
const stateCase = `update kyc_case set company_id = $2, stated = $3, attempt_limit = $4 where id = $1`
const moveCase = `update kyc_case set status = $2, reason = $3, findings = $4, attempts_used = $5, kyc_hold = $6,
  session_id = $7, round = $8, version = version + 1, changed_at = $9 where id = $1`

const insertSession = `insert into kyc_session (id, case_id, company_id, user_id, provider, state, asked_at)
  values ($1, $2, $3, $4, $5, 'asking', $6)`
const openSession = `update kyc_session set state = 'open', provider_session_id = $2, url = $3, opened_at = $4,
  expires_at = $5 where id = $1 and state = 'asking'`
const endSession = `update kyc_session set state = case when provider_session_id is null then 'lost' else 'closed' end
  where id = $1 and state in ('asking', 'open')`

const insertStep = `insert into kyc_step (id, case_id, company_id, user_id, seq, round, status, reason, attempt,
    attempt_id, by, actor_id, note, at)
  values ($1, $2, $3, $4, (select coalesce(max(seq), 0) + 1 from kyc_step where case_id = $2), $5, $6, $7, $8, $9, $10,
    $11, $12, $13)`

export const findCaseOfUser = (sql: Queries, userId: string) => sql.maybe<KycCaseRow>(caseByUser, [userId])
export const findCase = (sql: Queries, id: string) => sql.maybe<KycCaseRow>(caseById, [id])
/** Every writer of a case holds this lock; null when the caller's scope does not see it. */
export const lockCase = (sql: Queries, id: string) => sql.maybe<KycCaseRow>(lockedCase, [id])
export const findSession = (sql: Queries, id: string) => sql.maybe<KycSessionRow>(sessionById, [id])
/** The one session of a case that is being asked for or is open. */
export const findLiveSession = (sql: Queries, caseId: string) =>
  sql.maybe<KycSessionRow>(liveSession, [caseId])
/** Newest first. */
export const listSteps = (sql: Queries, caseId: string) => sql.rows<KycStepRow>(stepsOfCase, [caseId])

export const ensureCase = async (
  sql: Queries,
  wanted: { id: string; companyId: string; userId: string; attemptLimit: number; at: Date },
): Promise<void> => {
  const { id, companyId, userId, attemptLimit, at } = wanted
  await sql.run(insertCase, [id, companyId, userId, attemptLimit, at])
}

export const keepStated = (
  sql: Queries,
  kept: { caseId: string; companyId: string; stated: Buffer; attemptLimit: number },
) => sql.run(stateCase, [kept.caseId, kept.companyId, kept.stated, kept.attemptLimit])

export type CaseChange = {
  readonly status: KycStatus
  readonly reason: KycReason | null
  readonly findings: readonly KycReason[]
  readonly attemptsUsed: number
  readonly hold: boolean
  readonly sessionId: string | null
  readonly round: number
}
/** Writes a case that is locked. */
export const changeCase = (sql: Queries, caseId: string, to: CaseChange & { at: Date }) =>
  sql.run(moveCase, [
    caseId,
    to.status,
    to.reason,
    to.findings,
    to.attemptsUsed,
    to.hold,
    to.sessionId,
    to.round,
    to.at,
  ])

export const askSession = (
  sql: Queries,
  asked: { id: string; of: Pick<KycCaseRow, 'id' | 'company_id' | 'user_id'>; provider: string; at: Date },
) =>
  sql.run(insertSession, [
    asked.id,
    asked.of.id,
    asked.of.company_id,
    asked.of.user_id,
    asked.provider,
    asked.at,
  ])

/** The provider answered. False when the question was given up meanwhile. */
export const sessionOpened = async (
  sql: Queries,
  opened: { id: string; providerSessionId: string; url: Buffer; at: Date; expiresAt: Date },
): Promise<boolean> => {
  const { id, providerSessionId, url, at, expiresAt } = opened
  return (await sql.run(openSession, [id, providerSessionId, url, at, expiresAt])) === 1
}
export const sessionEnded = (sql: Queries, id: string) => sql.run(endSession, [id])

export type StepDraft = {
  readonly id: string
  readonly status: KycStatus
  readonly reason: KycReason | null
  readonly attempt: number | null
  readonly attemptId: string | null
  readonly by: KycStepRow['by']
  readonly actorId: string | null
  readonly note: string | null
  readonly at: Date
}
export const addStep = (
  sql: Queries,
  of: Pick<KycCaseRow, 'id' | 'company_id' | 'user_id' | 'round'>,
  step: StepDraft,
) =>
  sql.run(insertStep, [
    step.id,
    of.id,
    of.company_id,
    of.user_id,
    of.round,
    step.status,
    step.reason,
    step.attempt,
    step.attemptId,
    step.by,
    step.actorId,
    step.note,
    step.at,
  ])
