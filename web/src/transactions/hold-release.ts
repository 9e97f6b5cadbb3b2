import type { TransactionDetailOnWire } from '@cardamom/contract/transactions'
import { centsOf } from '../kernel/cents.ts'

type Event = Pick<TransactionDetailOnWire['events'][number], 'id' | 'type' | 'amount'>

/** Reversals after which nothing is held any more: they release the whole hold, not a part of it. */
export const wholeReleases = (events: readonly Event[]): ReadonlySet<string> => {
  const whole = new Set<string>()
  let heldCents = 0n
  for (const { id, type, amount } of events) {
    if (type === 'authorisation' || type === 'increment') heldCents += centsOf(amount)
    if (type === 'reversal' || type === 'clearing') heldCents -= centsOf(amount)
    if (type === 'reversal' && heldCents <= 0n) whole.add(id)
  }
  return whole
}
