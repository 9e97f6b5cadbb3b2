import type { SessionUser } from '@cardamom/contract/access'
import { readStoredJson } from './storage.ts'

/**
 * The user that the browser keeps, or null. Storage can be edited by anybody: the server decides what is
 * allowed.
 */
export const storedUser = (): SessionUser | null => {
  const value = readStoredJson('user')
  if (typeof value !== 'object' || value === null || !('role_id' in value)) return null
  return typeof value.role_id === 'number' ? (value as SessionUser) : null
}
