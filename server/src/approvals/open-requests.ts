import type { Queries } from '../kernel/queries.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { decryptContent } from './approval-content.ts'
import { readOpenRequests } from './approvals.sql.ts'

/** Whether a request about a person waits for a second administrator, or runs now. */
export const hasOpenRequest = async (
  sql: Queries,
  encryption: Encryption,
  { userId, companyId, now }: { userId: string; companyId: string; now: Date },
): Promise<boolean> => {
  const open = await readOpenRequests(sql, { companyId, now })
  for (const row of open) {
    const { params } = await decryptContent(encryption, row)
    if ((params as { id?: unknown }).id === userId) return true
  }
  return false
}
