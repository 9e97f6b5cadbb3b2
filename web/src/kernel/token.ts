import { readStored } from './storage.ts'

const lockName = 'cardamom-token'

/** The bearer token, read from storage at each request: another tab may have rotated it (security §1). */
export const readToken = (): string | null => readStored('token')

/**
 * Stores a rotated token, one tab at a time. An answer after a logout, or for a token that was replaced
 * meanwhile, changes nothing.
 */
export const storeRotatedToken = async (rotation: { sent: string; received: string }): Promise<void> => {
  await navigator.locks.request(lockName, () => {
    if (localStorage.getItem('token') === rotation.sent) localStorage.setItem('token', rotation.received)
  })
}
