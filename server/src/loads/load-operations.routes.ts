import {
  creditCompanyLoad,
  refundCompanyLoad,
  requestRest,
  stopCompanyRefund,
  undoCompanyLoad,
} from '@cardamom/contract/loads/company-loads'
import { formatCents } from '@cardamom/contract/money'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { ApprovalFacts, CheckObject } from '../kernel/mount-context.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SqlReader } from './current-rates.ts'
import { queueRefund, readOpenRefund } from './load-refunds.sql.ts'
import { isResolvable, isWaitingForRest } from './load-resolutions.ts'
import { loadEvent } from './load-step.ts'
import type { LoadRecord } from './load-record.ts'
import { readLoadInScope } from './loads.sql.ts'
import { mountReversal } from './load-reversal.routes.ts'
import { isUndoable, planUndo } from './load-undo.ts'
import { planRefundStop } from './refund-stop.ts'
import { isAboveLimit, readReviewLimit, refundWorth } from './second-person.ts'
import { creditChanges, type Resolutions } from './resolution-plans.ts'

type Deciders = { readonly me: SessionPrincipal; readonly approval: ApprovalFacts | null }

type LoadCall = {
  readonly sql: Queries
  readonly me: SessionPrincipal
  readonly params: { readonly id: string }
}

const findLoad = ({ sql, me, params }: LoadCall) => readLoadInScope(sql, { id: params.id, scope: me.scope })

/** Neither the one who requests it nor the one who approves it, if two are needed, decides about their own money. */
const isOwn = ({ userId }: { userId: string }, { me, approval }: Deciders): boolean =>
  [me.userId, approval?.checkerId].includes(userId)

/** Nobody decides about their own money. */
const isTheirs: CheckObject<typeof requestRest> &
  CheckObject<typeof creditCompanyLoad> &
  CheckObject<typeof refundCompanyLoad> &
  CheckObject<typeof stopCompanyRefund> &
  CheckObject<typeof undoCompanyLoad> = async (call) => {
  const load = await findLoad(call)
  if (!load) return 'record_not_found'
  return load.userId === call.me.userId ? 'permission_denied' : null
}

/** Whether the worth of its refund is above the limit that one person decides within. */
const needsTwo = async (sql: Queries, load: LoadRecord): Promise<boolean> => {
  const refund = await readOpenRefund(sql, load.id)
  return isAboveLimit(refundWorth(load, refund?.amounts ?? []), await readReviewLimit(sql))
}

const loadOf = async (call: LoadCall) => {
  const load = await findLoad(call)
  if (!load) throw new Error('A request is about a load that exists')
  return load
}

/** Ends a refund that is queued and cannot be paid: its load is in review again. */
const mountRefundStop = (kernel: Kernel): void => {
  kernel.mount(
    stopCompanyRefund,
    async ({ sql, me, params, approval }) => {
      const load = await findLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (isOwn(load, { me, approval })) return refused('permission_denied')
      // One person was found to be enough before the limit was lowered.
      if (!approval && (await needsTwo(sql, load))) return refused('resolution_chosen')
      const stopped = await planRefundStop(kernel, sql, load)
      if (!stopped.accepted) return stopped
      return accepted({
        ...stopped.value,
        output: null,
        // Its payment was signed meanwhile.
        whenRefused: { guard_failed: 'refund_being_paid' },
        decidesAgainWhen: ['guard_failed'],
      })
    },
    isTheirs,
    {
      isNeeded: async (call) => needsTwo(call.sql, await loadOf(call)),
      describe: async (call) => {
        const load = await loadOf(call)
        const refund = await readOpenRefund(call.sql, load.id)
        const before = refund?.address ?? null
        return {
          companyId: load.companyId,
          version: load.version,
          changes: [{ name: 'address', before, after: null }],
        }
      },
    },
  )
}

