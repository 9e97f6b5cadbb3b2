import type { emailChangeStates } from '@cardamom/contract/identity/email-change-lists'
import type { Tone } from '../ui/status.tsx'

export const emailChangeTones: Record<(typeof emailChangeStates)[number], Tone> = {
  pending: 'info',
  cancelled: 'neutral',
  not_informed: 'warn',
  informed: 'good',
}
