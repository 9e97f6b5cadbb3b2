import type { settlementStatuses } from '@cardamom/contract/settlements'
import type { Tone } from '../status.tsx'

export const settlementTones: Record<(typeof settlementStatuses)[number], Tone> = {
  draft: 'warn',
  approved: 'info',
  paid: 'good',
  void: 'neutral',
}

/** Events after which settlements are read again. */
export const settlementLive = ['settlement.'] as const
