import { hash, timingSafeEqual } from 'node:crypto'
import type { Ids } from '../kernel/ids.ts'

const secretBytes = 32

/** 256 unpredictable bits as text of 43 characters, for tokens, cookies and grants. */
export const newSecret = (ids: Ids): string => ids.secret(secretBytes).toString('base64url')

export const isSecretForm = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** The stored hash of a secret. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const secretMatches = (secret: string | null, storedHash: Buffer): boolean =>
  secret !== null && timingSafeEqual(hashSecret(secret), storedHash)
