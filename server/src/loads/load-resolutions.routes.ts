import { creditLoad, requestRefund, withdrawRefundRequest } from '@cardamom/contract/loads/load-resolutions'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { mountLoadOperations } from './load-operations.routes.ts'
import type { FindLoad } from './load-page.ts'
import type { SqlReader } from './current-rates.ts'
import { readOwnLoad } from './loads.sql.ts'
import { createRefundRequests } from './refund-requests.ts'
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
  const { mount } = kernel
  const resolutions = createResolutions(kernel, needs)
  const refunds = createRefundRequests(kernel, needs, resolutions)
  mountLoadOperations(kernel, needs, resolutions)

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

  mount(
    requestRefund,
    async ({ params, input, me, read, finish }) => {
      const find = ownLoad({ id: params.id, userId: me.userId })
      const checked = await refunds.check(read, { find, typed: input.address, userId: me.userId })
      if (!checked.accepted) return checked
      return finish(null, (tx) => refunds.record(tx, checked.value))
    },
    isOwnLoad,
  )

  mount(withdrawRefundRequest, async ({ params, me, ...tx }) =>
    refunds.withdraw(tx, await readOwnLoad(tx.sql, { id: params.id, userId: me.userId })),
  )
}