/** Takes a load back before its card has it: its money is in review, where the payer or administrators choose. */
const mountUndo = (kernel: Kernel): void => {
  kernel.mount(
    undoCompanyLoad,
    async ({ sql, me, params, input, approval }) => {
      const load = await findLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (isOwn(load, { me, approval })) return refused('permission_denied')
      if (!isUndoable(load)) return refused('load_not_undoable')
      // One person was found to be enough before the limit was lowered, or for another acceptance of the load.
      if (!approval && isAboveLimit(load.netCents, await readReviewLimit(sql)))
        return refused('resolution_chosen')
      const undone = await planUndo(kernel, load, {
        actor: approval?.checkerId ?? me.userId,
        reason: approval?.reason ?? input.reason,
        metadata: { requestedBy: me.userId },
      })
      return accepted({
        ...undone,
        output: null,
        // Its credit started meanwhile, or another administrator undid it.
        whenRefused: { guard_failed: 'load_not_undoable', replayed: 'load_not_undoable' },
        decidesAgainWhen: ['guard_failed'],
      })
    },
    isTheirs,
    {
      isNeeded: async (call) => {
        const load = await loadOf(call)
        // A load that cannot be undone needs no approval: it is refused at once.
        return isUndoable(load) && isAboveLimit(load.netCents, await readReviewLimit(call.sql))
      },
      describe: async (call) => {
        const { companyId, version, netCents } = await loadOf(call)
        const changes = [{ name: 'amount', before: formatCents(netCents), after: formatCents(0n) }] as const
        return { companyId, version, changes }
      },
    },
  )
}

/** What one administrator, or above the limit of the settings two, do with money that is not as quoted (domain §5): credit what came, or return it. */
export const mountLoadOperations = (kernel: Kernel, resolutions: Resolutions): void => {
  const { mount, ids, clock } = kernel
  mountRefundStop(kernel)
  mountUndo(kernel)
  mountReversal(kernel)

  mount(
    creditCompanyLoad,
    async ({ sql, me, params, input, approval }) => {
      const read: SqlReader = (use) => use(sql)
      const find = (of: Queries) => findLoad({ sql: of, me, params })
      const found = await resolutions.creditWhatCame(read, { find, shownNetCents: input.net })
      if (!found.accepted) return found
      const { plan, load } = found.value
      if (isOwn(load, { me, approval })) return refused('permission_denied')
      // One person named a net within the limit, and more came meanwhile.
      if (!approval && isAboveLimit(found.value.netCents, await readReviewLimit(sql)))
        return refused('amount_changed', { field: 'net' })
      const detail = {
        actor: approval?.checkerId ?? me.userId,
        reason: approval?.reason ?? input.reason,
        metadata: { requestedBy: me.userId },
      }
      return accepted({
        plan: { ...plan, journals: plan.journals.map((journal) => ({ ...journal, detail })) },
        output: null,
        whenRefused: { guard_failed: 'resolution_chosen', replayed: 'resolution_chosen' },
        decidesAgainWhen: ['guard_failed'],
        changes: creditChanges(found.value),
      })
    },
    isTheirs,
    {
      isNeeded: async ({ sql, input }) => isAboveLimit(input.net, await readReviewLimit(sql)),
      describe: async ({ input, ...call }) => {
        const { companyId, version } = await loadOf(call)
        const after = formatCents(input.net)
        return { companyId, version, changes: [{ name: 'amount', before: null, after }] }
      },
    },
  )

  mount(
    refundCompanyLoad,
    async ({ sql, me, params, input, approval, emit, recordChange }) => {
      const load = await findLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (isOwn(load, { me, approval })) return refused('permission_denied')
      const refund = isResolvable(load) ? await readOpenRefund(sql, load.id) : null
      if (!refund) return refused('refund_not_requested')
      // The payer withdrew the refund that was seen, and requested another one.
      if (refund.address !== input.address) return refused('resolution_chosen')
      // The payer may have requested a larger refund after one person was found to be enough.
      if (!approval && (await needsTwo(sql, load))) return refused('resolution_chosen')
      const at = clock.now()
      const isQueued = refund.status === 'requested' && (await queueRefund(sql, { id: refund.id, load, at }))
      if (!isQueued) return refused('resolution_chosen')
      const { companyId, userId } = load
      const status = { before: { status: 'requested' }, after: { status: 'queued' } }
      recordChange({ entity: 'refund', entityId: refund.id, companyId, userId, ...status })
      emit(loadEvent({ ids, load, now: at }, 'load.refund_queued', {}))
      return accepted(null)
    },
    isTheirs,
    {
      isNeeded: async (call) => needsTwo(call.sql, await loadOf(call)),
      describe: async (call) => {
        const load = await loadOf(call)
        const refund = await readOpenRefund(call.sql, load.id)
        const after = refund?.address ?? null
        return {
          companyId: load.companyId,
          version: load.version,
          changes: [{ name: 'address', before: null, after }],
        }
      },
    },
  )

  mount(
    requestRest,
    async ({ sql, me, params, emit }) => {
      const load = await findLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (!isWaitingForRest(load)) return refused('rest_not_missing')
      emit(loadEvent({ ids, load, now: clock.now() }, 'load.rest_requested', {}))
      return accepted(null)
    },
    isTheirs,
  )
}
