import {
  refundCoinDeposit,
  requestRefundAddress,
  stopCoinRefund,
} from '@cardamom/contract/deposits/coin-deposits'
import { requestCoinRefund, withdrawCoinRefund } from '@cardamom/contract/deposits/refund-requests'
import { readCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { readWaitsUntil } from '../identity/credential-wait.ts'
import { readNames } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { LoadsNeeds } from '../loads/load-needs.ts'
import {
  queueRefund,
  readAddressRequest,
  readOpenRefund,
  recordAddressRequest,
  type OpenRefund,
} from '../loads/load-refunds.sql.ts'
import { isRefundable, isResolvable } from '../loads/load-resolutions.ts'
import { topUpNews } from '../loads/load-step.ts'
import { readTopUpPayment } from '../loads/loads.sql.ts'
import { createRefundRequests } from '../loads/refund-requests.ts'
import { planRefundStop } from '../loads/refund-stop.ts'
import type { Resolutions } from '../loads/resolution-plans.ts'
import { hasPayer, isPayerOf } from './coin-payer.ts'

type Call = {
  readonly sql: Queries
  readonly me: SessionPrincipal
  readonly params: { readonly id: string }
}

export const findCoinDeposit = ({ sql, me, params }: Call) =>
  readTopUpPayment(sql, { id: params.id, scope: me.scope })

/** Why a person may not decide about a deposit, or null. */
export const mayResolve = async (call: Call) => {
  const load = await findCoinDeposit(call)
  if (!load) return 'record_not_found' as const
  const company = await readCompany(call.sql, load.companyId)
  return changesOwnMoney(call.me, company) ? ('own_money' as const) : null
}

const isPayersOwn = async (call: Call) => {
  const load = await findCoinDeposit(call)
  if (!load) return 'record_not_found' as const
  return isPayerOf(load, call.me) ? null : ('permission_denied' as const)
}

/** Ends a return of crypto that is queued and cannot be paid: the deposit is in review again. */
const mountRefundStop = (kernel: Kernel): void =>
  kernel.mount(
    stopCoinRefund,
    async ({ sql, me, params }) => {
      const load = await findCoinDeposit({ sql, me, params })
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
    async (call) => ((await findCoinDeposit(call)) ? null : 'record_not_found'),
    {
      describe: async (call) => {
        const load = await findCoinDeposit(call)
        const refund = load && (await readOpenRefund(call.sql, load.id))
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [{ name: 'address', before: refund?.address ?? null, after: null }],
        }
      },
    },
  )

/** The company says where the coins of its deposit go, or withdraws that, like the payer of a load. */
const mountPayersChoice = (kernel: Kernel, needs: LoadsNeeds, resolutions: Resolutions): void => {
  const { mount } = kernel
  const refunds = createRefundRequests(kernel, needs, resolutions)

  mount(
    requestCoinRefund,
    async ({ me, params, input, read, finish }) => {
      const find = (sql: Queries) => findCoinDeposit({ sql, me, params })
      const checked = await refunds.check(read, { find, typed: input.address, userId: me.userId })
      if (!checked.accepted) return checked
      if (!isPayerOf(checked.value.load, me)) return refused('permission_denied')
      const { load } = checked.value
      return finish(null, async (tx) => {
        const refusal = await refunds.record(tx, checked.value)
        if (!refusal) tx.emit(topUpNews(load, 'topup.refund_requested'))
        return refusal
      })
    },
    // Whoever took over an account changed its credentials, and cannot send coins away at once.
    async (call) => {
      const refusal = await isPayersOwn(call)
      if (refusal) return refusal
      const waitsUntil = await readWaitsUntil(call.sql, { userId: call.me.userId, clock: kernel.clock })
      return waitsUntil ? ('withdrawals_wait' as const) : null
    },
  )

  mount(withdrawCoinRefund, async ({ me, params, ...tx }) => {
    const load = await findCoinDeposit({ sql: tx.sql, me, params })
    if (load && !isPayerOf(load, me)) {
      // Where nobody of the company can any more, an administrator ends a request to an address that is not right.
      const isRefused =
        !me.may('deposits.approve') || (await mayResolve({ sql: tx.sql, me, params })) !== null
      if (isRefused || (await hasPayer(tx.sql, load))) return refused('permission_denied')
    }
    return refunds.withdraw(tx, load)
  })
}

/** Administrators choose the refund: the company names its address. */
const mountAddressRequest = ({ mount, clock, db }: Kernel, resolutions: Resolutions): void =>
  mount(
    requestRefundAddress,
    async ({ me, params, read, finish }) => {
      const found = await resolutions.find(read, (sql) => findCoinDeposit({ sql, me, params }))
      if (!found.accepted) return found
      const { load, facts } = found.value
      if (!isRefundable(load, facts)) return refused('resolution_not_possible')
      if (!(await db.read(wholeInstallation, (sql) => hasPayer(sql, load))))
        return refused('refund_without_payer')
      return finish(null, async ({ sql, emit, recordChange }) => {
        const at = clock.now()
        const before = await readAddressRequest(sql, load.id)
        await recordAddressRequest(sql, { loadId: load.id, at })
        recordChange({
          entity: 'top_up',
          entityId: load.id,
          companyId: load.companyId,
          userId: null,
          before: { addressRequestedAt: before },
          after: { addressRequestedAt: at },
        })
        emit(topUpNews(load, 'topup.address_requested'))
      })
    },
    mayResolve,
  )

/** Who entered the address of a refund, and when. */
const enteredBy = async (sql: Queries, refund: OpenRefund | null) => {
  if (!refund) return []
  const { userId, requestedAt } = refund
  return [
    {
      name: 'requestedBy' as const,
      before: null,
      after: (await readNames(sql, [userId])).get(userId) ?? null,
    },
    { name: 'requestedSince' as const, before: null, after: requestedAt.toISOString() },
  ]
}

/** Refunds of deposits by crypto: the company names the address, and two people approve it. */
export const mountCoinRefunds = (kernel: Kernel, needs: LoadsNeeds, resolutions: Resolutions): void => {
  const { mount, clock } = kernel
  mountRefundStop(kernel)
  mountPayersChoice(kernel, needs, resolutions)
  mountAddressRequest(kernel, resolutions)

  mount(
    refundCoinDeposit,
    async ({ sql, me, params, input, emit, recordChange }) => {
      const load = await findCoinDeposit({ sql, me, params })
      if (!load) return refused('record_not_found')
      const refund = isResolvable(load) ? await readOpenRefund(sql, load.id) : null
      if (!refund) return refused('refund_not_requested')
      // The company withdrew the address that was seen, and entered another one.
      if (refund.address !== input.address) return refused('resolution_chosen')
      const at = clock.now()
      const isQueued = refund.status === 'requested' && (await queueRefund(sql, { id: refund.id, load, at }))
      if (!isQueued) return refused('resolution_chosen')
      const status = { before: { status: 'requested' }, after: { status: 'queued' } }
      const whose = { companyId: load.companyId, userId: null }
      recordChange({ entity: 'refund', entityId: refund.id, ...whose, ...status })
      emit(topUpNews(load, 'topup.refund_queued'))
      return accepted(null)
    },
    mayResolve,
    {
      describe: async (call) => {
        const load = await findCoinDeposit(call)
        const refund = load && (await readOpenRefund(call.sql, load.id))
        const coins = refund?.amounts.map(({ amount, asset }) => `${amount} ${asset}`).join(', ') ?? null
        return {
          companyId: load?.companyId ?? houseId,
          version: load?.version ?? 0,
          changes: [
            { name: 'address', before: null, after: refund?.address ?? null },
            ...(await enteredBy(call.sql, refund)),
            { name: 'coin', before: null, after: coins },
          ],
        }
      },
    },
  )
}
