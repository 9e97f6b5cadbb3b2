import type { Audit } from '../audit/audit.sql.ts'
import { readPresentPrincipals } from '../access/present-principals.ts'
import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import { applyUpdate } from '../kernel/guarded-update.ts'
import type { DescribedChange, Handler } from '../kernel/mount-context.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AnnounceCall } from '../kernel/plan.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { provedPerson } from '../kernel/scopes.ts'
import { transition } from '../kernel/states.ts'
import type { approveRequest } from '@cardamom/contract/approvals'
import type { RefuseClosed } from '../settings/incident-cache.ts'
import { decryptContent } from './approval-content.ts'
import type { Approvals } from './approval-requests.ts'
import { describeStored, prepareCall, type ApproveContext } from './prepare-call.ts'
import { approvalTransitions } from './approval-status.ts'
import type { ApprovalView } from './approval-view.ts'
import type { ApprovalRow } from './approvals.sql.ts'
import { createApprovedEffects } from './approved-effects.ts'

export type ApproveNeeds = {
  readonly kernel: Kernel
  readonly audit: Audit
  readonly announceCall: AnnounceCall
  readonly requests: Approvals
  readonly refuseClosed: RefuseClosed
  readonly view: ApprovalView
}

export const decidedEvent = (
  row: Pick<ApprovalRow, 'id' | 'companyId' | 'makerId' | 'kind'>,
  status: string,
) => ({
  type: 'approval.decided' as const,
  entityId: row.id,
  companyId: row.companyId,
  userId: row.makerId,
  payload: { kind: row.kind, status },
})

/** What the maker is and may do now; null: they are denied access. The session is that of the request. */
const createMakerOf =
  ({ db }: Kernel) =>
  async ({ makerId, makerSessionId }: ApprovalRow): Promise<SessionPrincipal | null> => {
    const [found] = await readPresentPrincipals(db.reader(provedPerson), { userIds: [makerId] })
    return found ? { ...found, sessionId: makerSessionId ?? found.sessionId } : null
  }

/** What an open request would change now; null where its call cannot be described any more. */
export const createPresentChange = (kernel: Kernel, requests: Approvals) => {
  const makerOf = createMakerOf(kernel)
  return async (row: ApprovalRow): Promise<DescribedChange | null> => {
    const call = row.status === 'requested' ? requests.find(row.kind) : null
    const maker = call && (await makerOf(row))
    if (!call || !maker) return null
    const content = await decryptContent(kernel.encryption, row)
    const sql = kernel.db.reader(maker.scope)
    const described = await describeStored(content, { maker, call, read: (use) => use(sql) })
    return 'failure' in described ? null : described.change
  }
}

/**
 * Runs the call of a request that may be approved. A call that cannot run ends the request as failed, and the answer
 * says why. Of several checkers one has an effect; the others are told that it is decided.
 */
export const createApprove = ({
  kernel,
  audit,
  announceCall,
  requests,
  refuseClosed,
  view,
}: ApproveNeeds) => {
  const makerOf = createMakerOf(kernel)
  const runApproved = createApprovedEffects({ ...kernel, announceCall }, audit)

  const shown = (row: ApprovalRow, { me, now, lang }: ApproveContext) =>
    view(row, { me, now, lang, present: null, isAlone: false })

  const fail = async (
    row: ApprovalRow,
    { code, data }: RefusedAnswer,
    context: ApproveContext,
  ): ReturnType<Handler<typeof approveRequest>> => {
    const { me, now } = context
    const decided = {
      checkerId: me.userId,
      decidedAt: now,
      isSelfChecked: row.makerId === me.userId,
      failureCode: code,
    }
    const failureData = JSON.stringify(data)
    const update = transition(approvalTransitions, row, 'run.failed', { set: { ...decided, failureData } })
    const after = { ...row, ...decided, failureData: data, status: 'failed' as const }
    return context.finish(await shown(after, context), async (tx) => {
      if (!(await applyUpdate(tx.sql, update))) return refused('approval_decided')
      tx.emit(decidedEvent(row, 'failed'))
      return undefined
    })
  }

  return async (row: ApprovalRow, context: ApproveContext): ReturnType<Handler<typeof approveRequest>> => {
    const { me, now } = context
    const content = await decryptContent(kernel.encryption, row)
    const stored = { row, content, maker: await makerOf(row), call: requests.find(row.kind) }
    // The request stays open: it can be approved after the maintenance.
    const closed = stored.call && (await refuseClosed(stored.call.declared, me, context.lang))
    if (closed) return closed
    const ready = await prepareCall(kernel, stored, context)
    if ('isChanged' in ready) return refused('record_changed')
    if ('failure' in ready) return fail(row, ready.failure, context)

    const checked = { checkerId: me.userId, isSelfChecked: row.makerId === me.userId }
    const decided = { ...checked, decidedAt: now }
    const running = { ...row, ...checked, status: 'running' as const }
    const output = await shown({ ...row, ...decided, status: 'approved' }, context)
    const marked = { event: decidedEvent(row, 'approved'), output }
    const end = await runApproved(ready, context, {
      id: row.id,
      atOnce: {
        ...marked,
        update: transition(approvalTransitions, row, 'checker.approved', { set: decided }),
      },
      claim: transition(approvalTransitions, row, 'run.started', { set: checked }),
      afterClaim: {
        ...marked,
        update: transition(approvalTransitions, running, 'run.done', { set: { decidedAt: now } }),
      },
    })
    return 'failure' in end ? fail(end.isClaimed ? running : row, end.failure, context) : end
  }
}
