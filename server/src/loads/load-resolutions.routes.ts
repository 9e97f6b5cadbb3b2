import { creditLoad, requestRefund, withdrawRefundRequest } from '@cardamom/contract/loads/load-resolutions'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject, Handler } from '../kernel/mount-context.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { mountLoadOperations } from './load-operations.routes.ts'
import type { FindLoad } from './load-page.ts'
import type { SqlReader } from './current-rates.ts'
import { insertRefund, readOpenRefund, withdrawRefund } from './load-refunds.sql.ts'
import { isRefundable, isResolvable, refundAmounts } from './load-resolutions.ts'
import { loadEvent, paymentEvent } from './load-step.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { insertHistory, readOurAddresses, readOwnLoad } from './loads.sql.ts'
import { refundAddress } from './refund-address.ts'
import { creditChanges, createResolutions } from './resolution-plans.ts'

const isOwnLoad: CheckObject<typeof requestRefund> = async ({ sql, me, params }) =>
  (await readOwnLoad(sql, { id: params.id, userId: me.userId })) ? null : 'record_not_found'

type OwnLoad = { readonly id: string; readonly userId: string }
const ownLoad =
  (wanted: OwnLoad): FindLoad =>
  (sql) =>
    readOwnLoad(sql, wanted)

/** The payer's choices for money that is not as quoted (domain §5): credit it, or have it returned. */
export const mountLoadResolutions = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel
  const resolutions = createResolutions(kernel, needs)
  mountLoadOperations(kernel, resolutions)

  /** Whether this load is the result of an earlier request for the same choice. */
  const isCreditedAlready = async (read: SqlReader, wanted: OwnLoad, netCents: bigint): Promise<boolean> => {
    const load = await read((sql) => readOwnLoad(sql, wanted))
    return (
      load !== null &&
      (load.exception !== null || load.acceptance > 1) &&
      load.acceptance > 0 &&
      load.netCents === netCents
    )
  }

  /** An earlier request made the same choice: the answer is repeated and nothing is posted. */
  const nothingLeft = { plan: { journals: [] }, output: null, whenRefused: {} } as const

  mount(creditLoad, async ({ sql, params, input, me }) => {
    const read: SqlReader = (use) => use(sql)
    const wanted = { id: params.id, userId: me.userId }
    const found = await resolutions.creditWhatCame(read, { find: ownLoad(wanted), shownNetCents: input.net })
    if (!found.accepted) {
      const isOver = found.code === 'resolution_chosen' || found.code === 'record_not_found'
      const isDone = isOver && (await isCreditedAlready(read, wanted, input.net))
      return isDone ? accepted(nothingLeft) : found
    }
    return accepted({
      plan: found.value.plan,
      output: null,
      whenRefused: { guard_failed: 'resolution_chosen' },
      // The load or the person's limits changed meanwhile, or another request was faster.
      decidesAgainWhen: ['guard_failed', 'replayed'],
      changes: creditChanges(found.value),
    })
  })

  const request: Handler<typeof requestRefund> = async ({ params, input, me, read, finish }) => {
    const found = await resolutions.find(read, ownLoad({ id: params.id, userId: me.userId }))
    if (!found.accepted) return found
    const { load, facts } = found.value
    const checked = refundAddress(input.address, { load, rail: needs.rail })
    if (!checked.accepted) return refused('validation', { data: { errors: { address: [checked.code] } } })
    const among = { network: load.network, among: [checked.value] }
    const ours = await kernel.db.read(wholeInstallation, (of) => readOurAddresses(of, among))
    if (ours.size > 0) return refused('validation', { data: { errors: { address: ['address_not_yours'] } } })
    if (!isRefundable(load, facts)) return refused('resolution_not_possible')
    const at = clock.now()
    return finish(null, async ({ sql, emit, recordChange }) => {
      const step = { ids, load, now: at }
      const id = ids.next()
      const amounts = refundAmounts(load, facts)
      const isMade = await insertRefund(sql, { id, load, address: checked.value, amounts, at })
      if (!isMade) return refused('resolution_chosen')
      if (load.status !== 'review') {
        const { exception } = load
        await insertHistory(sql, { id: ids.next(), load, status: 'confirmed', exception, at })
        await insertHistory(sql, { id: ids.next(), load, status: 'review', exception, at })
      }
      const { companyId, userId } = load
      const status = { before: null, after: { loadId: load.id, status: 'requested' } }
      recordChange({ entity: 'refund', entityId: id, companyId, userId, ...status })
      emit(paymentEvent(step, 'load.refund_requested', {}))
    })
  }
  mount(requestRefund, request, isOwnLoad)

  mount(withdrawRefundRequest, async ({ sql, params, me, emit, recordChange }) => {
    const load = await readOwnLoad(sql, { id: params.id, userId: me.userId })
    const refund = load && isResolvable(load) ? await readOpenRefund(sql, load.id) : null
    if (!load || !refund) return refused('record_not_found')
    const at = clock.now()
    const isWithdrawn = await withdrawRefund(sql, { refundId: refund.id, loadId: load.id, at })
    if (!isWithdrawn) return refused('record_not_found')
    const { companyId, userId } = load
    const status = { before: { status: 'requested' }, after: { status: 'withdrawn' } }
    recordChange({ entity: 'refund', entityId: refund.id, companyId, userId, ...status })
    emit(loadEvent({ ids, load, now: at }, 'load.refund_withdrawn', {}))
    return accepted(null)
  })
}
