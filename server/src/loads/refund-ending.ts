import { transition } from '../kernel/states.ts'
import type { PlanPart } from '../payouts/payout.ts'
import { stopPayout, type PayoutView } from '../payouts/payouts.sql.ts'
import type { PaymentRecord } from './load-record.ts'
import { amountsText, type CoinAmount, type RefundRow } from './load-refunds.sql.ts'
import { setAsideJob } from './load-plans.ts'
import { loadRefundTransitions } from './load-status.ts'
import { historyRow, loadUpdate, paymentEvent, unchangedLoad, type PaymentStep } from './load-step.ts'

type Refund = Pick<RefundRow, 'id' | 'amounts'> & { readonly status: string }
type Payment = Pick<PayoutView, 'id' | 'asset' | 'step' | 'attempt'>

export type RefundObstacle = 'refund_not_queued' | 'refund_being_paid'

/**
 * Why nobody can stop a refund now; null: nothing of it may still be paid. Signed bytes are stored before they are sent,
 * so a payment without them is with nobody; those of an attempt that is final and paid nothing are used up.
 */
export const refundObstacle = (
  refund: Pick<Refund, 'status'> | null,
  payments: readonly Pick<Payment, 'step'>[],
): RefundObstacle | null => {
  if (refund?.status !== 'queued' && refund?.status !== 'sending') return 'refund_not_queued'
  // In an earlier version a person sent it.
  if (refund.status === 'sending' && payments.length === 0) return 'refund_being_paid'
  const isOnItsWay = payments.some(({ step }) => step === 'sending' || step === 'unknown')
  return isOnItsWay ? 'refund_being_paid' : null
}

/** Nothing was paid, and the payer chooses again. The book is as it was: nothing is posted until a payment is signed. */
export const backToReview = (
  step: PaymentStep,
  refund: Refund & { readonly status: 'queued' | 'sending' },
): PlanPart => {
  const { load } = step
  const set = { endedAt: step.now }
  const { id, status } = refund
  const update =
    status === 'sending'
      ? transition(loadRefundTransitions, { id, status }, 'refund.failed', { set })
      : transition(loadRefundTransitions, { id, status }, 'refund.stopped', { set })
  const isBack = load.status === 'refunding'
  return {
    updates: [update, isBack ? loadUpdate(step, 'refund.failed') : unchangedLoad(load)],
    rows: isBack ? [historyRow(step, 'review', load.exception)] : [],
    events: [paymentEvent(step, 'load.refund_failed', { coins: amountsText(refund.amounts) })],
  }
}

/** Coins of a refund that are at the payer's address. */
const paidOf = (refund: Refund, payments: readonly Payment[]): readonly CoinAmount[] => {
  const done = payments.filter(({ step }) => step === 'done').map(({ asset }) => asset)
  return refund.amounts.filter(({ asset }) => done.includes(asset))
}

/** A coin is paid: the refund ends with it. What else came becomes a load of its own in review (domain §5). */
const endedWithPart = (
  step: PaymentStep,
  refund: Refund & { readonly status: 'sending' },
  of: { readonly paid: readonly CoinAmount[]; readonly deposits: readonly Deposit[] },
): PlanPart => {
  const { id, status } = refund
  const rest = of.deposits.filter(({ asset }) => of.paid.every((coin) => coin.asset !== asset))
  const set = { endedAt: step.now, amounts: JSON.stringify(of.paid) }
  return {
    updates: [
      transition(loadRefundTransitions, { id, status }, 'refund.confirmed', { set }),
      loadUpdate(step, 'refund.confirmed'),
    ],
    rows: [historyRow(step, 'refunded', step.load.exception)],
    events: [paymentEvent(step, 'load.refunded', { coins: amountsText(of.paid) })],
    jobs: rest.map((deposit) => setAsideJob(deposit.id)),
  }
}

type Deposit = { readonly id: string; readonly asset: string }

/** Stops the payments of a refund that wait to be sent, and ends it (domain §5). Only where there is no `refundObstacle`. */
export const stopRefundParts = (
  step: PaymentStep,
  of: {
    readonly refund: Refund & { readonly status: 'queued' | 'sending' }
    readonly payments: readonly Payment[]
    readonly deposits: readonly Deposit[]
  },
): readonly PlanPart[] => {
  const { refund, payments, deposits } = of
  const { status } = refund
  const paid = paidOf(refund, payments)
  const end =
    status === 'sending' && paid.length > 0
      ? endedWithPart(step, { ...refund, status }, { paid, deposits })
      : backToReview(step, refund)
  const waiting = payments.filter((payment) => payment.step === 'approved')
  return [end, ...waiting.map((payment) => stopPayout(payment, step.now))]
}

/** The load of a refund, and what a stop of it did, for the audit. */
export const stoppedChange = (
  { companyId, userId }: Pick<PaymentRecord, 'companyId' | 'userId'>,
  { refund, payments }: { readonly refund: Refund; readonly payments: readonly Payment[] },
) => {
  const isPartPaid = paidOf(refund, payments).length > 0
  return {
    entity: 'refund' as const,
    entityId: refund.id,
    companyId,
    userId,
    before: { status: refund.status },
    after: { status: isPartPaid ? 'paid' : 'failed' },
  }
}
