import { refundToEnteredAddress } from '@cardamom/contract/deposits/entered-address'
import { houseId } from '../companies/company.ts'
import { refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { SqlReader } from '../loads/current-rates.ts'
import type { LoadsNeeds } from '../loads/load-needs.ts'
import { readTransfers } from '../loads/chain-transfers.sql.ts'
import type { PaymentRecord } from '../loads/load-record.ts'
import { amountsText, queueRefund, readOpenRefund } from '../loads/load-refunds.sql.ts'
import { isResolvable, refundAmounts } from '../loads/load-resolutions.ts'
import { topUpNews } from '../loads/load-step.ts'
import { checkRefundAddress, createRefundRequests } from '../loads/refund-requests.ts'
import { readResolutionFacts } from '../loads/resolution-facts.ts'
import type { Resolutions } from '../loads/resolution-plans.ts'
import { hasPayer } from './coin-payer.ts'
import { findCoinDeposit, mayResolve } from './coin-refunds.routes.ts'

/** The coins that came. Where a coin has no locked rate, whether it is worth a payment is known when it is queued. */
const coinsOf = async (
  sql: Queries,
  { load, needs, now }: { readonly load: PaymentRecord; readonly needs: LoadsNeeds; readonly now: Date },
): Promise<string | null> => {
  const transfers = await readTransfers(sql, load.id)
  const facts = await readResolutionFacts(sql, { load, transfers, now, needs })
  return facts && amountsText(refundAmounts(load, { ...facts, current: () => null }))
}

/** Whether the refund may be requested; it reads in the caller's scope, because it runs in a transaction. */
const checkRequest =
  ({ rail }: LoadsNeeds): CheckObject<typeof refundToEnteredAddress> =>
  async (call) => {
    const refusal = await mayResolve(call)
    if (refusal) return refusal
    const load = await findCoinDeposit(call)
    if (!load) return 'record_not_found'
    if (!isResolvable(load) || (await readOpenRefund(call.sql, load.id))) return 'resolution_chosen'
    // The approval reads both again, of all tenants.
    if (await hasPayer(call.sql, load)) return 'refund_has_payer'
    const read: SqlReader = (use) => use(call.sql)
    const checked = await checkRefundAddress(read, { load, typed: call.input.address, rail })
    return checked.accepted ? null : checked
  }

/**
 * The refund of a deposit whose company has nobody who could enter an address: it is closed, or nobody of it may move
 * its money. An administrator enters the address that the company named, and a second person approves it (domain §7).
 */
export const mountEnteredAddress = (kernel: Kernel, needs: LoadsNeeds, resolutions: Resolutions): void => {
  const { clock, db } = kernel
  const refunds = createRefundRequests(kernel, needs, resolutions)

  kernel.mount(
    refundToEnteredAddress,
    async ({ me, params, input, read, finish }) => {
      const find = (sql: Queries) => findCoinDeposit({ sql, me, params })
      const checked = await refunds.check(read, { find, typed: input.address, userId: me.userId })
      if (!checked.accepted) return checked
      // One of its people can enter the address since the request was made.
      const isTheirs = await db.read(wholeInstallation, (sql) => hasPayer(sql, checked.value.load))
      if (isTheirs) return refused('refund_has_payer')
      return finish(null, async (tx) => {
        const refusal = await refunds.record(tx, checked.value)
        if (refusal) return refusal
        const load = await find(tx.sql)
        const refund = load && (await readOpenRefund(tx.sql, load.id))
        const at = clock.now()
        if (!load || !refund || !(await queueRefund(tx.sql, { id: refund.id, load, at })))
          return refused('resolution_chosen')
        const status = { before: { status: 'requested' }, after: { status: 'queued' } }
        const whose = { companyId: load.companyId, userId: null }
        tx.recordChange({ entity: 'refund', entityId: refund.id, ...whose, ...status })
        tx.emit(topUpNews(load, 'topup.refund_queued'))
        return undefined
      })
    },
    checkRequest(needs),
    {
      describe: async (call) => {
        const load = await findCoinDeposit(call)
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [
            { name: 'address', before: null, after: call.input.address },
            { name: 'network', before: null, after: load?.network ?? null },
            {
              name: 'coin',
              before: null,
              after: load && (await coinsOf(call.sql, { load, needs, now: clock.now() })),
            },
          ],
        }
      },
    },
  )
}
