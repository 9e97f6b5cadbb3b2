import {
  creditCoinDeposit,
  refundCoinDeposit,
  stopCoinRefund,
} from '@cardamom/contract/deposits/coin-deposits'
import { formatCents } from '@cardamom/contract/money'
import { readCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SqlReader } from '../loads/current-rates.ts'
import type { LoadsNeeds } from '../loads/load-needs.ts'
import { readTransfers } from '../loads/chain-transfers.sql.ts'
import { insertRefund, queueRefund, readOpenRefund } from '../loads/load-refunds.sql.ts'
import { isRefundable, refundAmounts } from '../loads/load-resolutions.ts'
import { topUpNews } from '../loads/load-step.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { insertHistory, readOurAddresses, readTopUpPayment } from '../loads/loads.sql.ts'
import { refundAddress } from '../loads/refund-address.ts'
import { planRefundStop } from '../loads/refund-stop.ts'
import { creditChanges, createResolutions } from '../loads/resolution-plans.ts'

type Call = {
  readonly sql: Queries
  readonly me: SessionPrincipal
  readonly params: { readonly id: string }
}

const findOf = ({ sql, me, params }: Call) => readTopUpPayment(sql, { id: params.id, scope: me.scope })

/** Ends a return of crypto that is queued and cannot be paid: the deposit is in review again. */
const mountRefundStop = (kernel: Kernel): void =>
  kernel.mount(
    stopCoinRefund,
    async ({ sql, me, params }) => {
      const load = await findOf({ sql, me, params })
      if (!load) return refused('record_not_found')
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
    async (call) => ((await findOf(call)) ? null : 'record_not_found'),
    {
      describe: async (call) => {
        const load = await findOf(call)
        const refund = load && (await readOpenRefund(call.sql, load.id))
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [{ name: 'address', before: refund?.address ?? null, after: null }],
        }
      },
    },
  )

/** What two people do with crypto of a deposit that is not as quoted (domain §5, §7): credit what came, or return it. */
export const mountCoinResolutions = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel
  const resolutions = createResolutions(kernel, needs)
  mountRefundStop(kernel)
  const mayResolve = async (call: Call) => {
    const load = await findOf(call)
    if (!load) return 'record_not_found' as const
    const company = await readCompany(call.sql, load.companyId)
    return changesOwnMoney(call.me, company) ? ('own_money' as const) : null
  }

  mount(
    creditCoinDeposit,
    async ({ sql, me, params, input, approval }) => {
      const read: SqlReader = (use) => use(sql)
      const find = (of: Queries) => findOf({ sql: of, me, params })
      const found = await resolutions.creditWhatCame(read, { find, shownNetCents: input.net })
      if (!found.accepted) return found
      const detail = {
        actor: approval.checkerId,
        reason: input.reason,
        metadata: { requestedBy: me.userId },
      }
      const { plan } = found.value
      return accepted({
        plan: { ...plan, journals: plan.journals.map((journal) => ({ ...journal, detail })) },
        output: null,
        whenRefused: {
          guard_failed: 'resolution_chosen',
          replayed: 'resolution_chosen',
          account_closed: 'wallet_changed',
        },
        decidesAgainWhen: ['guard_failed'],
        changes: creditChanges(found.value),
      })
    },
    mayResolve,
    {
      describe: async ({ input, ...call }) => {
        const load = await findOf(call)
        const after = formatCents(input.net)
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [{ name: 'amount', before: null, after }],
        }
      },
    },
  )

  mount(
    refundCoinDeposit,
    async ({ me, params, input, read, finish }) => {
      const find = (of: Queries) => findOf({ sql: of, me, params })
      const found = await resolutions.find(read, find)
      if (!found.accepted) return found
      const { load, facts } = found.value
      const checked = refundAddress(input.address, { load, rail: needs.rail })
      if (!checked.accepted) return refused('validation', { data: { errors: { address: [checked.code] } } })
      const among = { network: load.network, among: [checked.value] }
      const ours = await kernel.db.read(wholeInstallation, (of) => readOurAddresses(of, among))
      if (ours.size > 0)
        return refused('validation', { data: { errors: { address: ['address_not_yours'] } } })
      if (!isRefundable(load, facts)) return refused('resolution_not_possible')
      const at = clock.now()
      const id = ids.next()
      const amounts = refundAmounts(load, facts)
      return finish(null, async ({ sql, emit, recordChange }) => {
        if (!(await insertRefund(sql, { id, load, address: checked.value, amounts, at })))
          return refused('resolution_chosen')
        if (load.status !== 'review') {
          const { exception } = load
          await insertHistory(sql, { id: ids.next(), load, status: 'confirmed', exception, at })
          await insertHistory(sql, { id: ids.next(), load, status: 'review', exception, at })
        }
        // Two people have agreed already: it waits to be sent.
        const renewed = await find(sql)
        if (!renewed || !(await queueRefund(sql, { id, load: renewed, at })))
          return refused('resolution_chosen')
        recordChange({
          entity: 'refund',
          entityId: id,
          companyId: load.companyId,
          userId: null,
          before: null,
          after: { loadId: load.id, status: 'queued' },
        })
        emit(topUpNews(load, 'topup.refund_queued'))
      })
    },
    mayResolve,
    {
      describe: async ({ input, ...call }) => {
        const load = await findOf(call)
        const amounts = load
          ? refundAmounts(load, {
              transfers: await readTransfers(call.sql, load.id),
              assets: needs.rail.assets,
              // Rates are not read here: the list may name a coin that is too little to be sent.
              current: () => null,
              refundMinimumCents: 0n,
            })
          : []
        const text = amounts.map(({ amount, asset }) => `${amount} ${asset}`).join(', ')
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [
            { name: 'address', before: null, after: input.address },
            { name: 'coin', before: null, after: text },
          ],
        }
      },
    },
  )
}
