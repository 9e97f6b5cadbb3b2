import { getCompanyLoad, type CompanyLoad } from '@cardamom/contract/loads/company-loads'
import { formatUnits } from '@cardamom/contract/money'
import { readKyc } from '../kyc/kyc-standing.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { contractUnitsOf } from '../payouts/payout-units.ts'
import type { TransferRow } from './chain-transfers.sql.ts'
import { companyLoadsList, readWhose } from './company-loads.list.ts'
import type { ReadLoadPage } from './load-page.ts'
import { readLoadShares } from './load-shares.ts'
import { creditOf, isResolvable, isWaitingForRest } from './load-resolutions.ts'
import { isReversible } from './load-reversal-plans.ts'
import { readLastReversal, type LoadReversal } from './load-reversals.sql.ts'
import { isUndoable } from './load-undo.ts'
import { readLoadInScope } from './loads.sql.ts'
import { refundObstacle } from './refund-ending.ts'

type Page = NonNullable<Awaited<ReturnType<ReadLoadPage>>>

const sendersOf = (transfers: readonly TransferRow[]): CompanyLoad['senders'] =>
  transfers.map(({ txHash, sender, status, screenedOut }) => ({
    txHash,
    sender,
    isCleared: status === 'final' ? !screenedOut : null,
  }))

const obstacleOf = ({ load, choice }: Page): CompanyLoad['creditObstacle'] => {
  const credit = choice && isResolvable(load) ? creditOf(load, choice) : null
  return typeof credit === 'string' ? credit : null
}

const refundPaymentsOf = ({ refund, assets }: Page): CompanyLoad['refundPayments'] =>
  (refund?.payments ?? []).map(({ asset, units, residue, step, reason, attempt, nextAt, txHash }) => {
    const decimals = assets.find(({ symbol }) => symbol === asset)?.decimals ?? 0
    const amount = formatUnits({ units: contractUnitsOf({ units, residue }, decimals), decimals })
    const isWaiting = step === 'approved' && reason !== null
    return { asset, amount, step, reason, attempts: attempt, nextAt: isWaiting ? nextAt : null, txHash }
  })

const reversalOf = (last: LoadReversal | null): CompanyLoad['reversal'] => {
  if (!last || last.status === 'completed') return null
  return { status: last.status, at: last.endedAt ?? last.startedAt, refusal: last.refusal }
}

/** Nobody decides about their own money. */
const operationsOf = (
  me: SessionPrincipal,
  { load, choice, refund }: Page,
  reversal: LoadReversal | null,
): CompanyLoad['operations'] => {
  if (load.userId === me.userId) return []
  const isCreditable = choice !== null && !choice.refund && typeof creditOf(load, choice) !== 'string'
  const isRefundable = choice?.refund?.status === 'requested'
  const isStoppable = refund !== null && refundObstacle(refund, refund.payments) === null
  return [
    ...(isCreditable && me.may('loads.credit_manual') ? (['credit'] as const) : []),
    ...(isRefundable && me.may('loads.refund') ? (['refund'] as const) : []),
    ...(isStoppable && me.may('loads.refund') ? (['stopRefund'] as const) : []),
    ...(isUndoable(load) && me.may('loads.refund') ? (['undo'] as const) : []),
    ...(isReversible(load, reversal) && me.may('loads.refund') ? (['reverse'] as const) : []),
    ...(isWaitingForRest(load) && me.may('notifications.send') ? (['requestRest'] as const) : []),
  ]
}

/** Loads as the staff sees them, each with its facts. */
export const mountCompanyLoads = (kernel: Kernel, readLoadPage: ReadLoadPage): void => {
  mountList(kernel, companyLoadsList)

  kernel.mount(getCompanyLoad, async ({ me, now, params, read }) => {
    const { id } = params
    const page = await readLoadPage(read, {
      find: (sql) => readLoadInScope(sql, { id, scope: me.scope }),
      now,
    })
    if (!page) return refused('record_not_found')
    const { whose, kyc, shares, reversal } = await read(async (sql) => ({
      whose: (await readWhose(sql, [page.load]))(page.load),
      kyc: await readKyc(sql, page.load.userId),
      shares: await readLoadShares(sql, { loadId: id, me, now }),
      reversal: await readLastReversal(sql, page.load.id),
    }))
    return accepted({
      load: page.view,
      ...whose,
      payer: { ...whose.payer, ...kyc },
      senders: sendersOf(page.transfers),
      shares,
      creditObstacle: obstacleOf(page),
      refundPayments: refundPaymentsOf(page),
      reversal: reversalOf(reversal),
      operations: operationsOf(me, page, reversal),
    })
  })
}
