import type { EventHandler } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { transition } from '../kernel/states.ts'
import type { Payout, PayoutOwner, PlanPart } from '../payouts/payout.ts'
import { joinParts } from '../payouts/payout-plans.ts'
import { queuePayout, readPayoutsOf } from '../payouts/payouts.sql.ts'
import { readTransfers } from './chain-transfers.sql.ts'
import { setAsideJob } from './load-plans.ts'
import { isDeposit, type Deposit } from './load-pricing.ts'
import { isLoad, ledgerAssetOf, payerOf, type PaymentRecord } from './load-record.ts'
import { amountsText, readOpenRefund, readRefund, type RefundRow } from './load-refunds.sql.ts'
import { loadRefundTransitions } from './load-status.ts'
import { historyRow, loadUpdate, paymentEvent, unchangedLoad } from './load-step.ts'
import { readPayment } from './loads.sql.ts'
import { inPresentBooks, readBooksOfLoad } from './present-books.sql.ts'
import { backToReview } from './refund-ending.ts'
import { refundConfirmed, refundFailed, refundSent, type RefundPayment } from './refund-postings.ts'

type RefundFacts = {
  readonly refund: RefundRow
  readonly load: PaymentRecord
  readonly payment: RefundPayment
}

/**
 * Final transfers to the address of a load that two people agreed to return. What came later stays with the load: else a
 * stranger's coin would change a payment that is signed.
 */
export const readRefundDeposits = async (
  sql: Queries,
  { load, queuedAt }: { readonly load: PaymentRecord; readonly queuedAt: Date | null },
): Promise<readonly Deposit[]> =>
  (await readTransfers(sql, load.id))
    .filter(
      ({ status, finalAt }) =>
        status === 'final' && finalAt !== null && queuedAt !== null && finalAt <= queuedAt,
    )
    .filter(isDeposit)

/**
 * Orders the payments of an approved refund: one for each coin that it names, of all that came of this coin. Other coins,
 * too little to be sent or of a stranger, become loads of their own. It is about the chain only; the book follows when a
 * payment is signed.
 */
export const createOrderRefund =
  ({
    ids,
    clock,
  }: Pick<Kernel, 'ids' | 'clock'>): EventHandler<'load.refund_queued' | 'topup.refund_queued'> =>
  async ({ entityId: loadId }, work) => {
    const found = await work.read(async (sql) => {
      const load = await readPayment(sql, loadId)
      const refund = await readOpenRefund(sql, loadId)
      if (!load || refund?.status !== 'queued') return null
      if ((await readPayoutsOf(sql, 'refund', refund.id)).length > 0) return null
      const queuedAt = (await readRefund(sql, refund.id))?.queuedAt ?? null
      return { load, refund, deposits: await readRefundDeposits(sql, { load, queuedAt }) }
    })
    if (!found) return
    const { load, refund, deposits } = found
    const { companyId, network } = load
    const userId = isLoad(load) ? load.userId : null
    const came = new Set(deposits.map(({ asset }) => asset))
    const coins = refund.amounts.map(({ asset }) => asset).filter((asset) => came.has(asset))
    const others = deposits.filter(({ asset }) => !coins.includes(asset))
    const orders = coins.map((asset, index) => {
      const ofCoin = deposits.filter((each) => each.asset === asset)
      const units = ofCoin.reduce((sum, each) => sum + each.units, 0n)
      const residue = ofCoin.reduce((sum, each) => sum + (each.residue ?? 0n), 0n)
      const whose = { ownerKind: 'refund', ownerId: refund.id, part: index + 1, companyId, userId } as const
      const what = { network, asset, toAddress: refund.address, units, residue }
      return queuePayout({ id: ids.next(), ...whose, ...what }, clock.now())
    })
    await work.apply(joinParts(...orders, { jobs: others.map(({ id }) => setAsideJob(id)) }))
  }

