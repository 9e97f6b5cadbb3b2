import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import type { paymentStatuses } from '../loads.ts'
import { Cents } from '../money.ts'
import { WalletType, walletTypes } from '../wallets/wallet-money.ts'
import { Id, Instant } from '../wire.ts'

/** States of a payment for the wallet of a company: those of a load that lead to no card. */
export const coinDepositStatuses = [
  'quoted',
  'detected',
  'review',
  'topped_up',
  'refunding',
  'refunded',
  'expired',
  'cancelled',
] as const satisfies readonly (typeof paymentStatuses)[number][]

export const CoinDepositRow = z.object({
  id: Id,
  ref: z.string(),
  status: z.enum(coinDepositStatuses),
  exception: z.string().nullable(),
  companyId: Id,
  companyName: z.string(),
  wallet: WalletType,
  gross: Cents,
  net: Cents,
  quotedAt: Instant,
  expiresAt: Instant,
})

export const listCoinDeposits = listEndpoint({
  path: '/coin-deposits',
  summary: 'Deposits in crypto of the companies in scope, newest first; `open`: not in a wallet and not over',
  who: 'deposits.view',
  row: CoinDepositRow,
  filters: {
    open: z.stringbool().optional(),
    status: z.enum(coinDepositStatuses).optional(),
    wallet: z.enum(walletTypes).optional(),
    companyId: Id.optional(),
  },
  byId: true,
  sorts: ['-quotedAt', 'quotedAt'],
  csv: {},
})
