import type { Desk } from './desk.ts'
import { balancesOf, post } from './entries.ts'
import { fromCents } from './money.ts'

/** Money in or out of the master account: both balances move, and the subscriber is told. */
export const moveMaster = (
  desk: Desk,
  move: {
    type: 'FUNDING' | 'FEE' | 'CHARGEBACK'
    word: 'funded' | 'fee_charged' | 'chargeback_paid'
    cents: bigint
    reference?: string | undefined
    feeType?: string
    paymentId?: string
  },
) => {
  const change = move.type === 'FEE' ? -move.cents : move.cents
  const entry = post(desk, {
    type: move.type,
    eventType: move.word,
    reference: move.reference,
    ...(move.paymentId === undefined ? {} : { paymentId: move.paymentId }),
    availableCents: change,
    unallocatedCents: change,
    at: desk.now(),
  })
  const after = balancesOf(desk)
  const data = {
    id: entry.id,
    amount: fromCents(move.cents),
    reference: entry.reference,
    ...(move.feeType === undefined ? {} : { feeType: move.feeType }),
    ...(move.paymentId === undefined ? {} : { transactionId: move.paymentId }),
    availableBalance: fromCents(after.availableCents),
    availableToAllocate: fromCents(after.unallocatedCents),
    createdAt: entry.created_at,
  }
  desk.emit({ id: entry.id, eventType: `account.${move.word}`, at: desk.now(), data })
  return data
}
