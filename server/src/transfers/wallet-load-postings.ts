import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'

/** An owner of accounts and the tenant it belongs to. */
type Owner = { readonly ownerId: string; readonly companyId: string }

export type WalletLoadFigures = {
  readonly id: string
  readonly from: Owner
  readonly card: Owner
  readonly wallet: WalletType
  readonly totalCents: bigint
  readonly feeCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

/** Prefix of the ledger keys of a transfer to a card. */
export const walletLoadReference = (id: string): string => `wload:${id}`

const common = ({ id, effectiveAt, detail }: WalletLoadFigures, step: string) => ({
  key: `${walletLoadReference(id)}:${step}`,
  effectiveAt,
  subjectId: id,
  ...(detail ? { detail } : {}),
})
const bucket = ({ from, wallet }: WalletLoadFigures, name: 'available' | 'reserved') => ({
  code: `wallet.${wallet}.${name}`,
  ...from,
})

/** The total is reserved for a card at the request; an allowance may pay for it (money §4.4, domain §7). */
export const walletLoadReserved = (load: WalletLoadFigures): Journal =>
  journal({
    kind: 'wallet_load.reserved',
    ...common(load, 'reserved'),
    command: `reserve ${load.id} ${load.from.ownerId} ${load.wallet} ${load.card.ownerId} ${load.totalCents}`,
    legs: [
      debit(bucket(load, 'available'), load.totalCents),
      credit(bucket(load, 'reserved'), load.totalCents, { ref: load.id }),
    ],
  })

/** The issuer has credited the card: the reserved money becomes the card's, the fee the operator's (money §4.4). */
export const walletLoadCredited = (load: WalletLoadFigures): Journal => {
  const netCents = load.totalCents - load.feeCents
  return journal({
    kind: 'wallet_load.credited',
    ...common(load, 'credited'),
    command: `credit ${load.id}`,
    legs: [
      debit(bucket(load, 'reserved'), load.totalCents, { ref: load.id }),
      credit({ code: 'card.available', ...load.card }, netCents),
      credit({ code: 'income.transfer_fees' }, load.feeCents),
      debit({ code: 'issuer.allocated' }, netCents),
      credit({ code: 'issuer.in_flight' }, netCents, { ref: load.id }),
    ],
  })
}

/** The card gets nothing, so the wallet has all of it again (money §4.4). */
export const walletLoadReleased = (load: WalletLoadFigures): Journal =>
  journal({
    kind: 'wallet_load.released',
    ...common(load, 'released'),
    command: `release ${load.id}`,
    legs: [
      debit(bucket(load, 'reserved'), load.totalCents, { ref: load.id }),
      credit(bucket(load, 'available'), load.totalCents),
    ],
  })
