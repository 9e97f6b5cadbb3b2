import type { Journal } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { Owner } from './load-postings.ts'

/** One payment of a refund: all of one coin that goes back. Units are the ledger's. */
export type RefundPayment = {
  /** Id of the payout. */
  readonly id: string
  readonly loadId: string
  /** `token@chain` */
  readonly asset: string
  readonly payer: Owner
  readonly deposits: readonly { readonly id: string; readonly units: bigint }[]
}

const unitsOf = ({ deposits }: RefundPayment) => deposits.reduce((sum, { units }) => sum + units, 0n)
const inFlight = ({ asset }: RefundPayment) => ({ code: 'payout.in_flight', asset })

/** The payer's coins leave what is owed to them, before they are broadcast (money §4.2). */
export const refundSent = (
  payment: RefundPayment & { readonly n: number; readonly effectiveAt: Date },
): Journal =>
  journal({
    kind: 'refund.sent',
    key: `refund:${payment.id}:sent:${payment.n}`,
    command: `send ${payment.id} ${payment.n}`,
    effectiveAt: payment.effectiveAt,
    subjectId: payment.loadId,
    legs: [
      ...payment.deposits.map(({ id, units }) =>
        debit({ code: 'deposit.unapplied', asset: payment.asset, ...payment.payer }, units, { ref: id }),
      ),
      credit(inFlight(payment), unitsOf(payment), { ref: payment.id }),
    ],
  })

/** The mirror of `refundSent`: the attempt is final and paid nothing (money §4.2). */
export const refundFailed = (
  payment: RefundPayment & { readonly n: number; readonly effectiveAt: Date },
): Journal =>
  journal({
    kind: 'refund.failed',
    key: `refund:${payment.id}:failed:${payment.n}`,
    command: `fail ${payment.id} ${payment.n}`,
    effectiveAt: payment.effectiveAt,
    subjectId: payment.loadId,
    legs: [
      debit(inFlight(payment), unitsOf(payment), { ref: payment.id }),
      ...payment.deposits.map(({ id, units }) =>
        credit({ code: 'deposit.unapplied', asset: payment.asset, ...payment.payer }, units, { ref: id }),
      ),
    ],
  })

/** The payment is final (money §4.2). */
export const refundConfirmed = (payment: RefundPayment & { readonly effectiveAt: Date }): Journal =>
  journal({
    kind: 'refund.confirmed',
    key: `refund:${payment.id}:final`,
    command: `confirm ${payment.id}`,
    effectiveAt: payment.effectiveAt,
    subjectId: payment.loadId,
    legs: [
      debit(inFlight(payment), unitsOf(payment), { ref: payment.id }),
      credit({ code: 'crypto.payout', asset: payment.asset }, unitsOf(payment)),
    ],
  })
