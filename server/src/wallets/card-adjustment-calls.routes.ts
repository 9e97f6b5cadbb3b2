import {
  readBackCardAdjustment,
  readCardAdjustmentCall,
} from '@cardamom/contract/wallets/card-adjustment-calls'
import { accepted, refused } from '../kernel/answer.ts'
import { makeDue, readDueOf } from '../kernel/job-rows.sql.ts'
import type { Kernel } from '../kernel/module.ts'
import { listStrayRows } from '../loads/credit-history.sql.ts'
import { findAdjustmentTransfer, type IssuerTransfer } from '../loads/issuer-transfers.sql.ts'
import { creditCallJob } from '../loads/load-credit-plans.ts'

const states = {
  started: 'sending',
  checking: 'sending',
  sent: 'unanswered',
  applied: 'unconfirmed',
  review: 'review',
  done: 'ended',
  refused: 'ended',
} as const satisfies Record<IssuerTransfer['status'], string>

/** The issuer states amounts in thousandths. */
const millsOfCent = 10n

/**
 * The call at the issuer behind an adjustment of a card, while its outcome is not known. It may be read back at any time: a
 * read decides, and nothing is ever sent again for it (providers §1).
 */
export const mountCardAdjustmentCalls = ({ mount }: Pick<Kernel, 'mount'>): void => {
  mount(readCardAdjustmentCall, async ({ sql, params, now }) => {
    const call = await findAdjustmentTransfer(sql, params.id)
    if (!call) return refused('record_not_found')
    const state = states[call.status]
    const due = state === 'ended' ? null : await readDueOf(sql, creditCallJob(call.id).key)
    const rows = state === 'ended' ? [] : await listStrayRows(sql, call.issuerCardId)
    return accepted({
      state,
      attempts: call.attempts,
      sentAt: call.sentAt,
      absentSince: call.absentSince,
      // A job that was made due has a time long ago.
      nextAt: due !== null && due < now ? now : due,
      reviewReason: call.reviewReason,
      reviewAt: call.reviewAt,
      rows: rows.map(({ rowId, type, amountMills }) => ({
        id: rowId,
        type,
        amount: amountMills / millsOfCent,
      })),
    })
  })

  mount(readBackCardAdjustment, async ({ sql, params }) => {
    const call = await findAdjustmentTransfer(sql, params.id)
    if (!call) return refused('record_not_found')
    const { status } = call
    if (status !== 'sent' && status !== 'applied' && status !== 'review')
      return refused('nothing_to_read_back')
    await makeDue(sql, creditCallJob(call.id).key)
    return accepted({ id: params.id })
  })
}
