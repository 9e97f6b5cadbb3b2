import { personOf } from '../identity/person-step-up.ts'
import type { Kernel } from '../kernel/module.ts'
import { provedPerson } from '../kernel/scopes.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { decryptContent } from './approval-content.ts'
import { findApproval } from './approvals.sql.ts'

/** What the maker confirmed, who they are, and why they want it. */
export const createApprovalStepUps = ({ db, encryption }: Kernel) => {
  const describeRequest: DescribeStepUp = async ({ sql, params }) => {
    const row = await findApproval(sql, textOf(params['id']))
    if (!row) return {}
    const { facts } = await decryptContent(encryption, row)
    // The maker may be out of the checker's scope.
    const maker = await personOf(db.reader(provedPerson), row.makerId)
    return { ...facts, maker: maker.person ?? '', reason: row.reason }
  }
  return { 'POST /approvals/:id/approve': describeRequest } satisfies Partial<StepUpDescribers>
}
