import { deviceCheckCookie, deviceCheckPath } from '@cardamom/contract/access/device-check'
import { readCookie } from '../../kernel/cookie.ts'

/**
 * Leaves for the device check where the server said at the login that this browser is due for it, and comes back here.
 * The server clears its word there.
 */
export const goToDueDeviceCheck = (): void => {
  if (readCookie(deviceCheckCookie) === null) return
  location.replace(`${deviceCheckPath}?next=${encodeURIComponent(location.pathname + location.search)}`)
}
