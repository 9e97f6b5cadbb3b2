import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { limitRefusal, type OperationLimits } from './operation-limits.ts'
import { openWallet, type WalletHolder, type WalletType } from './wallet-holder.ts'

export type AdjustmentRequest = {
  readonly holder: WalletHolder | null
  readonly wallet: WalletType
  readonly type: 'credit' | 'debit'
  readonly amountCents: bigint
  readonly limits: OperationLimits | null
  /** It undoes an earlier one, so no limit is checked. */
  readonly isReversal?: boolean
}

type AdjustmentRefusal = 'record_not_found' | 'wallet_not_found' | 'invalid_amount' | 'not_enough_money'

/**
 * Decides on a manual credit or debit (domain §7): what it adds to the wallet. A debit takes what is there, never an
 * allowance.
 */
export const decideAdjustment = ({
  holder,
  wallet,
  type,
  amountCents,
  limits,
  isReversal = false,
}: AdjustmentRequest): Answer<{ holder: WalletHolder; changeCents: bigint }, AdjustmentRefusal> => {
  if (!holder || (!limits && !isReversal)) return refused('record_not_found')
  const state = openWallet(holder, wallet)
  if (!state) return refused('wallet_not_found')
  const outside = limits && limitRefusal(amountCents, limits, 'amount')
  if (outside) return outside
  if (type === 'debit' && state.availableCents < amountCents)
    return refused('not_enough_money', { field: 'amount' })
  return accepted({ holder, changeCents: type === 'credit' ? amountCents : -amountCents })
}
