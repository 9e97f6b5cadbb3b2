import type { sellerCodeStates } from '@cardamom/contract/sellers/seller-codes'
import type { Tone } from '../ui/status.tsx'

/** Colours of the states of a code. */
export const codeTones: Record<(typeof sellerCodeStates)[number], Tone> = {
  active: 'good',
  waiting: 'info',
  used_up: 'warn',
  expired: 'warn',
  inactive: 'neutral',
}
