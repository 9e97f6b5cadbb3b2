import type { WireOf } from '@cardamom/contract/endpoint'
import type { createOtpSession } from '@cardamom/contract/access/login'
import { go } from '../kernel/history.ts'

/** Goes to the page where the person replaces the default password of a reset. */
export const goToNewPassword = (token: string): void => go(`/recover/${token}`, { replace: true })

/** Whether the user of this browser logs in with codes by e-mail; the value has no personal data. */
const codeLoginKey = 'code_login'

export const remembersCodeLogin = (): boolean => localStorage.getItem(codeLoginKey) === '1'

export const rememberCodeLogin = (isOn: boolean): void => {
  if (isOn) localStorage.setItem(codeLoginKey, '1')
  else localStorage.removeItem(codeLoginKey)
}

export type PendingLogin = WireOf<typeof createOtpSession>

/** A login that went to the provider's page, saved to continue when the person returns. */
export type SavedLogin = { readonly pending: PendingLogin; readonly trustDevice: boolean }

/** Saved in this tab only; the server decides how long it is valid. */
const key = 'pending_login'

export const saveLogin = (login: SavedLogin): void => sessionStorage.setItem(key, JSON.stringify(login))

export const dropSavedLogin = (): void => sessionStorage.removeItem(key)

export const readSavedLogin = (): SavedLogin | null => {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    return JSON.parse(text) as SavedLogin
  } catch {
    return null
  }
}