/** What refunds of loads add to the plans of their payments (domain §5, money §4.2). */
export const createRefundOwner = ({ ids, clock }: Pick<Kernel, 'ids' | 'clock'>): PayoutOwner => {
  const find = async (sql: Queries, payout: Payout): Promise<RefundFacts | null> => {
    const refund = await readRefund(sql, payout.ownerId)
    const load = refund && (await readPayment(sql, refund.loadId))
    if (!refund || !load) return null
    const deposits = (await readRefundDeposits(sql, { load, queuedAt: refund.queuedAt })).filter(
      ({ asset }) => asset === payout.asset,
    )
    const asset = ledgerAssetOf({ asset: payout.asset, network: payout.network })
    return {
      refund,
      load,
      payment: { id: payout.id, loadId: load.id, asset, payer: payerOf(load), deposits },
    }
  }
  const need = async (sql: Queries, payout: Payout): Promise<RefundFacts> => {
    const found = await find(sql, payout)
    if (!found) throw new Error(`The refund of payout ${payout.id} does not exist`)
    return found
  }
  const stepOf = (load: PaymentRecord) => ({ ids, load, now: clock.now() })

  /** The accounts of a person who pays in their present company. A company's accounts never move. */
  const inBooks = async (sql: Queries, load: PaymentRecord, part: PlanPart): Promise<PlanPart> =>
    isLoad(load) ? inPresentBooks(joinParts(part), await readBooksOfLoad(sql, load)) : part

  const back = ({ refund, load }: RefundFacts): PlanPart => {
    const { status } = refund
    return status === 'queued' || status === 'sending'
      ? backToReview(stepOf(load), { ...refund, status })
      : {}
  }

  return {
    kind: 'refund',
    // It returns the units that came.
    readRate: async () => null,

    prepareSend: async (sql, payout, { n }) => {
      const found = await find(sql, payout)
      if (!found) return null
      const { refund, load, payment } = found
      const isOpen = refund.status === 'queued' || refund.status === 'sending'
      const dueUnits = payment.deposits.reduce((sum, { units }) => sum + units, 0n)
      if (dueUnits !== payout.units) return null
      if (!isOpen || (load.status !== 'review' && load.status !== 'refunding')) return null
      const step = stepOf(load)
      const journals = [refundSent({ ...payment, n, effectiveAt: step.now })]
      const isFirst = load.status === 'review'
      const starts: PlanPart = {
        updates: [
          ...(refund.status === 'queued'
            ? [transition(loadRefundTransitions, { ...refund, status: 'queued' }, 'refund.sent')]
            : []),
          isFirst ? loadUpdate(step, 'refund.sent') : unchangedLoad(load),
        ],
        rows: isFirst ? [historyRow(step, 'refunding', load.exception)] : [],
        events: [paymentEvent(step, 'load.refund_started', {})],
      }
      return { units: payout.units, part: await inBooks(sql, load, { ...starts, journals }) }
    },
    onConfirmed: async (sql, payout) => {
      const { refund, load, payment } = await need(sql, payout)
      const step = stepOf(load)
      const journals = [refundConfirmed({ ...payment, effectiveAt: step.now })]
      const others = (await readPayoutsOf(sql, 'refund', refund.id)).filter(({ id }) => id !== payout.id)
      if (others.some(({ step: at }) => at !== 'done')) return { journals, updates: [unchangedLoad(load)] }
      const paid = { ...refund, status: 'sending' } as const
      return {
        journals,
        updates: [
          transition(loadRefundTransitions, paid, 'refund.confirmed', { set: { endedAt: step.now } }),
          loadUpdate(step, 'refund.confirmed'),
        ],
        rows: [historyRow(step, 'refunded', load.exception)],
        events: [paymentEvent(step, 'load.refunded', { coins: amountsText(refund.amounts) })],
      }
    },
    onFailed: async (sql, payout, { n }) => {
      const found = await need(sql, payout)
      const { load, payment, refund } = found
      const failed: PlanPart = { journals: [refundFailed({ ...payment, n, effectiveAt: clock.now() })] }
      // Another coin of the refund may be paid already, so the payer cannot choose again; this one is sent again.
      const again = (await readPayoutsOf(sql, 'refund', refund.id)).length > 1
      const ending = again ? { updates: [unchangedLoad(load)] } : back(found)
      return { part: await inBooks(sql, load, joinParts(failed, ending)), again }
    },
    onStopped: async (sql, payout) => {
      const found = await need(sql, payout)
      // A refund of which another coin is on its way stays `refunding`, until an administrator stops what is left of it.
      return found.refund.status === 'queued' ? back(found) : {}
    },
  }
}
