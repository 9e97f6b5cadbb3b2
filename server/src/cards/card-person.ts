import { decryptPrivate } from '../identity/private-fields.ts'
import { readUser } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { listCaseAttempts } from '../kyc/kyc-attempts.sql.ts'
import { findCaseOfUser } from '../kyc/kyc-cases.sql.ts'
import { decryptFacts } from '../kyc/kyc-encryption.ts'
import { holderReference } from '../providers/issuer/holder-body.ts'
import type { NewIssuerCard } from '../providers/issuer/port.ts'

/** The document of a person's last decision; nulls where an administrator approved it. */
const readDocument = async (sql: Queries, encryption: Encryption, userId: string) => {
  const kycCase = await findCaseOfUser(sql, userId)
  const attempts = kycCase ? await listCaseAttempts(sql, kycCase.id) : []
  const decided = attempts.findLast(({ facts }) => facts !== null)
  const facts = decided ? await decryptFacts(encryption, decided) : null
  return { documentType: facts?.documentType ?? null, documentNumber: facts?.documentNumber ?? null }
}

/**
 * Why no card can be made for a person: birth date, address or mobile number is missing, which they add to
 * their profile; or they were approved by hand without a document number.
 */
export const holderGaps = ['details_missing', 'document_missing'] as const
export type HolderGap = (typeof holderGaps)[number]

/** What the issuer needs to know about a holder, decrypted for this call. */
export const readHolder = async (
  sql: Queries,
  encryption: Encryption,
  of: { userId: string },
): Promise<NewIssuerCard['holder'] | HolderGap> => {
  const user = await readUser(sql, of.userId)
  if (!user) return 'details_missing'
  const { birthDate, street, zip, mobile } = await decryptPrivate(encryption, user.id, user.encrypted)
  const { firstName, lastName, city, country } = user
  if (birthDate === null || street === null || zip === null || city === null || country === null)
    return 'details_missing'
  if (mobile === null) return 'details_missing'
  const { documentType, documentNumber } = await readDocument(sql, encryption, user.id)
  if (documentType === null || documentNumber === null) return 'document_missing'
  const address = { street, zip, city, country }
  const document = { documentType, documentNumber }
  return {
    reference: holderReference(user.id),
    firstName,
    lastName,
    birthDate,
    mobile,
    ...address,
    ...document,
  }
}
