import { readCappedCount } from '../kernel/capped-count.ts'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Language } from '../kernel/principal.ts'
import type { Attribution, Gender, User } from './user.ts'
import { referralCodeFrom, usernameFrom, usernameVariant } from './username.ts'

/** Reads a person as `User`. The zone is the chosen one, else that of the last used browser. */
const users = (sql: Queries) =>
  sql
    .selectFrom('appUser')
    .select([
      'id',
      'companyId',
      'roleId',
      'username',
      'email',
      'emailVerifiedAt',
      'passwordHash',
      'credentialsChangedAt',
      'defaultPasswordUntil',
      'firstName',
      'lastName',
      'gender',
      'city',
      'state',
      'country',
      'encrypted',
      'referralCode',
      'locale',
      'isTest',
      'active',
      'passkeyEnabled',
      'passkeyRequired',
      'identityVerifiedAt',
      'version',
      'chosenTimeZone',
      'createdAt',
    ])
    .select(({ fn }) => fn.coalesce('chosenTimeZone', 'timeZone').as('timeZone'))

/** People of the scope, for joins by higher modules. */
export const userRows = (sql: Queries) =>
  sql.selectFrom('appUser').select(['appUser.id', 'appUser.companyId', 'appUser.roleId', 'appUser.active'])

export const readUser = async (sql: Queries, id: string): Promise<User | null> =>
  (await users(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** People by their ids, as far as the transaction's scope goes. */
export const readUsers = async (sql: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, User>> => {
  if (ids.length === 0) return new Map()
  const found = await users(sql).where('id', '=', anyOf(ids)).execute()
  return new Map(found.map((user) => [user.id, user]))
}

/**
 * Reads a person and locks the row until the end of the transaction. Throws when the person is not in the
 * scope.
 */
export const lockUser = (sql: Queries, id: string): Promise<User> =>
  users(sql).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** @param email trimmed, lower-case */
export const findUserByEmail = async (sql: Queries, email: string): Promise<User | null> =>
  (await users(sql).where('email', '=', email).executeTakeFirst()) ?? null

/** Finds a person by e-mail or username, as typed at login, in any letter case. */
export const findUserByLogin = async (sql: Queries, login: string): Promise<User | null> => {
  const name = login.toLowerCase()
  const found = users(sql).where((where) => where.or({ email: name, username: name }))
  return (await found.executeTakeFirst()) ?? null
}

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
  readonly encrypted: Buffer | null
  readonly mobileDigest: Buffer | null
  readonly attribution: Attribution
  readonly locale: Language
  readonly isTest: boolean
  readonly createdAt: Date
}

const mostNames = 5

/**
 * Inserts a person with a username made from the e-mail and a new referral code. When two registrations with
 * one e-mail are concurrent, the unique index decides, and the second one gets `email_taken`.
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
    const { attribution, ...person } = user
    const inserted = await sql
      .insertInto('appUser')
      .values({ ...person, ...attribution, ...names })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 1n) return 'inserted'
    if (await findUserByEmail(sql, user.email)) return 'email_taken'
  }
  // So many names with a random part are never used by another account: a person outside of the scope has the e-mail.
  return 'email_taken'
}

/** Updates a person and increments the version. For the queries of this module. */
export const changeUser = (sql: Queries, id: string) =>
  sql
    .updateTable('appUser')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)

/** Confirms the address if it is still the person's. Returns false when there was nothing to confirm. */
export const confirmUserEmail = async (
  sql: Queries,
  { id, email, at }: { id: string; email: string; at: Date },
): Promise<boolean> =>
  changedOne(
    await changeUser(sql, id)
      .set({ emailVerifiedAt: at })
      .where('email', '=', email)
      .where('emailVerifiedAt', 'is', null)
      .executeTakeFirst(),
  )

/** Stores a changed profile if its version is still the same. Returns whether it was. */
export const updateProfile = async (
  sql: Queries,
  user: User,
  mobileDigest: Buffer | null,
): Promise<boolean> => {
  const { firstName, lastName, gender, city, state, country, encrypted, locale, chosenTimeZone } = user
  return changedOne(
    await changeUser(sql, user.id)
      .set({
        firstName,
        lastName,
        gender,
        city,
        state,
        country,
        encrypted,
        locale,
        chosenTimeZone,
        mobileDigest,
      })
      .where('version', '=', user.version)
      .executeTakeFirst(),
  )
}

/** Activates or deactivates a person. A caller that deactivates also ends the person's sessions. */
export const setUserActive = async (
  sql: Queries,
  { id, active }: { id: string; active: boolean },
): Promise<boolean> => changedOne(await changeUser(sql, id).set({ active }).executeTakeFirst())

/** Stores when names and birth date were verified. Null: they may change again. */
export const setIdentityVerifiedAt = async (
  sql: Queries,
  { id, at }: { id: string; at: Date | null },
): Promise<void> => {
  await changeUser(sql, id).set({ identityVerifiedAt: at }).execute()
}

/** Stores whether the person has a passkey (product §3). */
export const setPasskeyEnabled = async (
  sql: Queries,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<void> => {
  await changeUser(sql, id).set({ passkeyEnabled: enabled }).where('passkeyEnabled', '!=', enabled).execute()
}

/** Records that a factor changed. Withdrawals are delayed from this instant (permissions §3). */
export const recordCredentialsChanged = async (
  sql: Queries,
  { id, at }: { id: string; at: Date },
): Promise<void> => {
  await sql.updateTable('appUser').set({ credentialsChangedAt: at }).where('id', '=', id).execute()
}

/** Assigns a new address to the person. Throws on the unique constraint `app_user_email_key`. */
export const updateEmail = async (
  sql: Queries,
  { id, email, at }: { id: string; email: string; at: Date },
): Promise<void> => {
  await changeUser(sql, id).set({ email, emailVerifiedAt: at, credentialsChangedAt: at }).execute()
}

/** Assigns another role to a person. */
export const setRole = async (
  sql: Queries,
  { id, roleId }: { id: string; roleId: number },
): Promise<void> => {
  await changeUser(sql, id).set({ roleId }).execute()
}

/** People of a company, at most 10,001. */
export const countPeople = (sql: Queries, companyId: string): Promise<number> =>
  readCappedCount(
    sql,
    sql.selectFrom('appUser').select('id').where('companyId', '=', companyId).where('isTest', '=', false),
  )

/** People of these companies without a passkey, at most 10,001. */
export const countWithoutPasskey = (sql: Queries, companyIds: readonly string[]): Promise<number> =>
  readCappedCount(
    sql,
    sql
      .selectFrom('appUser')
      .select('id')
      .where('companyId', '=', anyOf(companyIds))
      .where('passkeyEnabled', '=', false),
  )

/** Names of those of these people who are in the scope. */
export const readNames = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await sql
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName'])
    .where('id', '=', anyOf(userIds))
    .execute()
  return new Map(found.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
}
