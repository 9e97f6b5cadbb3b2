import type { adminStatuses } from '@cardamom/contract/access/admins'
import type { Tone } from '../../ui/status.tsx'

/** The style of each state of an administrator. */
export const adminTones: Record<(typeof adminStatuses)[number], Tone> = {
  active: 'good',
  invited: 'info',
  inactive: 'neutral',
}
