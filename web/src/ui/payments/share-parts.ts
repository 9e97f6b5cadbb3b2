import type { shareStates } from '@cardamom/contract/shares/earnings'
import type { Tone } from '../status.tsx'

/** The tone of what a share is now. */
export const shareTones: Record<(typeof shareStates)[number], Tone> = {
  pending: 'info',
  due: 'info',
  stopped: 'warn',
  settled: 'good',
  owed: 'bad',
  undone: 'neutral',
}

/** Whether an amount on the wire is zero. */
export const isNothing = (amount: string): boolean => /^0(?:\.0+)?$/.test(amount)
