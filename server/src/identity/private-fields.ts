import type { Encryption } from '../kernel/encryption.ts'

/**
 * The encrypted facts of a person, with a key of their own (security §5). Null where an administrator made
 * the account.
 */
export type PrivateFields = {
  readonly birthDate: string | null
  /** E.164 */
  readonly mobile: string | null
  readonly street: string | null
  readonly zip: string | null
}

export const noPrivateFields: PrivateFields = { birthDate: null, mobile: null, street: null, zip: null }

const context = (userId: string) => `app_user:${userId}`

/** @param mobile E.164 */
export const mobileDigestOf = (encryption: Pick<Encryption, 'digest'>, mobile: string): Buffer =>
  encryption.digest(mobile, 'mobile')

/** The stored form, and the digest by which a number is found. */
export const encryptPrivate = async (
  encryption: Encryption,
  userId: string,
  fields: PrivateFields,
): Promise<{ encrypted: Buffer; mobileDigest: Buffer | null }> => ({
  encrypted: await encryption.encrypt(Buffer.from(JSON.stringify(fields)), context(userId)),
  mobileDigest: fields.mobile === null ? null : mobileDigestOf(encryption, fields.mobile),
})

export const decryptPrivate = async (
  encryption: Encryption,
  userId: string,
  encrypted: Buffer | null,
): Promise<PrivateFields> =>
  encrypted === null
    ? noPrivateFields
    : (JSON.parse((await encryption.decrypt(encrypted, context(userId))).toString()) as PrivateFields)
