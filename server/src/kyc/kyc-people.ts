import { decryptPrivate, encryptPrivate } from '../identity/private-fields.ts'
import { lockUser, readUser, setIdentityVerifiedAt, updateProfile } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { StatedPerson } from './kyc-encryption.ts'

/** The facts of a person that a check needs. */
export type KycPerson = {
  readonly id: string
  readonly companyId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD. Null where an administrator made the account and the date is not filled in yet. */
  readonly birthDate: string | null
  /** Country of the address, two letters. */
  readonly country: string | null
  readonly isActive: boolean
  readonly isEmailVerified: boolean
}

const personOf = async (encryption: Encryption, user: User): Promise<KycPerson> => ({
  id: user.id,
  companyId: user.companyId,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  birthDate: (await decryptPrivate(encryption, user.id, user.encrypted)).birthDate,
  country: user.country,
  isActive: user.active,
  isEmailVerified: user.emailVerifiedAt !== null,
})

/** Reads a person of the scope. Throws when there is none, because a session and a case always have one. */
export const readPerson = async (
  sql: Queries,
  encryption: Encryption,
  userId: string,
): Promise<KycPerson> => {
  const user = await readUser(sql, userId)
  if (!user) throw new Error('A check has no person')
  return personOf(encryption, user)
}

/**
 * Stores that a person was verified: the account gets the verified name, and name and birth date cannot
 * change. After a withdrawn verification they may change again.
 */
export const storeVerifiedIdentity = async (
  { sql, encryption }: { sql: Queries; encryption: Encryption },
  verified: { userId: string; stated: StatedPerson | null; at: Date | null },
): Promise<void> => {
  const { userId, stated, at } = verified
  const user = await lockUser(sql, userId)
  if (at !== null && stated && (stated.firstName !== user.firstName || stated.lastName !== user.lastName)) {
    const { encrypted, mobileDigest } = await encryptPrivate(
      encryption,
      userId,
      await decryptPrivate(encryption, userId, user.encrypted),
    )
    const { firstName, lastName } = stated
    await updateProfile(sql, { ...user, firstName, lastName, encrypted }, mobileDigest)
  }
  if (at !== null || user.identityVerifiedAt !== null) await setIdentityVerifiedAt(sql, { id: userId, at })
}
