import type { Queries, SqlValue } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Language } from '../kernel/principal.ts'
import type { Attribution, Gender, User } from './user.ts'
import { referralCodeFrom, usernameFrom, usernameVariant } from './username.ts'

type Row = {
  id: string
  company_id: string
  role_id: number
  username: string
  email: string
  email_verified_at: Date | null
  password_hash: string
  credentials_changed_at: Date | null
  first_name: string
  last_name: string
  gender: Gender | null
  city: string | null
  state: string | null
  country: string | null
  sealed: Buffer | null
  referral_code: string
  locale: Language
  is_test: boolean
  active: boolean
  passkey_enabled: boolean
  identity_verified_at: Date | null
  version: number
  time_zone: string | null
  chosen_time_zone: string | null
  created_at: Date
}

const columns = `id, company_id, role_id, username, email, email_verified_at, password_hash,
  credentials_changed_at, first_name, last_name, gender, city, state, country, sealed, referral_code, locale,
  is_test, active, passkey_enabled, identity_verified_at, version, time_zone, chosen_time_zone, created_at`

const userOf = (row: Row): User => ({
  id: row.id,
  companyId: row.company_id,
  roleId: row.role_id,
  username: row.username,
  email: row.email,
  emailVerifiedAt: row.email_verified_at,
  passwordHash: row.password_hash,
  credentialsChangedAt: row.credentials_changed_at,
  firstName: row.first_name,
  lastName: row.last_name,
  gender: row.gender,
  city: row.city,
  state: row.state,
  country: row.country,
  sealed: row.sealed,
  referralCode: row.referral_code,
  locale: row.locale,
  isTest: row.is_test,
  active: row.active,
  passkeyEnabled: row.passkey_enabled,
  identityVerifiedAt: row.identity_verified_at,
  version: row.version,
  timeZone: row.chosen_time_zone ?? row.time_zone,
  chosenTimeZone: row.chosen_time_zone,
  createdAt: row.created_at,
})

const byId = `select ${columns} from app_user where id = $1`
const byIdLocked = `${byId} for update`
const byEmail = `select ${columns} from app_user where email = $1`
const byLogin = `select ${columns} from app_user where email = $1 or username = $1`
const insert = `insert into app_user (id, company_id, role_id, username, email, email_verified_at,
    password_hash, first_name, last_name, gender, city, state, country, sealed, mobile_digest, referral_code,
    seller_code_id, seller_one_id, seller_two_id, referrer_id, locale, is_test, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
    $19, $20, $21, $22, $23)
  on conflict do nothing`
const setPassword = `update app_user set password_hash = $2, credentials_changed_at = $3,
    version = version + 1
  where id = $1`
const setVerified = `update app_user set email_verified_at = $2, version = version + 1
  where id = $1 and email = $3 and email_verified_at is null`
const setProfile = `update app_user set first_name = $3, last_name = $4, gender = $5, city = $6, state = $7,
    country = $8, sealed = $9, mobile_digest = $10, locale = $11, chosen_time_zone = $12, version = version + 1
  where id = $1 and version = $2`
const setPasskey = `update app_user set passkey_enabled = $2, version = version + 1
  where id = $1 and passkey_enabled <> $2`
const setCredentialsChanged = 'update app_user set credentials_changed_at = $2 where id = $1'
const setActive = `update app_user set active = $2, version = version + 1 where id = $1`
const setIdentityVerified =
  'update app_user set identity_verified_at = $2, version = version + 1 where id = $1'

const found = (row: Row | null): User | null => (row ? userOf(row) : null)

export const readUser = async (sql: Queries, id: string): Promise<User | null> =>
  found(await sql.maybe<Row>(byId, [id]))

/** The same, held until the end of the transaction. Throws when it is not in the scope. */
export const lockUser = async (sql: Queries, id: string): Promise<User> =>
  userOf(await sql.one<Row>(byIdLocked, [id]))

/** @param email trimmed, lower-case */
export const findUserByEmail = async (sql: Queries, email: string): Promise<User | null> =>
  found(await sql.maybe<Row>(byEmail, [email]))

