import type { LoadableCard } from '../cards/card-for-load.ts'
import type { Company } from '../companies/company.ts'
import { transferFee, type FeeInside } from '../fees/fee-split.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { limitRefusal, type OperationLimits } from '../wallets/operation-limits.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

/** The card of a transfer with what decides whether it gets money. */
export type CardFacts = {
  readonly card: LoadableCard
  readonly holderName: string
  readonly company: Company
  /** Whether the card's company and all above it are open. */
  readonly companyIsOpen: boolean
  /** Whether the holder is verified and their loads are not held. */
  readonly isVerified: boolean
  readonly immediateIsOffered: boolean
  /** Of the holder's next load. */
  readonly limits: OperationLimits
  /** The rest of the card's maximum emergency load, in cents. */
  readonly emergencyLeftCents: bigint
}

export type WalletLoadRequest = {
  /** Null: no company in the scope has this id. */
  readonly from: WalletHolder | null
  readonly wallet: WalletType
  readonly to: CardFacts | null
  readonly totalCents: bigint
  readonly rateHundredthsBp: bigint
}

export type WalletLoadRefusal =
  | 'sender_not_found'
  | 'sender_wallet_not_found'
  | 'receiver_not_found'
  | 'card_elsewhere'
  | 'card_not_associated'
  | 'card_not_loadable'
  | 'card_invalid'
  | 'holder_not_verified'
  | 'speed_not_offered'
  | 'invalid_amount'
  | 'over_emergency'
  | 'not_enough_money'

/** A transfer to a card that may be made. */
export type DecidedWalletLoad = FeeInside & {
  readonly from: WalletHolder
  readonly wallet: WalletType
  readonly to: CardFacts
}

type Sides = Pick<DecidedWalletLoad, 'from' | 'wallet' | 'to'>

/** Why this card gets no money now, whatever the amount is. */
const obstacleOf = ({ from, wallet, to }: Sides): WalletLoadRefusal | null => {
  if (!to.company.path.includes(from.id)) return 'card_elsewhere'
  if (to.card.obstacle) return to.card.obstacle
  if (!to.companyIsOpen) return 'card_not_loadable'
  if (!to.isVerified) return 'holder_not_verified'
  return wallet === 'immediate' && !to.immediateIsOffered ? 'speed_not_offered' : null
}

const sidesOf = ({ from, wallet, to }: WalletLoadRequest): Answer<Sides, WalletLoadRefusal> => {
  if (from?.kind !== 'company') return refused('sender_not_found', { field: 'fromOwnerId' })
  if (!to) return refused('receiver_not_found', { field: 'cardId' })
  if (!openWallet(from, wallet)) return refused('sender_wallet_not_found', { field: 'fromOwnerId' })
  const sides = { from, wallet, to }
  const obstacle = obstacleOf(sides)
  const field = obstacle === 'speed_not_offered' ? 'fromWallet' : 'cardId'
  return obstacle ? refused(obstacle, { field }) : accepted(sides)
}

/**
 * Decides on a transfer from a company's wallet to a card of its subtree (domain §7): the limits are those of the
 * cardholder's loads, and an allowance may pay.
 */
export const decideWalletLoad = (
  request: WalletLoadRequest,
): Answer<DecidedWalletLoad, WalletLoadRefusal> => {
  const sides = sidesOf(request)
  if (!sides.accepted) return sides
  const { from, wallet, to } = sides.value
  const { totalCents, rateHundredthsBp } = request
  const outside = limitRefusal(totalCents, to.limits, 'total')
  if (outside) return outside
  if (wallet === 'immediate' && totalCents > to.emergencyLeftCents)
    return refused('over_emergency', { field: 'total' })
  const priced = transferFee({ totalCents, rateHundredthsBp })
  if (!priced.accepted) return refused('invalid_amount', { field: 'total' })
  const { availableCents = 0n, allowanceCents = 0n } = openWallet(from, wallet) ?? {}
  if (availableCents + allowanceCents < totalCents) return refused('not_enough_money', { field: 'total' })
  return accepted({ ...sides.value, ...priced.value })
}
