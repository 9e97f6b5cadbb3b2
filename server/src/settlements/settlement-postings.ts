import type { AccountKey, Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'
import type { Payment, Pot } from './settlement.ts'

export type PaidSettlement = Pot &
  Payment & {
    readonly id: string
    readonly ownerId: string
    /** The company of the beneficiary's accounts. */
    readonly companyId: string
    readonly wallet: WalletType
    readonly periodEnd: Date
    readonly effectiveAt: Date
    readonly detail?: JournalDetail
  }

/** Accounts of a beneficiary that a settlement changes or reads. */
export const accountsOf = ({
  ownerId,
  companyId,
  wallet,
}: Pick<PaidSettlement, 'ownerId' | 'companyId' | 'wallet'>): Readonly<
  Record<'pending' | 'available' | 'immediate' | 'owed', AccountKey>
> => {
  const of = (code: string): AccountKey => ({ code, ownerId, companyId })
  return {
    pending: of(`wallet.${wallet}.pending`),
    available: of(`wallet.${wallet}.available`),
    immediate: of('wallet.immediate.available'),
    owed: of('partner.owed'),
  }
}

const expense = { code: 'expense.adjustments' }

/** The one key of a period of a wallet, whatever settlement pays it. */
export const settlementKey = ({
  ownerId,
  wallet,
  periodEnd,
}: Pick<PaidSettlement, 'ownerId' | 'wallet' | 'periodEnd'>): string =>
  `settlement:${ownerId}:${wallet}:${periodEnd.toISOString()}`

/** Settled shares leave the pending money: they pay what is owed, an allowance in use, and the wallet (money §4.6). */
export const settlementPaid = (settlement: PaidSettlement): Journal => {
  const { id, maturedCents, addedCents, deductedCents, effectiveAt, detail } = settlement
  const { pending, available, immediate, owed } = accountsOf(settlement)
  return journal({
    kind: 'settlement.paid',
    key: settlementKey(settlement),
    command: `settle ${id}`,
    effectiveAt,
    subjectId: id,
    ...(detail ? { detail } : {}),
    legs: [
      debit(pending, maturedCents),
      debit(expense, addedCents - deductedCents),
      credit(owed, settlement.recoveredCents - deductedCents),
      credit(immediate, settlement.allowanceCents),
      credit(available, settlement.paidCents),
    ],
  })
}
