import { createCoinDeposit } from '@cardamom/contract/deposits/coin-deposits'
import { z } from 'zod'
import { TypedAmount } from '../ui/wallets/typed-amount-rule.ts'

const { wallet } = createCoinDeposit.input.shape

/** What is typed for a deposit by crypto. Forms fetch this file, because zod is large. */
export const TypedCoins = z.object({ wallet, amount: TypedAmount, asset: z.string() })
