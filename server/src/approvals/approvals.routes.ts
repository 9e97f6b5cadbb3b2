import {
  approveRequest,
  countApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
  withdrawRequest,
  type Approval,
} from '@cardamom/contract/approvals'
import type { Audit } from '../audit/audit.sql.ts'
import { accepted, refused, type RefusedAnswer } from '../kernel/answer.ts'
import { applyUpdate } from '../kernel/guarded-update.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountCounts } from '../kernel/mount-list.ts'
import type { Finish } from '../kernel/mount-context.ts'
import type { AnnounceCall } from '../kernel/plan.ts'
import type { Language, SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { transition } from '../kernel/states.ts'
import {
  approvalRefusal,
  checkerTagsOf,
  maySeeApproval,
  rejectionRefusal,
  withdrawalRefusal,
} from './approval.ts'
import type { Approvals } from './approval-requests.ts'
import type { RefuseClosed } from '../settings/incident-cache.ts'
import { approvalTransitions } from './approval-status.ts'
import { createApprovalView, namedItems } from './approval-view.ts'
import { registerApprovalJobs } from './approvals.jobs.ts'
import { approvalsList } from './approvals.list.ts'
import { countWaiting, findApproval, type ApprovalRow } from './approvals.sql.ts'
import { createApprove, createPresentChange, decidedEvent } from './approve.ts'
import type { Checkers } from './checkers.ts'
import { createApprovalStepUps } from './approvals-step-up.ts'

export type ApprovalNeeds = {
  readonly audit: Audit
  readonly announceCall: AnnounceCall
  readonly requests: Approvals
  readonly checkers: Checkers
  readonly refuseClosed: RefuseClosed
}

type Reader = { readonly me: SessionPrincipal; readonly now: Date; readonly lang: Language }

type EndContext<Code extends string> = Reader & {
  readonly read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
  readonly finish: Finish<Approval, Code | 'approval_decided'>
}
type EndOfRow = Partial<Pick<ApprovalRow, 'checkerId' | 'note'>> & { readonly decidedAt: Date }

/** Requests that need a second person: the inbox, and the three ways in which a person ends one (permissions §5). */
export const approvalsModule = (kernel: Kernel, needs: ApprovalNeeds) => {
  const { mount, db, clock } = kernel
  const { requests, checkers } = needs
  const view = createApprovalView(kernel)
  const presentChange = createPresentChange(kernel, requests)
  const approve = createApprove({ kernel, view, ...needs })

  /** A request that this person may see. Who can check nothing gets the same answer for every id. */
  const find = async (sql: Queries, id: string, me: SessionPrincipal) => {
    const row = await findApproval(sql, id)
    if (row && maySeeApproval(me, row)) return accepted(row)
    if (row || checkerTagsOf(me).length === 0) return refused('permission_denied')
    return refused('record_not_found')
  }
  /** Whether only the maker could check it. It is read only where that makes a difference. */
  const isAlone = async (row: ApprovalRow, me: SessionPrincipal) =>
    row.makerId === me.userId && row.selfCheckFrom !== null && !(await checkers.areTwo(row))

  const shown = async (row: ApprovalRow, { me, now, lang }: Reader) =>
    view(row, { me, now, lang, present: await presentChange(row), isAlone: await isAlone(row, me) })
  /** A refusal with what the person needs to know: who decided the request, or until when they wait. */
  const refusalWithFacts = async <Code extends string>(
    code: Code,
    row: ApprovalRow,
    reader: Pick<Reader, 'me' | 'now'>,
  ): Promise<RefusedAnswer<Code>> => {
    if (code === 'self_check_waits')
      return refused(code, { data: { from: row.selfCheckFrom?.toISOString() } })
    if (code !== 'approval_decided') return refused(code)
    const decided = await view(row, { ...reader, lang: 'en', present: null, isAlone: false })
    return refused(code, { data: { name: decided.checker?.name ?? decided.maker.name, status: row.status } })
  }

  mount(listApprovals, async (call) => {
    const page = await approvalsList.page(call, call.input)
    if (!page.accepted) return page
    return accepted({ ...page.value, items: await namedItems(db, page.value.items) })
  })

  mountCounts(kernel, approvalsList)

  mount(countApprovals, async ({ sql, me, now }) => {
    const tags = checkerTagsOf(me)
    const { scope } = me
    if (tags.length === 0 || scope.kind === 'own') return accepted({ waiting: 0 })
    const companyIds = scope.kind === 'all' ? null : scope.companyIds
    return accepted({ waiting: await countWaiting(sql, { ...me, companyIds, tags }, now) })
  })

  mount(getApproval, async ({ sql, me, now, lang, params }) => {
    const found = await find(sql, params.id, me)
    return found.accepted ? accepted(await shown(found.value, { me, now, lang })) : found
  })

  const checkApproval = async (sql: Queries, id: string, { me, now }: Pick<Reader, 'me' | 'now'>) => {
    const found = await find(sql, id, me)
    if (!found.accepted) return found
    const refusal = approvalRefusal(found.value, me, { now, isAlone: await isAlone(found.value, me) })
    return refusal ? refusalWithFacts(refusal, found.value, { me, now }) : found
  }
  mount(
    approveRequest,
    async (call) => {
      const { me, now, params, read } = call
      const found = await read((sql) => checkApproval(sql, params.id, { me, now }))
      if (!found.accepted) return found
      const ended = await approve(found.value, call)
      if (ended.accepted || (ended.code !== 'approval_decided' && ended.code !== 'record_changed'))
        return ended
      const present = await read((sql) => findApproval(sql, params.id))
      // What another checker has just done is also a change of the record.
      const isDecided = ended.code === 'approval_decided' || present?.status === 'approved'
      return present && isDecided ? refusalWithFacts('approval_decided', present, { me, now }) : ended
    },
    async ({ sql, me, params }) => {
      const found = await checkApproval(sql, params.id, { me, now: clock.now() })
      return found.accepted ? null : found
    },
    async ({ sql, me, params }) => {
      const row = await findApproval(sql, params.id)
      return row?.stepUp === 'S3' || row?.makerId === me.userId ? 'S3' : 'S2'
    },
  )

  /** Ends a request without its effect. Who comes second is told who was first. */
  const end = async <Code extends string>(
    row: ApprovalRow,
    { me, now, lang, read, finish }: EndContext<Code>,
    ending: { readonly event: 'checker.rejected' | 'maker.withdrew'; readonly set: EndOfRow },
  ) => {
    const update = transition(approvalTransitions, row, ending.event, { set: ending.set })
    const status = ending.event === 'checker.rejected' ? 'rejected' : 'withdrawn'
    const output = await shown({ ...row, ...ending.set, status }, { me, now, lang })
    const ended = await finish(output, async ({ sql, emit }) => {
      if (!(await applyUpdate(sql, update))) return refused('approval_decided')
      emit(decidedEvent(row, status))
      return undefined
    })
    if (ended.accepted || ended.code !== 'approval_decided') return ended
    const present = await read((sql) => findApproval(sql, row.id))
    return present ? refusalWithFacts('approval_decided', present, { me, now }) : ended
  }

  mount(rejectRequest, async (call) => {
    const { me, now, params, input } = call
    const found = await call.read((sql) => find(sql, params.id, me))
    if (!found.accepted) return found
    const refusal = rejectionRefusal(found.value, me, now)
    if (refusal) return refusalWithFacts(refusal, found.value, { me, now })
    const set = { checkerId: me.userId, decidedAt: now, note: input.note }
    return end(found.value, call, { event: 'checker.rejected', set })
  })

  mount(withdrawRequest, async (call) => {
    const { me, now, params } = call
    const found = await call.read((sql) => find(sql, params.id, me))
    if (!found.accepted) return found
    const refusal = withdrawalRefusal(found.value, me, now)
    if (refusal) return refusalWithFacts(refusal, found.value, { me, now })
    return end(found.value, call, { event: 'maker.withdrew', set: { decidedAt: now } })
  })

  registerApprovalJobs(kernel)
  return { stepUps: createApprovalStepUps(kernel) }
}
