import type { WireOf } from '@cardamom/contract/endpoint'
import type { createOtpSession } from '@cardamom/contract/access/login'

/** Whether somebody who uses this browser logs in with codes by e-mail; it names nobody. */
const codeLoginKey = 'code_login'

export const remembersCodeLogin = (): boolean => localStorage.getItem(codeLoginKey) === '1'

export const rememberCodeLogin = (isOn: boolean): void => {
  if (isOn) localStorage.setItem(codeLoginKey, '1')
  else localStorage.removeItem(codeLoginKey)
}

export type PendingLogin = WireOf<typeof createOtpSession>

/** A login that left for the provider's page, to go on with when the person comes back. */
export type SavedLogin = { readonly pending: PendingLogin; readonly trustDevice: boolean }

/** In this tab alone; the server knows how long it is good for. */
const key = 'pending_login'

export const saveLogin = (kept: SavedLogin): void => sessionStorage.setItem(key, JSON.stringify(kept))

export const dropSavedLogin = (): void => sessionStorage.removeItem(key)

export const readKeptLogin = (): SavedLogin | null => {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as SavedLogin
  } catch {
    return null
  }
}
