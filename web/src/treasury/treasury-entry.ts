import type { suspenseTargets, treasuryKinds } from '@cardamom/contract/treasury/treasury-operations'
import { amountOf } from '../ui/wallets/typed-amount.ts'

export type TreasuryKind = (typeof treasuryKinds)[number]
type Target = (typeof suspenseTargets)[number]

/** The fields of all kinds, as they are typed. */
export type TreasuryEntry = {
  readonly kind: TreasuryKind
  readonly amount: string
  readonly asset: string
  readonly coins: string
  readonly fee: string
  readonly venue: string
  readonly fundingId: string
  readonly suspenseId: string
  readonly target: Target
  readonly holderId: string
  readonly reference: string
  readonly valuedOn: string
  readonly proof: string
}
export const isConversion = (kind: TreasuryKind) => kind === 'coins_bought' || kind === 'coins_sold'

type Kind = Pick<TreasuryEntry, 'kind' | 'target'>
export const isResolution = ({ kind }: Kind) => kind === 'suspense_resolved'
export const needsWire = (entry: Kind) =>
  entry.kind === 'funding_returned' || (isResolution(entry) && entry.target === 'funding')
export const needsHolder = (entry: Kind) => isResolution(entry) && entry.target === 'wallet'

export const coinsOf = ({ coins }: Pick<TreasuryEntry, 'coins'>) => coins.replaceAll(/[\s,]/g, '')
/** The typed fee as the call accepts it; no fee is 0. Null: it is no amount. */
export const feeOf = ({ fee }: Pick<TreasuryEntry, 'fee'>) => (fee.trim() === '' ? '0' : amountOf(fee))
