import type { useText } from '../kernel/i18n.tsx'
import type { Tone } from '../ui/status.tsx'

const known = ['quoted', 'detected', 'confirmed', 'review', 'topped_up', 'cancelled', 'expired'] as const

export const coinTones: Readonly<Record<string, Tone>> = {
  quoted: 'info',
  detected: 'info',
  review: 'warn',
  topped_up: 'good',
}

/** The name of a state; a newer server may have more. */
export const coinStatusText =
  (t: ReturnType<typeof useText<'topUps'>>) =>
  (status: string): string => {
    const word = known.find((each) => each === status)
    return word ? t(`coin.status.${word}`) : status
  }
