import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Plan } from '../kernel/plan.ts'
import type { Queries } from '../kernel/queries.ts'
import type { ChangeDraft } from '../kernel/recorded-change.ts'
import { joinParts } from '../payouts/payout-plans.ts'
import { readPayoutsOf } from '../payouts/payouts.sql.ts'
import type { PaymentRecord } from './load-record.ts'
import { readOpenRefund, readRefund } from './load-refunds.sql.ts'
import { refundObstacle, stoppedChange, stopRefundParts, type RefundObstacle } from './refund-ending.ts'
import { readRefundDeposits } from './refund-payouts.ts'

type RefundStop = { readonly plan: Plan; readonly changes: readonly Omit<ChangeDraft, 'personal'>[] }

/** The plan that ends a refund which cannot be paid, and what it changes (domain §5). */
export const planRefundStop = async (
  { ids, clock }: Pick<Kernel, 'ids' | 'clock'>,
  sql: Queries,
  load: PaymentRecord,
): Promise<Answer<RefundStop, RefundObstacle>> => {
  const open = await readOpenRefund(sql, load.id)
  const payments = open ? await readPayoutsOf(sql, 'refund', open.id) : []
  const obstacle = refundObstacle(open, payments)
  if (obstacle) return refused(obstacle)
  const refund = open && (await readRefund(sql, open.id))
  if (!refund || (refund.status !== 'queued' && refund.status !== 'sending'))
    return refused('refund_not_queued')
  const { status, queuedAt } = refund
  const deposits = await readRefundDeposits(sql, { load, queuedAt })
  const step = { ids, load, now: clock.now() }
  const parts = stopRefundParts(step, { refund: { ...refund, status }, payments, deposits })
  return accepted({ plan: joinParts(...parts), changes: [stoppedChange(load, { refund, payments })] })
}
