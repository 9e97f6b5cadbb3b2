import { hash, verify } from '@node-rs/argon2'

/** Argon2id at OWASP's figures: 19 MiB, two passes. The library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password, for storing. Slow by purpose: never inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let unknownPerson: Promise<string> | null = null

/**
 * Whether the password is that of the hash. Without a hash (nobody has that name) the same work is done, so
 * that the time of the answer tells nothing.
 */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  unknownPerson ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await unknownPerson), password)
  return stored !== null && matches
}
