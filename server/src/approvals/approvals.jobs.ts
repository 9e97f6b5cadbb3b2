import type { EventOf } from '../kernel/states.ts'
import { applyTransition, nextStatus } from '../kernel/states.ts'
import type { Job, Work } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { approvalTransitions } from './approval-status.ts'
import { findApproval } from './approvals.sql.ts'
import { decidedEvent } from './approve.ts'

/** The request of a job, ended by an event if it is still in a state that has it. */
const endBy = async (
  { payload }: Job,
  { write, clock }: Work,
  end: {
    readonly from: 'requested' | 'running'
    readonly event: EventOf<typeof approvalTransitions>
    readonly set: object
  },
): Promise<void> =>
  write(async ({ sql, emit, recordChange }) => {
    const row = await findApproval(sql, String(payload['id']))
    if (row?.status !== end.from) return
    const set = { decidedAt: clock.now(), ...end.set }
    if (!(await applyTransition(sql, approvalTransitions, row, end.event, { set }))) return
    const status = nextStatus(approvalTransitions, row.status, end.event) ?? ''
    const about = { entity: 'approval', entityId: row.id, companyId: row.companyId, userId: row.makerId }
    recordChange({ ...about, before: { status: row.status }, after: { status } })
    emit(decidedEvent(row, status))
  })

/** A request that nobody decided expires. An outside call that never ended is abandoned: nobody knows its outcome. */
export const registerApprovalJobs = ({ jobs }: Kernel): void => {
  jobs.handle('approvals.expire', (job, work) =>
    endBy(job, work, { from: 'requested', event: 'time.expired', set: {} }),
  )
  jobs.handle('approvals.end_running', (job, work) =>
    endBy(job, work, { from: 'running', event: 'run.failed', set: { failureCode: 'outcome_unknown' } }),
  )
}
