import { previewWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { z } from 'zod'
import { TypedAmount } from '../ui/wallets/typed-amount-rule.ts'

const { wallet, asset, addressId } = previewWithdrawal.input.shape

/** What is typed for a withdrawal. Forms fetch this file, because zod is large. */
export const TypedWithdrawal = z.object({
  wallet,
  amount: TypedAmount,
  amountIs: z.enum(['total', 'net']),
  asset,
  addressId,
  description: z.string().max(140),
})
