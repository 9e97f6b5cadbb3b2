import type { AccountKey, Journal, JournalDetail, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'

/** A level's part of a fee, of a company above the one that pays. */
export type PostedShare = { readonly ownerId: string; readonly amountCents: bigint }

/** Figures of a top-up: `gross = net + Σ shares + operator`. */
export type TopUpFigures = {
  readonly id: string
  readonly companyId: string
  readonly wallet: WalletType
  readonly grossCents: bigint
  readonly netCents: bigint
  readonly operatorCents: bigint
}

type PostingTime = { readonly effectiveAt: Date; readonly detail?: JournalDetail }

export const deferredFee: AccountKey = { code: 'fee.deferred' }
export const unconfirmedWires: AccountKey = { code: 'bank.unconfirmed' }
export const topUpFees: AccountKey = { code: 'income.topup_fees' }

/** An account of a company. */
export const ofCompany = (code: string, companyId: string): AccountKey => ({
  code,
  ownerId: companyId,
  companyId,
})

const keyed = (
  kind: string,
  key: string,
  of: PostingTime & { readonly id: string; readonly command: string; readonly legs: readonly Leg[] },
): Journal =>
  journal({
    kind,
    key,
    command: of.command,
    effectiveAt: of.effectiveAt,
    subjectId: of.id,
    ...(of.detail ? { detail: of.detail } : {}),
    legs: of.legs,
  })

/**
 * A wire of a company is in its wallet before a statement shows it: a regular one pending, an immediate one available. The
 * levels above it have their shares pending (money §4.3).
 */
export const topUpAccepted = (
  topUp: TopUpFigures & PostingTime & { readonly shares: readonly PostedShare[] },
): Journal => {
  const { id, companyId, wallet, grossCents, netCents, operatorCents, shares } = topUp
  const bucket = wallet === 'regular' ? 'pending' : 'available'
  return keyed('topup.accepted', `topup:${id}:accepted`, {
    ...topUp,
    command: `topup ${companyId} ${wallet} ${grossCents}`,
    legs: [
      debit(unconfirmedWires, grossCents, { ref: id }),
      credit(ofCompany(`wallet.${wallet}.${bucket}`, companyId), netCents),
      ...shares.map(({ ownerId, amountCents }) =>
        credit(ofCompany(`wallet.${wallet}.pending`, ownerId), amountCents),
      ),
      credit(deferredFee, operatorCents, { ref: id }),
    ],
  })
}

/** The operator's part of an immediate top-up is income at once (money §4.3). */
export const topUpRecognised = ({ operatorCents, ...topUp }: TopUpFigures & PostingTime): Journal =>
  keyed('topup.recognised', `topup:${topUp.id}:matured`, {
    ...topUp,
    command: `recognise ${topUp.id}`,
    legs: [debit(deferredFee, operatorCents, { ref: topUp.id }), credit(topUpFees, operatorCents)],
  })
