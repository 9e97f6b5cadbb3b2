import type { Queries } from '../kernel/queries.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { listCaseAttempts } from './kyc-attempts.sql.ts'
import { findSession, listSteps } from './kyc-cases.sql.ts'
import type { KycCaseRow } from './kyc-cases.sql.ts'
import { decryptFacts, decryptStatedPerson } from './kyc-encryption.ts'
import type { ViewedCase } from './kyc-view.ts'

/** Reads all that a page shows of a case, with the encrypted parts decrypted. */
export const loadCase = async (
  sql: Queries,
  encryption: Encryption,
  row: KycCaseRow,
): Promise<ViewedCase> => {
  const attempts = await listCaseAttempts(sql, row.id)
  const opened: ViewedCase['attempts'][number][] = []
  for (const attempt of attempts) opened.push({ ...attempt, opened: await decryptFacts(encryption, attempt) })
  return {
    row,
    stated: await decryptStatedPerson(encryption, row),
    session: row.sessionId === null ? null : await findSession(sql, row.sessionId),
    attempts: opened,
    steps: await listSteps(sql, row.id),
  }
}
