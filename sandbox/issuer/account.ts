import type { Desk } from './desk.ts'
import { balancesOf, post } from './entries.ts'
import { fromCents, toNumber } from './money.ts'

/**
 * Changes the master account by `cents`, above zero for money in: both balances change. Only funding has a
 * webhook.
 */
export const adjustMaster = (
  desk: Desk,
  change: { type: 'FUNDING' | 'FEE'; cents: bigint; reference?: string | undefined },
) => {
  const entry = post(desk, {
    type: change.type,
    reference: change.reference,
    availableCents: change.cents,
    unallocatedCents: change.cents,
    at: desk.now(),
  })
  if (change.type === 'FUNDING') {
    desk.emit({
      eventType: 'account',
      eventName: 'prefund',
      data: { adjustmentAmount: toNumber(change.cents) },
    })
  }
  const after = balancesOf(desk)
  return {
    id: entry.id,
    amount: fromCents(change.cents),
    availableBalance: fromCents(after.availableCents),
    availableToAllocate: fromCents(after.unallocatedCents),
  }
}
