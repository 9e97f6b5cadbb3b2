import { roleNames } from '@cardamom/contract/roles'
import { useText } from '../kernel/i18n.tsx'
import type { SessionUser } from '@cardamom/contract/access'

type RoleName = (typeof roleNames)[keyof typeof roleNames]
const names: Readonly<Record<number, RoleName>> = roleNames

/** The role in the reader's language; empty for nobody, and for an id that this version does not know. */
export const useRoleName = (user: SessionUser | null): string => {
  const t = useText('adminShell')
  const name = user === null ? undefined : names[user.role_id]
  return name === undefined ? '' : t(`roles.${name}`)
}
