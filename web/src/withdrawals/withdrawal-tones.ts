import type { withdrawalStatuses, withdrawalSteps } from '@cardamom/contract/withdrawals'
import type { Tone } from '../ui/status.tsx'

export const withdrawalTones: Record<(typeof withdrawalStatuses)[number], Tone> = {
  PENDING: 'warn',
  COMPLETED: 'good',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
}

export const stepTones: Record<(typeof withdrawalSteps)[number], Tone> = {
  requested: 'warn',
  approved: 'info',
  sending: 'info',
  failed: 'bad',
  done: 'good',
  ended: 'neutral',
}

/** Events after which withdrawals are read again. */
export const withdrawalLive = ['withdrawal.'] as const
/** Events after which what can be withdrawn, or the address book, is read again. */
export const bookLive = ['withdrawal.', 'payout_address.', 'settlement.', 'wallet.'] as const

export type WithdrawalOwner = 'me' | 'company'

export type Wallet = 'regular' | 'immediate'
/** A typed withdrawal. */
export type WithdrawalInput = {
  readonly of: WithdrawalOwner
  readonly wallet: Wallet
  readonly addressId: string
  readonly asset: string
  readonly total: string
}
