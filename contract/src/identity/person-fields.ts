import { z } from 'zod'
import { isCountryCode, isZipOf } from '../countries.ts'
import { earliestBirthDate } from '../dates.ts'
import { CalendarDate, optionalText, typedText } from '../wire.ts'

/** Shortest password (product §5); the operator can require more of administrators. */
export const passwordMinimum = 6
const passwordMaximum = 200

/** Trimmed and in lower case (api §1). */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(254)
  .pipe(z.email({ error: 'email_invalid' }))

export const Password = z
  .string()
  .min(passwordMinimum, { error: 'password_too_short' })
  .max(passwordMaximum, { error: 'password_too_long' })

/** The current password, for a second check. It has no minimum length, because it may be left out. */
export const OldPassword = z
  .string({ error: 'old_password_missing' })
  .min(1, { error: 'old_password_missing', abort: true })
  .min(passwordMinimum, { error: 'password_too_short' })
  .max(passwordMaximum, { error: 'password_too_long' })

/** Mobile/phone in E.164; spaces, points, hyphens and brackets between the digits are removed. */
export const Mobile = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .transform((text) => text.replaceAll(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, { error: 'mobile_invalid' }))

/** Characters that mail clients and browsers treat as a full stop. */
const dots = /[\u2024\u3002\uff0e\uff61]/g
/**
 * Text that mail clients turn into a link: a web address with or without scheme, an e-mail address, a
 * telephone number.
 */
const linkLike =
  /:\/\/|\b(?:https?|ftp|mailto|tel|sms):|@|\bwww\b|\p{L}\p{M}*\.[\p{L}\p{N}]{2,}|\d[\d\s.()-]{4,}\d/iu

/**
 * Names of people, 1–80 characters (api §1). Mails contain them, so they must not contain text that becomes a
 * link.
 */
export const PersonName = typedText({ max: 80, empty: 'name_empty' }).refine(
  (name) => !linkLike.test(name.normalize('NFKC').replaceAll(dots, '.')),
  { error: 'name_has_link' },
)

export const genders = ['female', 'male', 'other', 'undisclosed'] as const
const genderOrEmpty = z.union([z.enum(genders), z.literal('')]).nullable()
const emptyToNull = <T extends string>(text: T | null): Exclude<T, ''> | null =>
  text === '' ? null : (text as Exclude<T, ''> | null)

/** Two letters of ISO 3166-1. */
export const Country = z.string().trim().toUpperCase().refine(isCountryCode, { error: 'country_invalid' })

/** The adult check is made where the company's time zone is known. */
export const BirthDate = CalendarDate.refine((date) => date >= earliestBirthDate, { error: 'date_invalid' })

/** Required fields of a person; street, zip code, city and country are the address (product §5). */
export const requiredPersonFields = {
  firstName: PersonName,
  lastName: PersonName,
  birthDate: BirthDate,
  mobile: Mobile,
  street: typedText({ max: 200 }),
  zip: typedText({ max: 12 }),
  city: typedText({ max: 80 }),
  country: Country,
}

/** Optional fields of a person; the empty string means absent. */
export const optionalPersonFields = {
  gender: genderOrEmpty.default(null).transform(emptyToNull),
  state: optionalText({ max: 80 }),
}

/** The same fields for a PATCH: an absent field stays unchanged. */
export const changedPersonFields = {
  gender: genderOrEmpty.transform(emptyToNull).optional(),
  state: typedText({ min: 0, max: 80 }).nullable().transform(emptyToNull).optional(),
}

type Issues = { readonly addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void }

/** Zip codes have digits only in countries that use digits only (domain §14). */
export const checkZip = ({ zip, country }: { zip: string; country: string }, issues: Issues): void => {
  if (isCountryCode(country) && zip && !isZipOf({ country, zip })) {
    issues.addIssue({ code: 'custom', path: ['zip'], message: 'zip_invalid' })
  }
}

/** Password and confirmation must match (product §5). */
export const checkConfirmation = (
  { password, confirmation }: { password: string; confirmation: string },
  issues: Issues,
): void => {
  if (typeof confirmation === 'string' && password !== confirmation) {
    issues.addIssue({ code: 'custom', path: ['confirmation'], message: 'passwords_differ' })
  }
}

/**
 * Runs a rule over several fields even when other fields are wrong, so that a person sees all errors at once.
 */
export const alongside = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}
