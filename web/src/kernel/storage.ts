import type { SessionUser } from '@cardamom/contract/access'

/** The stored user, or null. Anybody can edit the storage, so the server decides what is allowed. */
export const storedUser = (): SessionUser | null => {
  const value = readStoredJson('user')
  if (typeof value !== 'object' || value === null || !('role_id' in value)) return null
  return typeof value.role_id === 'number' ? (value as SessionUser) : null
}

/**
 * Keys of the storage (product §3). A tab can have its own `user` and `fake_user`: an administrator's
 * impersonation is in the sessionStorage of one tab, so other tabs are not affected (security §1).
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

/** Writes to the storage that the value was read from: a value of one tab stays in that tab. */
export const writeStored = (key: StoredKey, value: string): void => {
  const inTab = shadowed.has(key) && sessionStorage.getItem('fake_user') !== null
  const store = inTab ? sessionStorage : localStorage
  store.setItem(key, value)
}

export const removeStored = (key: StoredKey): void => {
  if (shadowed.has(key)) sessionStorage.removeItem(key)
  localStorage.removeItem(key)
}

/** The person whose account this tab shows to an administrator; null: the tab shows the own account. */
export const impersonatedId = (): string | null => {
  const id = sessionStorage.getItem('fake_user')
  return id === null || id === '0' ? null : id
}

/** From now on this tab, and no other, sends every request on behalf of the person. */
export const startImpersonating = (userId: string): void => {
  sessionStorage.setItem('fake_user', userId)
  // Empty, so that the administrator's own record is not read here.
  sessionStorage.setItem('user', '')
}

/** Returns whose account the tab showed. */
export const stopImpersonating = (): string | null => {
  const id = impersonatedId()
  for (const key of shadowed) sessionStorage.removeItem(key)
  return id
}

/** Clears the five payment keys: when a load is credited or cancelled, and at logout (domain §14). */
export const clearPayment = (): void => {
  for (const key of paymentKeys) removeStored(key)
}

/**
 * Clears all data of the signed-in person. `user` is removed last, because its storage event
 * makes other tabs read the token, which must be gone by then.
 */
export const clearPerson = (): void => {
  clearPayment()
  for (const key of ['token', 'fake_user', 'ipInfo', 'user'] as const) removeStored(key)
}

/** A stored JSON value; null when it is absent or not JSON, because anybody can edit the storage. */
export const readStoredJson = (key: StoredKey): unknown => {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
