import type { WalletType as WalletTypes, holderKinds } from '@cardamom/contract/wallets/wallet-money'
import type { z } from 'zod'
import type { Company } from '../companies/company.ts'
import type { AccountGuard, AccountKey } from '../kernel/plan.ts'

export type WalletType = z.output<typeof WalletTypes>

/** One of a holder's two wallets, in cents. */
export type WalletState = {
  readonly availableCents: bigint
  readonly pendingCents: bigint
  readonly reservedCents: bigint
  /** How far below zero `available` may go: the balance allowance (domain §3). */
  readonly allowanceCents: bigint
  /** Number of the last posting of `available`; 0: none. */
  readonly seq: bigint
  readonly isClosed: boolean
}

/** What decisions about wallets need of a company. */
export type HolderCompany = Pick<
  Company,
  'id' | 'name' | 'tier' | 'path' | 'timeZone' | 'operatorOwned' | 'active'
>

/** A company or person in the reader's scope, who may have wallets. */
export type WalletHolder = {
  readonly id: string
  readonly kind: (typeof holderKinds)[number]
  readonly name: string
  /** Null for a company. */
  readonly email: string | null
  /** The company itself, or the company of the person. */
  readonly company: HolderCompany
  /** Null: no shares are credited to this holder, so there are no wallets (domain §3). */
  readonly wallets: Readonly<Record<WalletType, WalletState>> | null
}

/** The account of a wallet's available money. */
export const availableOf = (
  { id, company }: Pick<WalletHolder, 'id' | 'company'>,
  wallet: WalletType,
): AccountKey => ({ code: `wallet.${wallet}.available`, ownerId: id, companyId: company.id })

/** A wallet that may be used now; null: there is none, or it is closed. */
export const openWallet = ({ wallets }: WalletHolder, type: WalletType): WalletState | null => {
  const state = wallets?.[type]
  return state && !state.isClosed ? state : null
}

/**
 * Guards for a daily limit: nothing was posted to either wallet since they were read, so no other operation of the day was
 * missed.
 */
export const unchangedWallets = (holder: WalletHolder): AccountGuard[] =>
  (['regular', 'immediate'] as const).map((type) => ({
    account: availableOf(holder, type),
    seq: holder.wallets?.[type].seq ?? 0n,
  }))

/** Whether a holder is in the subtree of a company: where its allowance may be spent (domain §7). */
export const isBelow = (holder: WalletHolder, above: WalletHolder): boolean =>
  above.kind === 'company' && holder.company.path.includes(above.id)

/** The level of the fee schedule that a sender pays by: a company its tier's, a person the lowest (domain §1). */
export const feeLevelOf = ({ kind, company }: WalletHolder): number => (kind === 'person' ? 4 : company.tier)
