import { hash, verify } from '@node-rs/argon2'

/** Argon2id with OWASP's parameters: 19 MiB, two passes. Argon2id is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storing. It is slow on purpose, so it never runs inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let unknownPerson: Promise<string> | null = null

/**
 * Whether the password belongs to the hash. Without a hash (no account has that name) the function does the
 * same work, so that its time tells nothing.
 */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  unknownPerson ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await unknownPerson), password)
  return stored !== null && matches
}
