import { coinDepositStatuses } from '@cardamom/contract/loads/wallet-payments'
import type { useText } from '../kernel/i18n.tsx'
import type { Tone } from '../ui/status.tsx'

export const coinPath = '/admin/wallets/deposits/crypto'

/** The history also has when the payment was final. */
export const coinMilestones = [...coinDepositStatuses, 'confirmed'] as const
type Milestone = (typeof coinMilestones)[number]

const tones: Readonly<Record<Milestone, Tone>> = {
  quoted: 'info',
  detected: 'info',
  confirmed: 'info',
  review: 'warn',
  topped_up: 'good',
  refunding: 'info',
  refunded: 'neutral',
  expired: 'neutral',
  cancelled: 'neutral',
}

const milestoneOf = (status: string) => coinMilestones.find((each) => each === status)

/** The tone of a state; a newer server may have more. */
export const coinTone = (status: string): Tone => {
  const known = milestoneOf(status)
  return known ? tones[known] : 'neutral'
}

/** The name of a state; a newer server may have more. */
export const coinStatusText =
  (t: ReturnType<typeof useText<'topUps'>>) =>
  (status: string): string => {
    const known = milestoneOf(status)
    return known ? t(`coin.status.${known}`) : status
  }
