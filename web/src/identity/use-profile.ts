import { getMe } from '@cardamom/contract/identity'
import { isAdminArea } from '@cardamom/contract/roles'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useCall } from '../kernel/query.ts'
import { useSession } from '../kernel/session.ts'

export type Profile = WireOf<typeof getMe>

/** The person's own record; it is read again when it changes anywhere. */
export const useProfile = () => useCall(getMe, {}, { live: ['user.'] })

/** Path of the person's own pages, which exist in both areas. */
export const useProfilePath = (): '/profile' | '/admin/profile' => {
  const { user } = useSession()
  return user !== null && isAdminArea(user.role_id) ? '/admin/profile' : '/profile'
}
