import type { WireOf } from '@cardamom/contract/endpoint'
import type { getWithdrawal, withdrawalStatuses, withdrawalSteps } from '@cardamom/contract/withdrawals'
import { ofMachines, ofPeople } from '../kernel/read-again.ts'
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
/** After which pause one that has not ended is read again without an event. */
export const withdrawalAgainMs = ({ status, step }: Pick<WireOf<typeof getWithdrawal>, 'status' | 'step'>) =>
  status === 'PENDING' && (step === 'sending' ? ofMachines : ofPeople)
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
