import type { identityStates, userStatuses } from '@cardamom/contract/access/users'
import { useText } from '../kernel/i18n.tsx'
import { Status, type Tone } from '../ui/status.tsx'

/** The style of each state of a person. */
export const userTones: Record<(typeof userStatuses)[number], Tone> = {
  active: 'good',
  unverified: 'warn',
  inactive: 'neutral',
}

export const identityTones: Record<(typeof identityStates)[number], Tone> = {
  verified: 'good',
  not_verified: 'neutral',
}

/** The state of a person's account, and of their identity. */
export const UserStatus = ({
  status,
  identity,
}: {
  status: (typeof userStatuses)[number]
  identity: (typeof identityStates)[number]
}) => {
  const t = useText('users')
  return (
    <span className="flex flex-wrap gap-2">
      <Status tone={userTones[status]}>{t(`values.status.${status}`)}</Status>
      <Status tone={identityTones[identity]}>{t(`identity.${identity}`)}</Status>
    </span>
  )
}
