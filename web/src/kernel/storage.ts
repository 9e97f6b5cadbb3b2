import type { SessionUser } from '@cardamom/contract/access'

/**
 * The user that the browser keeps, or null. Storage can be edited by anybody: the server decides what is
 * allowed.
 */
export const storedUser = (): SessionUser | null => {
  const value = readStoredJson('user')
  if (typeof value !== 'object' || value === null || !('role_id' in value)) return null
  return typeof value.role_id === 'number' ? (value as SessionUser) : null
}

/**
 * What the browser keeps (product §3). `user` and `fake_user` may be shadowed by the tab: an admin's
 * impersonation lives in one tab's sessionStorage, so the other tabs stay theirs (security §1).
 */
export type StoredKey =
  | 'user'
  | 'token'
  | 'fake_user'
  | 'ipInfo'
  | 'cryptoPayment'
  | 'order_id'
  | 'payment_date'
  | 'payment_amount'
  | 'payment_fee'

const shadowed: ReadonlySet<StoredKey> = new Set(['user', 'fake_user'])
const paymentKeys: readonly StoredKey[] = [
  'cryptoPayment',
  'order_id',
  'payment_date',
  'payment_amount',
  'payment_fee',
]

export const readStored = (key: StoredKey): string | null => {
  const shadow = shadowed.has(key) ? sessionStorage.getItem(key) : null
  return shadow ?? localStorage.getItem(key)
}

/** Writes where the value was read from: a shadowed key stays in its tab. */
export const writeStored = (key: StoredKey, value: string): void => {
  const inTab = shadowed.has(key) && sessionStorage.getItem('fake_user') !== null
  const store = inTab ? sessionStorage : localStorage
  store.setItem(key, value)
}

export const removeStored = (key: StoredKey): void => {
  if (shadowed.has(key)) sessionStorage.removeItem(key)
  localStorage.removeItem(key)
}

/** The five payment keys: cleared at credited, cancelled and logout (domain §14). */
export const clearPayment = (): void => {
  for (const key of paymentKeys) removeStored(key)
}

/**
 * Everything that belongs to the person who was signed in. `user` goes last: its storage event wakes the
 * other tabs, and they must find the token gone.
 */
export const clearPerson = (): void => {
  clearPayment()
  for (const key of ['token', 'fake_user', 'ipInfo', 'user'] as const) removeStored(key)
}

/** A stored JSON value, or null when it is absent or not JSON: storage can be edited by anybody. */
export const readStoredJson = (key: StoredKey): unknown => {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
