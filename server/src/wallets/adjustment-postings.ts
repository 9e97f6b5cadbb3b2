import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import { availableOf, type WalletHolder, type WalletType } from './wallet-holder.ts'

export type Adjustment = {
  readonly id: string
  readonly holder: Pick<WalletHolder, 'id' | 'company'>
  readonly wallet: WalletType
  readonly type: 'credit' | 'debit'
  readonly amountCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

const expense = { code: 'expense.adjustments' }

/** A manual credit or debit of a wallet; a debit never uses an allowance (money §4.4). */
export const walletAdjusted = (adjustment: Adjustment): Journal => {
  const { id, holder, wallet, type, amountCents, effectiveAt, detail } = adjustment
  const account = availableOf(holder, wallet)
  return journal({
    kind: 'adjustment.wallet',
    key: `adjustment:${id}`,
    command: `adjust ${holder.id} ${wallet} ${type} ${amountCents}`,
    effectiveAt,
    subjectId: id,
    ...(detail ? { detail } : {}),
    legs:
      type === 'credit'
        ? [debit(expense, amountCents), credit(account, amountCents)]
        : [debit(account, amountCents, { atLeast: 0n }), credit(expense, amountCents)],
  })
}
