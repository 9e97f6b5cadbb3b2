import type { Desk } from './desk.ts'
import { balancesOf, post } from './entries.ts'
import { fromCents, toNumber } from './money.ts'

/**
 * Changes the master account by `cents`, above zero for money in: both balances change. Only funding has a
 * webhook.
 */
export const adjustMaster = (
  desk: Desk,
  move: { type: 'FUNDING' | 'FEE'; cents: bigint; reference?: string | undefined },
) => {
  const entry = post(desk, {
    type: move.type,
    reference: move.reference,
    availableCents: move.cents,
    unallocatedCents: move.cents,
    at: desk.now(),
  })
  if (move.type === 'FUNDING') {
    desk.emit({
      eventType: 'account',
      eventName: 'prefund',
      data: { adjustmentAmount: toNumber(move.cents) },
    })
  }
  const after = balancesOf(desk)
  return {
    id: entry.id,
    amount: fromCents(move.cents),
    availableBalance: fromCents(after.availableCents),
    availableToAllocate: fromCents(after.unallocatedCents),
  }
}
