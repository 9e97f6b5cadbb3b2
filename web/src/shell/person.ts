import type { SessionUser } from '@cardamom/contract/access'
import { roleNames } from '@cardamom/contract/roles'
import { useText } from '../kernel/i18n.tsx'

type RoleName = (typeof roleNames)[keyof typeof roleNames]
const names: Readonly<Record<number, RoleName>> = roleNames

/** The role in the reader's language; empty when signed out, or when this version does not know the role. */
export const useRoleName = (user: SessionUser | null): string => {
  const t = useText('adminShell')
  const name = user === null ? undefined : names[user.role_id]
  return name === undefined ? '' : t(`roles.${name}`)
}

/** The person's name in the frame; without a name, the username. */
export const personName = (user: SessionUser): string => {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return name === '' ? user.username : name
}
