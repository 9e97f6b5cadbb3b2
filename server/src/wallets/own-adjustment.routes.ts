import { getOwnAdjustment } from '@cardamom/contract/wallets/wallet-adjustments'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { findWalletLine } from '../ledger/journal-wallets.sql.ts'
import { adjustmentRef, namedAdjustment, ownAdjustmentsList } from './wallet-adjustments.list.ts'
import { readAdjustment } from './wallet-adjustments.sql.ts'

/** Adjustments of the reader's own wallets, and one of them, which its line leads to. */
export const mountOwnAdjustment = (kernel: Kernel): void => {
  mountList(kernel, ownAdjustmentsList)
  kernel.mount(getOwnAdjustment, async ({ sql, me: { userId }, params }) => {
    const row = await readAdjustment(sql, params.id)
    if (row?.ownerId !== userId || row.wallet === null) return refused('record_not_found')
    const { id, wallet, type, amountCents, reason, adjustedAt } = row
    const line = await findWalletLine(sql, {
      ownerId: userId,
      wallet,
      kind: 'adjustment.wallet',
      effectiveAt: adjustedAt,
      subjectId: id,
    })
    return accepted({
      id,
      ref: adjustmentRef(id),
      wallet,
      type,
      amount: amountCents,
      reason,
      adjustedAt,
      before: line?.availableBefore ?? null,
      after: line?.availableAfter ?? null,
      reversalOf: namedAdjustment(row.reversalOf),
      reversedBy: namedAdjustment(row.reversedBy),
    })
  })
}
