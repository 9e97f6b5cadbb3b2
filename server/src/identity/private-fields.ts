import type { Seal } from '../kernel/seal.ts'

/**
 * What is sealed of a person, with a key of its own (security §5). Null where an administrator made the account.
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

/** The stored form, and the digest that finds the number. */
export const encryptPrivate = async (
  seal: Seal,
  userId: string,
  fields: PrivateFields,
): Promise<{ sealed: Buffer; mobileDigest: Buffer | null }> => ({
  sealed: await seal.seal(Buffer.from(JSON.stringify(fields)), context(userId)),
  mobileDigest: fields.mobile === null ? null : seal.digest(fields.mobile, 'mobile'),
})

export const decryptPrivate = async (
  seal: Seal,
  userId: string,
  sealed: Buffer | null,
): Promise<PrivateFields> =>
  sealed === null
    ? noPrivateFields
    : (JSON.parse((await seal.open(sealed, context(userId))).toString()) as PrivateFields)
