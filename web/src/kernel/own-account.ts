import { isAdminArea } from '@cardamom/contract/roles'
import { stopImpersonating, storedUser } from './storage.ts'

/**
 * Shows the administrator's own account in this tab again, at the page of the person whose account it showed. A company's
 * administrator has no page among the users: then it is the company in the tree.
 */
export const goToOwnAccount = (): void => {
  const viewed = storedUser()
  const userId = stopImpersonating()
  const page =
    viewed && isAdminArea(viewed.role_id)
      ? `/admin/tiers?open=${viewed.user_company.id}`
      : `/admin/users/${userId}`
  location.assign(userId === null ? '/admin' : page)
}
