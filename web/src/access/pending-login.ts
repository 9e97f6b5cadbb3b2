import type { WireOf } from '@cardamom/contract/endpoint'
import type { createOtpSession } from '@cardamom/contract/access/login'

export type PendingLogin = WireOf<typeof createOtpSession>

/** A login that left for the provider's page, to go on with when the person comes back. */
export type KeptLogin = { readonly pending: PendingLogin; readonly trustDevice: boolean }

/** In this tab alone; the server knows how long it is good for. */
const key = 'pending_login'

export const keepLogin = (kept: KeptLogin): void => sessionStorage.setItem(key, JSON.stringify(kept))

export const dropKeptLogin = (): void => sessionStorage.removeItem(key)

export const readKeptLogin = (): KeptLogin | null => {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as KeptLogin
  } catch {
    return null
  }
}
