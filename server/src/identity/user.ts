import { isAdult, todayIn } from '@cardamom/contract/dates'
import { isAdminArea } from '@cardamom/contract/roles'
import type { SettingValue } from '@cardamom/contract/settings'
import { isZipOf } from '@cardamom/contract/countries'
import type { Language } from '../kernel/principal.ts'
import type { PrivateFields } from './private-fields.ts'

export type Gender = 'female' | 'male' | 'other' | 'undisclosed'

/** A person as stored. `decryptPrivate` decrypts the encrypted fields. */
export type User = {
  readonly id: string
  readonly companyId: string
  readonly roleId: number
  readonly username: string
  readonly email: string
  readonly emailVerifiedAt: Date | null
  readonly passwordHash: string
  readonly credentialsChangedAt: Date | null
  /** The password is the default one of a reset, valid until then. Null: the person chose it. */
  readonly defaultPasswordUntil: Date | null
  readonly firstName: string
  readonly lastName: string
  readonly gender: Gender | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly encrypted: Buffer | null
  readonly referralCode: string
  readonly locale: Language
  readonly isTest: boolean
  readonly active: boolean
  readonly passkeyEnabled: boolean
  /** An administrator required a passkey of this person, whatever the company says. */
  readonly passkeyRequired: boolean
  readonly identityVerifiedAt: Date | null
  readonly version: number
  /**
   * Zone in which the person reads dates: the chosen one, else that of the last used browser. Null when
   * neither is known.
   */
  readonly timeZone: string | null
  /** Null: the zone of the browser is used. */
  readonly chosenTimeZone: string | null
  readonly createdAt: Date
}

/** Who referred a person; stored from the registration until an administrator assigns a seller code (domain §4). */
export type Attribution = {
  readonly sellerCodeId: string | null
  readonly sellerOneId: string | null
  readonly sellerTwoId: string | null
  readonly referrerId: string | null
}

export const noReferrer: Attribution = {
  sellerCodeId: null,
  sellerOneId: null,
  sellerTwoId: null,
  referrerId: null,
}

type FieldCodes = Record<string, string[]>

/** Issues with a person's age, country or zip code, as field codes. An empty object means none. */
export const personIssues = (
  person: { birthDate: string | null; country: string | null; zip: string | null },
  facts: { now: Date; timeZone: string; countries: readonly string[] },
): FieldCodes => {
  const issues: FieldCodes = {}
  const { birthDate, country, zip } = person
  if (birthDate !== null && !isAdult({ birthDate, today: todayIn(facts.timeZone, facts.now) })) {
    issues['birthDate'] = ['must_be_adult']
  }
  if (country !== null && !facts.countries.includes(country)) issues['country'] = ['country_not_supported']
  if (country !== null && zip !== null && !isZipOf({ country, zip })) issues['zip'] = ['zip_invalid']
  return issues
}

let common: Promise<ReadonlySet<string>> | null = null

/**
 * The list has half a megabyte and only few processes need it, so it is read when the first password is
 * chosen.
 */
const readCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<string>(dictionary['passwords-common'])
}

/** Whether a password is among the 49,000 that leaked most often. Attackers try those first (security §3). */
const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}

/** What a new password has to be. It applies to passwords that are chosen from now on. */
export type PasswordPolicy = { readonly [K in (typeof passwordPolicyKeys)[number]]: SettingValue<K> }
export const passwordPolicyKeys = ['passwordMinimum', 'adminPasswordMinimum'] as const

/** Whether two passwords differ only by letter case, spaces or the form of their characters, so that people try both. */
const isAlike = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, ''))
  return a === b
}

/**
 * Issues with a new password for this role. Administrators need a longer one, and no user may have a common
 * one (security §3).
 * @param defaultPassword the one of a reset, which nobody may choose
 */
export const passwordIssues = async (
  password: string,
  {
    roleId,
    policy,
    defaultPassword,
  }: { roleId: number; policy: PasswordPolicy; defaultPassword?: string | undefined },
): Promise<FieldCodes> => {
  if (password.length < policy.passwordMinimum) return { password: ['password_shorter_than_policy'] }
  if (isAdminArea(roleId) && password.length < policy.adminPasswordMinimum) {
    return { password: ['password_too_short_for_admins'] }
  }
  if (defaultPassword !== undefined && isAlike(password, defaultPassword))
    return { password: ['password_default'] }
  return (await isCommonPassword(password)) ? { password: ['password_common'] } : {}
}

export const hasIssues = (issues: FieldCodes): boolean => Object.keys(issues).length > 0

/** Whether verified facts would change. Names and birth date stay as verified (domain §10). */
export const changesIdentity = (
  before: Pick<User, 'firstName' | 'lastName'> & Pick<PrivateFields, 'birthDate'>,
  after: Pick<User, 'firstName' | 'lastName'> & Pick<PrivateFields, 'birthDate'>,
): boolean =>
  before.firstName !== after.firstName ||
  before.lastName !== after.lastName ||
  before.birthDate !== after.birthDate

/** An address with its middle hidden: `l•••a@example.com`. */
export const emailHint = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  const [first = '', ...rest] = local
  return `${first}•••${rest.at(-1) ?? ''}@${domain}`
}
