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

/** Prefix of the ledger keys of an adjustment. */
export const adjustmentReference = (id: string): string => `adjustment:${id}`

const expense = { code: 'expense.adjustments' }

/** A manual credit or debit of a wallet; a debit never uses an allowance (money §4.4). */
export const walletAdjusted = (adjustment: Adjustment): Journal => {
  const { id, holder, wallet, type, amountCents, effectiveAt, detail } = adjustment
  const account = availableOf(holder, wallet)
  return journal({
    kind: 'adjustment.wallet',
    key: adjustmentReference(id),
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

export type CardAdjustmentFigures = {
  readonly id: string
  readonly card: { readonly ownerId: string; readonly companyId: string }
  readonly type: 'credit' | 'debit'
  readonly amountCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

/**
 * The card issuer has made an adjustment of a card (money §4.4). The money of a credit was in flight; a debit returns it to the
 * float.
 */
export const cardAdjusted = (adjustment: CardAdjustmentFigures): Journal => {
  const { id, card, type, amountCents, effectiveAt, detail } = adjustment
  const account = { code: 'card.available', ...card }
  return journal({
    kind: 'adjustment.card',
    key: adjustmentReference(id),
    command: `adjust ${card.ownerId} ${type} ${amountCents}`,
    effectiveAt,
    subjectId: id,
    ...(detail ? { detail } : {}),
    legs:
      type === 'credit'
        ? [
            debit(expense, amountCents),
            credit(account, amountCents),
            debit({ code: 'issuer.allocated' }, amountCents),
            credit({ code: 'issuer.in_flight' }, amountCents, { ref: id }),
          ]
        : [
            debit(account, amountCents),
            credit(expense, amountCents),
            debit({ code: 'issuer.unallocated' }, amountCents),
            credit({ code: 'issuer.allocated' }, amountCents),
          ],
  })
}
