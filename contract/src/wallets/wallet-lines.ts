import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { SignedCents } from '../money.ts'
import { CalendarDate, Id, Instant, TimeZone } from '../wire.ts'
import { walletTypes } from './wallet-records.ts'

/**
 * Kinds of journal that change a wallet (money §4), with `_` for the dot. `topup_share` and `topup_share_reversed` are those of
 * a top-up in the wallet of a level above its company, `allowance_paid` is that of a guarantee in the wallet of the guarantor.
 * `other` is every kind without a text.
 */
export const walletLineKinds = [
  'load_accepted',
  'load_undone',
  'load_reversed',
  'topup_accepted',
  'topup_matured',
  'topup_reversed',
  'topup_share',
  'topup_share_reversed',
  'transfer_made',
  'wallet_load_reserved',
  'wallet_load_credited',
  'wallet_load_released',
  'allowance_guaranteed',
  'allowance_paid',
  'adjustment_wallet',
  'order_paid',
  'order_refunded',
  'suspense_resolved',
  'card_unloaded',
  'card_closed',
  'settlement_paid',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_failed',
  'withdrawal_released',
  'opening_posted',
  'other',
] as const
export type WalletLineKind = (typeof walletLineKinds)[number]

/** What a line comes from. */
export const walletSourceKinds = [
  'load',
  'topup',
  'transfer',
  'wallet_load',
  'adjustment',
  'order',
  'settlement',
  'withdrawal',
  'card',
] as const

const Change = z.object({ before: SignedCents, after: SignedCents })

const WalletLine = z.object({
  /** The number of the line: it grows with every line of a wallet. */
  id: z.string(),
  at: Instant,
  kind: z.enum(walletLineKinds),
  /** The company whose allowance its guarantor paid; null for other lines, and where the company is not in the scope. */
  companyName: z.string().nullable(),
  /** Another line was reversed by this one. */
  isReversal: z.boolean(),
  available: Change,
  pending: Change,
  reserved: Change,
  source: z
    .object({
      kind: z.enum(walletSourceKinds),
      id: Id,
      /** The reference that people know; null: it has none. */
      ref: z.string().nullable(),
    })
    .nullable(),
})
export type WalletLine = z.output<typeof WalletLine>

/** Days of a period in the zone of the reader, both inclusive; each may be absent. */
export const period = {
  since: CalendarDate.optional(),
  until: CalendarDate.optional(),
  /** Zone of the days; absent: UTC. */
  zone: TimeZone.optional(),
}
const wallet = { wallet: z.enum(walletTypes) }
const lines = { row: WalletLine, sorts: ['-line', 'line'] } as const

export const listWalletLines = listEndpoint({
  ...lines,
  path: '/wallets/lines',
  summary:
    'Lines of a wallet in scope whose shares you may see, newest first, each with the balances before and after it',
  who: 'wallets.view',
  filters: { ownerId: Id, ...wallet, ...period },
})

export const listOwnWalletLines = listEndpoint({
  ...lines,
  path: '/wallet/lines',
  summary: 'Lines of one of my wallets, newest first, each with the balances before and after it',
  who: 'signed-in',
  filters: { ...wallet, ...period },
})
