import type { ImageSide } from '@cardamom/contract/kyc'
import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { KycSessionRow } from './kyc-cases.sql.ts'

export type StoredImage = {
  readonly side: ImageSide
  readonly accepted: boolean
  readonly findings: readonly string[]
}

/** Oldest first. */
const attempts = (sql: Queries) =>
  sql
    .selectFrom('kycAttempt')
    .select(['id', 'sessionId', 'providerAttemptId', 'status', 'isUsed', 'isDecided', 'number'])
    .select((attempt) => ['facts', attempt.ref('images').$castTo<readonly StoredImage[]>().as('images')])
    .orderBy('createdAt')
    .orderBy('id')

export const listSessionAttempts = (sql: Queries, sessionId: string) =>
  attempts(sql).where('sessionId', '=', sessionId).execute()
export const listCaseAttempts = (sql: Queries, caseId: string) =>
  attempts(sql).where('caseId', '=', caseId).execute()

export type KycAttemptRow = Readonly<Awaited<ReturnType<typeof listCaseAttempts>>[number]>

export type AttemptDraft = Omit<KycAttemptRow, 'sessionId'> & {
  readonly decidedAt: Date | null
  readonly at: Date
}

/** Stores an attempt and returns its id. Facts that are not known this time stay as they were. */
export const saveAttempt = async (
  sql: Queries,
  session: KycSessionRow,
  draft: AttemptDraft,
): Promise<string> => {
  const { id: sessionId, caseId, companyId, userId } = session
  const { id, providerAttemptId, status, isUsed, isDecided, number, facts, decidedAt, at } = draft
  const images = JSON.stringify(draft.images)
  const standing = { status, isUsed, isDecided, number }
  const key = { id, sessionId, caseId, companyId, userId, providerAttemptId }
  const saved = await sql
    .insertInto('kycAttempt')
    .values({ ...key, ...standing, images, facts, decidedAt, createdAt: at })
    .onConflict((conflict) =>
      conflict.columns(['sessionId', 'providerAttemptId']).doUpdateSet({
        ...standing,
        ...(facts && { images, facts }),
        ...(decidedAt && { decidedAt }),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return saved.id
}

/** The case that has the document, or null. */
export const findDocumentOwner = async (sql: Queries, digest: Buffer): Promise<string | null> => {
  const document = await sql
    .selectFrom('kycDocument')
    .select('caseId')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return document?.caseId ?? null
}

/** Claims a document for a case, unless another case has it. Returns the case that has it. */
export const claimDocument = async (
  sql: Queries,
  { digest, caseId, at }: { digest: Buffer; caseId: string; at: Date },
): Promise<string> => {
  const owner = await sql
    .selectNoFrom(fragment<string>`claim_kyc_document(${digest}, ${caseId}, ${at})`.as('caseId'))
    .executeTakeFirstOrThrow()
  return owner.caseId
}
