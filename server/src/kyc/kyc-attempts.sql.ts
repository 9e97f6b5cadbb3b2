import type { ImageSide } from '@cardamom/contract/kyc'
import type { Queries } from '../kernel/queries.ts'
import type { KycSessionRow } from './kyc-cases.sql.ts'

export type StoredImage = {
  readonly side: ImageSide
  readonly accepted: boolean
  readonly findings: readonly string[]
}

export type KycAttemptRow = {
  readonly id: string
  readonly session_id: string
  readonly provider_attempt_id: string
  readonly status: string
  readonly is_used: boolean
  readonly is_decided: boolean
  readonly number: number | null
  readonly images: readonly StoredImage[]
  readonly facts: Buffer | null
}

const attemptColumns =
  'id, session_id, provider_attempt_id, status, is_used, is_decided, number, images, facts'

const attemptsOfSession = `select ${attemptColumns} from kyc_attempt where session_id = $1 order by created_at, id`
const attemptsOfCase = `select ${attemptColumns} from kyc_attempt where case_id = $1 order by created_at, id`

const putAttempt = `insert into kyc_attempt (id, session_id, case_id, company_id, user_id, provider_attempt_id, status,
    is_used, is_decided, number, images, facts, decided_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (session_id, provider_attempt_id) do update set status = excluded.status, is_used = excluded.is_used,
    is_decided = excluded.is_decided, number = excluded.number,
    images = case when excluded.facts is null then kyc_attempt.images else excluded.images end,
    facts = coalesce(excluded.facts, kyc_attempt.facts),
    decided_at = coalesce(excluded.decided_at, kyc_attempt.decided_at)
  returning id`

const takeDocument = 'select take_kyc_document($1, $2, $3) as case_id'
const documentOwner = 'select case_id from kyc_document where digest = $1'

export const listSessionAttempts = (sql: Queries, sessionId: string) =>
  sql.rows<KycAttemptRow>(attemptsOfSession, [sessionId])
export const listCaseAttempts = (sql: Queries, caseId: string) =>
  sql.rows<KycAttemptRow>(attemptsOfCase, [caseId])

export type AttemptDraft = {
  readonly id: string
  readonly providerAttemptId: string
  readonly status: string
  readonly isUsed: boolean
  readonly isDecided: boolean
  readonly number: number | null
  readonly images: readonly StoredImage[]
  readonly facts: Buffer | null
  readonly decidedAt: Date | null
  readonly at: Date
}
/** Gives the id under which the attempt is kept. */
export const keepAttempt = async (
  sql: Queries,
  session: KycSessionRow,
  draft: AttemptDraft,
): Promise<string> => {
  const { id } = await sql.one<{ id: string }>(putAttempt, [
    draft.id,
    session.id,
    session.case_id,
    session.company_id,
    session.user_id,
    draft.providerAttemptId,
    draft.status,
    draft.isUsed,
    draft.isDecided,
    draft.number,
    JSON.stringify(draft.images),
    draft.facts,
    draft.decidedAt,
    draft.at,
  ])
  return id
}

/** Whose document it is, or null. */
export const findDocumentOwner = async (sql: Queries, digest: Buffer): Promise<string | null> =>
  (await sql.maybe<{ case_id: string }>(documentOwner, [digest]))?.case_id ?? null

/** Takes a document for a case, unless it is somebody's already. Gives the case that it belongs to. */
export const takeDocumentFor = async (
  sql: Queries,
  taken: { digest: Buffer; caseId: string; at: Date },
): Promise<string> =>
  (await sql.one<{ case_id: string }>(takeDocument, [taken.digest, taken.caseId, taken.at])).case_id
