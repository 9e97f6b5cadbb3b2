import {
  creditCompanyLoad,
  refundCompanyLoad,
  requestRest,
  stopCompanyRefund,
} from '@cardamom/contract/loads/company-loads'
import { formatCents } from '@cardamom/contract/money'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import { findCompanyLoad, getCompanyLoadOf, isOwnLoad } from './company-load-calls.ts'
import type { SqlReader } from './current-rates.ts'
import { queueRefund, readOpenRefund } from './load-refunds.sql.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { isResolvable, isWaitingForRest } from './load-resolutions.ts'
import { loadEvent } from './load-step.ts'
import type { LoadRecord } from './load-record.ts'
import { mountReversal } from './load-reversal.routes.ts'
import { mountPartPreview, mountUndo } from './load-undo.routes.ts'
import { planRefundStop } from './refund-stop.ts'
import { needsTwoPeople, refundWorth } from './second-person.ts'
import { creditChanges, type Resolutions } from './resolution-plans.ts'

/** Nobody decides about their own money. */
const isTheirs: CheckObject<typeof requestRest> &
  CheckObject<typeof creditCompanyLoad> &
  CheckObject<typeof refundCompanyLoad> &
  CheckObject<typeof stopCompanyRefund> = async (call) => {
  const load = await findCompanyLoad(call)
  if (!load) return 'record_not_found'
  return load.userId === call.me.userId ? 'permission_denied' : null
}

/** Whether the worth of its refund, or the load that it was a part of, is above the limit that one person decides within. */
const needsTwo = async (sql: Queries, load: LoadRecord): Promise<boolean> => {
  const refund = await readOpenRefund(sql, load.id)
  return needsTwoPeople(sql, { id: load.id, cents: refundWorth(load, refund?.amounts ?? []) })
}

/** Ends a refund that is queued and cannot be paid: its load is in review again. */
const mountRefundStop = (kernel: Kernel): void => {
  kernel.mount(
    stopCompanyRefund,
    async ({ sql, me, params, approval }) => {
      const load = await findCompanyLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (isOwnLoad(load, { me, approval })) return refused('permission_denied')
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
      isNeeded: async (call) => needsTwo(call.sql, await getCompanyLoadOf(call)),
      describe: async (call) => {
        const load = await getCompanyLoadOf(call)
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

/** What one administrator, or above the limit of the settings two, do with money that is not as quoted (domain §5): credit what came, or return it. */
export const mountLoadOperations = (kernel: Kernel, needs: LoadsNeeds, resolutions: Resolutions): void => {
  const { mount, ids, clock } = kernel
  mountRefundStop(kernel)
  mountUndo(kernel)
  mountPartPreview(kernel, needs.rail.assets)
  mountReversal(kernel)

  mount(
    creditCompanyLoad,
    async ({ sql, me, params, input, approval }) => {
      const read: SqlReader = (use) => use(sql)
      const find = (of: Queries) => findCompanyLoad({ sql: of, me, params })
      const found = await resolutions.creditWhatCame(read, { find, shownNetCents: input.net })
      if (!found.accepted) return found
      const { plan, load } = found.value
      if (isOwnLoad(load, { me, approval })) return refused('permission_denied')
      // One person named a net within the limit, and more came meanwhile.
      if (!approval && (await needsTwoPeople(sql, { id: load.id, cents: found.value.netCents })))
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
      isNeeded: ({ sql, params, input }) => needsTwoPeople(sql, { id: params.id, cents: input.net }),
      describe: async ({ input, ...call }) => {
        const { companyId, version } = await getCompanyLoadOf(call)
        const after = formatCents(input.net)
        return { companyId, version, changes: [{ name: 'amount', before: null, after }] }
      },
    },
  )

  mount(
    refundCompanyLoad,
    async ({ sql, me, params, input, approval, emit, recordChange }) => {
      const load = await findCompanyLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (isOwnLoad(load, { me, approval })) return refused('permission_denied')
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
      isNeeded: async (call) => needsTwo(call.sql, await getCompanyLoadOf(call)),
      describe: async (call) => {
        const load = await getCompanyLoadOf(call)
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
      const load = await findCompanyLoad({ sql, me, params })
      if (!load) return refused('record_not_found')
      if (!isWaitingForRest(load)) return refused('rest_not_missing')
      emit(loadEvent({ ids, load, now: clock.now() }, 'load.rest_requested', {}))
      return accepted(null)
    },
    isTheirs,
  )
}