/** By e-mail or username, as typed at login; the letters' case does not count. */
export const findUserByLogin = async (sql: Queries, login: string): Promise<User | null> =>
  found(await sql.maybe<Row>(byLogin, [login.toLowerCase()]))

/** A person to make. */
export type NewUser = {
  readonly id: string
  readonly companyId: string
  readonly roleId: number
  readonly email: string
  readonly emailVerifiedAt: Date | null
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly gender: Gender | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly sealed: Buffer | null
  readonly mobileDigest: Buffer | null
  readonly attribution: Attribution
  readonly locale: Language
  readonly isTest: boolean
  readonly createdAt: Date
}

const mostNames = 20

const valuesOf = (user: NewUser, names: { username: string; referralCode: string }): SqlValue[] => [
  user.id,
  user.companyId,
  user.roleId,
  names.username,
  user.email,
  user.emailVerifiedAt,
  user.passwordHash,
  user.firstName,
  user.lastName,
  user.gender,
  user.city,
  user.state,
  user.country,
  user.sealed,
  user.mobileDigest,
  names.referralCode,
  user.attribution.sellerCodeId,
  user.attribution.sellerOneId,
  user.attribution.sellerTwoId,
  user.attribution.referrerId,
  user.locale,
  user.isTest,
  user.createdAt,
]

/**
 * Inserts a person with a username made from the e-mail and a referral code of their own. Of two that come
 * at the same time with one e-mail the second is told `email_taken`: the unique index decides, not a look
 * beforehand.
 */
export const insertUser = async (
  sql: Queries,
  ids: Ids,
  user: NewUser,
): Promise<'inserted' | 'email_taken'> => {
  const plain = usernameFrom(user.email)
  for (let attempt = 0; attempt < mostNames; attempt += 1) {
    const username = attempt === 0 ? plain : usernameVariant(plain, ids.secret(4))
    const names = { username, referralCode: referralCodeFrom(ids.secret(8)) }
    if ((await sql.run(insert, valuesOf(user, names))) === 1) return 'inserted'
    if (await findUserByEmail(sql, user.email)) return 'email_taken'
  }
  throw new Error('No free username was found')
}

/** Stores a new password; withdrawals wait from this instant on (roles). */
export const updatePassword = async (
  sql: Queries,
  { id, passwordHash, at }: { id: string; passwordHash: string; at: Date },
): Promise<void> => {
  await sql.run(setPassword, [id, passwordHash, at])
}

/** Confirms the address if it is still the person's. Gives false when there was nothing to confirm. */
export const confirmUserEmail = async (
  sql: Queries,
  { id, email, at }: { id: string; email: string; at: Date },
): Promise<boolean> => (await sql.run(setVerified, [id, at, email])) === 1

/** Stores a changed profile if its version is still that one. */
export const updateProfile = async (
  sql: Queries,
  user: User,
  mobileDigest: Buffer | null,
): Promise<boolean> =>
  (await sql.run(setProfile, [
    user.id,
    user.version,
    user.firstName,
    user.lastName,
    user.gender,
    user.city,
    user.state,
    user.country,
    user.sealed,
    mobileDigest,
    user.locale,
    user.chosenTimeZone,
  ])) === 1

/** Activates or deactivates a person; whoever deactivates ends their sessions too. */
export const setUserActive = async (
  sql: Queries,
  { id, active }: { id: string; active: boolean },
): Promise<boolean> => (await sql.run(setActive, [id, active])) === 1

/** Names and birth date were verified; null: they may change again. */
export const setIdentityVerifiedAt = async (
  sql: Queries,
  { id, at }: { id: string; at: Date | null },
): Promise<void> => {
  await sql.run(setIdentityVerified, [id, at])
}

/** Whether the person has a passkey (spec §3). */
export const setPasskeyEnabled = async (
  sql: Queries,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<void> => {
  await sql.run(setPasskey, [id, enabled])
}

/** A factor changed: withdrawals wait from this instant on (roles). */
export const noteCredentialsChanged = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await sql.run(setCredentialsChanged, [id, at])
}
