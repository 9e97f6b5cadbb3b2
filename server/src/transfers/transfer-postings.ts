import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import { availableOf, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

export type TransferFigures = {
  readonly id: string
  readonly from: Pick<WalletHolder, 'id' | 'company'>
  readonly to: Pick<WalletHolder, 'id' | 'company'>
  readonly wallet: WalletType
  readonly totalCents: bigint
  /** Negative: a transfer back returns the fee. */
  readonly feeCents: bigint
  /** Whether the sender's allowance may pay for it (domain §7). */
  readonly usesAllowance: boolean
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

/** Money of one wallet goes to another one of the same type, the fee inside it to the operator (money §4.4). */
export const transferMade = (transfer: TransferFigures): Journal => {
  const { id, from, to, wallet, totalCents, feeCents, usesAllowance, effectiveAt, detail } = transfer
  return journal({
    kind: 'transfer.made',
    key: `transfer:${id}`,
    command: `transfer ${from.id} ${to.id} ${wallet} ${totalCents}`,
    effectiveAt,
    subjectId: id,
    ...(detail ? { detail } : {}),
    legs: [
      debit(availableOf(from, wallet), totalCents, usesAllowance ? {} : { atLeast: 0n }),
      credit(availableOf(to, wallet), totalCents - feeCents),
      credit({ code: 'income.transfer_fees' }, feeCents),
    ],
  })
}
