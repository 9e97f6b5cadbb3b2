import type { NewIssuerCard } from './port.ts'
import { threeLettersOf } from './three-letter-countries.ts'

/** ITU country codes of one and two digits. Every other code has three. */
const shortDialCodes = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 ' +
    '90 91 92 93 94 95 98'
  ).split(' '),
)
const dialCodeLengths = [1, 2] as const

/** Splits `+51999000111` into the country's code and the rest. */
export const otpPhoneOf = (mobile: string): { dialCode: number; phoneNumber: string } => {
  const digits = mobile.replaceAll(/\D/g, '')
  const length = dialCodeLengths.find((count) => shortDialCodes.has(digits.slice(0, count))) ?? 3
  return { dialCode: Number(digits.slice(0, length)), phoneNumber: digits.slice(length) }
}

const documentTypes: Readonly<Record<string, string>> = {
  PASSPORT: 'Passport',
  ID_CARD: 'NationalID',
  DRIVERS_LICENSE: 'DriversLicense',
  RESIDENCE_PERMIT: 'NationalID',
}

/**
 * A user's id as the issuer's customer reference, which has at most 25 characters. It is the same 128 bits in
 * base 36.
 */
export const holderReference = (userId: string): string =>
  BigInt(`0x${userId.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, '0')

/** The holder of a new card, in the form that the issuer requires for a consumer. */
export const kycBody = ({ holder }: NewIssuerCard) => ({
  firstName: holder.firstName,
  lastName: holder.lastName,
  dob: holder.birthDate,
  residentialAddress: {
    line1: holder.street,
    line2: `${holder.zip} ${holder.city}`,
    city: holder.city,
    postalCode: holder.zip,
    country: threeLettersOf(holder.country),
  },
  idDocumentType: documentTypes[holder.documentType] ?? 'NationalID',
  idDocumentNumber: holder.documentNumber,
  issuerCustomerId: holder.reference,
})
