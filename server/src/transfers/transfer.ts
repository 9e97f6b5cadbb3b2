import { transferFee, type FeeInside } from '../fees/fee-split.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { limitRefusal, type OperationLimits } from '../wallets/operation-limits.ts'
import { isReturnable, type TransferState } from './transfer-status.ts'
import { isBelow, openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

export type TransferRequest = {
  /** Null: nobody in the scope has this id. */
  readonly from: WalletHolder | null
  readonly to: WalletHolder | null
  readonly fromWallet: WalletType
  readonly toWallet: WalletType
  readonly totalCents: bigint
  readonly rateHundredthsBp: bigint
  readonly limits: OperationLimits | null
}

export type TransferRefusal =
  | 'sender_not_found'
  | 'receiver_not_found'
  | 'sender_wallet_not_found'
  | 'receiver_wallet_not_found'
  | 'wallet_type_differs'
  | 'same_admin'
  | 'invalid_amount'
  | 'not_enough_money'

/** Both sides of a transfer, with the wallets that exist. */
export type TransferSides = {
  readonly from: WalletHolder
  readonly to: WalletHolder
  readonly wallet: WalletType
  /** Whether the sender's allowance may pay: for what stays in its own subtree (domain §7). */
  readonly usesAllowance: boolean
}

/** Both sides, or why no money can go from the one to the other. */
export const sidesOf = ({
  from,
  to,
  fromWallet,
  toWallet,
}: Pick<TransferRequest, 'from' | 'to' | 'fromWallet' | 'toWallet'>): Answer<
  TransferSides,
  TransferRefusal
> => {
  if (!from) return refused('sender_not_found', { field: 'fromOwnerId' })
  if (!to) return refused('receiver_not_found', { field: 'toOwnerId' })
  if (from.id === to.id) return refused('same_admin', { field: 'toOwnerId' })
  if (!openWallet(from, fromWallet)) return refused('sender_wallet_not_found', { field: 'fromOwnerId' })
  if (!openWallet(to, toWallet)) return refused('receiver_wallet_not_found', { field: 'toOwnerId' })
  if (fromWallet !== toWallet) return refused('wallet_type_differs', { field: 'toWallet' })
  return accepted({ from, to, wallet: fromWallet, usesAllowance: isBelow(to, from) })
}

/** What a wallet can pay at most, in cents. */
export const payableCents = ({ from, wallet, usesAllowance }: TransferSides): bigint => {
  const state = openWallet(from, wallet)
  if (!state) return 0n
  return state.availableCents + (usesAllowance ? state.allowanceCents : 0n)
}

/** Decides on a transfer (domain §7): its fee, and whether the sender has the money. */
export const decideTransfer = (
  request: TransferRequest,
): Answer<TransferSides & FeeInside, TransferRefusal> => {
  const sides = sidesOf(request)
  if (!sides.accepted) return sides
  const { totalCents, rateHundredthsBp, limits } = request
  const tooMuch = refused('invalid_amount', { field: 'total' })
  if (!limits) return tooMuch
  const outside = limitRefusal(totalCents, limits, 'total')
  if (outside) return outside
  const priced = transferFee({ totalCents, rateHundredthsBp })
  if (!priced.accepted) return tooMuch
  if (payableCents(sides.value) < totalCents) return refused('not_enough_money', { field: 'total' })
  return accepted({ ...sides.value, ...priced.value })
}

/**
 * Decides on a transfer back: the receiver pays the net, the operator the fee, and the sender has the total again. Limits do
 * not apply, because it only undoes what they allowed.
 */
export const decideReversal = (
  made: TransferState & FeeInside,
  sides: Pick<TransferRequest, 'from' | 'to'> & { readonly wallet: WalletType },
): Answer<TransferSides & FeeInside, TransferRefusal | 'transfer_reversed'> => {
  if (!isReturnable(made)) return refused('transfer_reversed')
  const { wallet, from, to } = sides
  const found = sidesOf({ from, to, fromWallet: wallet, toWallet: wallet })
  if (!found.accepted) return found
  if (payableCents(found.value) < made.netCents) return refused('not_enough_money')
  return accepted({
    ...found.value,
    totalCents: made.netCents,
    feeCents: -made.feeCents,
    netCents: made.totalCents,
  })
}

/** The company of a transfer's row: the lower one of both sides, or of two branches the sender's. */
export const companyOf = ({ from, to }: Pick<TransferSides, 'from' | 'to'>): string =>
  to.company.path.includes(from.company.id) ? to.company.id : from.company.id

/** The lowest company that is above both sides, or one of them; null: they have none in common. */
export const commonCompany = ({ from, to }: Pick<TransferSides, 'from' | 'to'>): string | null =>
  from.company.path.findLast((id) => to.company.path.includes(id)) ?? null
