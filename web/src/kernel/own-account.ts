import { stopImpersonating } from './storage.ts'

/** Shows the administrator's own account in this tab again, at the page of the person whose account it showed. */
export const goToOwnAccount = (): void => {
  const userId = stopImpersonating()
  location.assign(userId === null ? '/admin' : `/admin/users/${userId}`)
}
