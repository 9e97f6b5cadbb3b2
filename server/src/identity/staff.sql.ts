import { superRole } from '@cardamom/contract/roles'
import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { User } from './user.ts'
import { changeUser, userRows } from './users.sql.ts'

/** Written out, so that the partial indexes of these rows are used. */
const isStaff = fragment<boolean>`app_user.role_id <> 2`
/** Name and e-mail as one text for a search. */
const searchedText = fragment<string>`plain_text(app_user.first_name || ' ' || app_user.last_name || ' ' || app_user.email)`
/** A phrase in the form of `plain_text`: small letters without accents. */
export const plainText = (phrase: string): string =>
  phrase.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether name or e-mail of a person contain a phrase. */
export const nameContains = (phrase: string) =>
  fragment<boolean>`position(${plainText(phrase)} in ${searchedText}) > 0`

/** Administrators and sellers of the scope, for the lists of higher modules. */
export const staffRows = (sql: Queries) =>
  sql
    .selectFrom('appUser')
    .select(['appUser.id', 'appUser.companyId', 'appUser.roleId', 'appUser.active', 'appUser.email'])
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.emailVerifiedAt', 'appUser.createdAt'])
    .select('appUser.passkeyEnabled')
    .where(isStaff)

/** Changes what an administrator may change of another, if the version is still the same. Returns whether it was. */
export const updateStaff = async (
  sql: Queries,
  { id, version }: { id: string; version: number },
  change: Partial<Pick<User, 'firstName' | 'lastName' | 'roleId' | 'passkeyRequired'>>,
): Promise<boolean> =>
  changedOne(await changeUser(sql, id).set(change).where('version', '=', version).executeTakeFirst())

/**
 * Makes two transactions that add or take away super administrators run one after the other: together they could leave
 * none, or make three by the command.
 */
export const lockSuperAdmins = async (sql: Queries): Promise<void> => {
  await sql.run('select pg_advisory_xact_lock(7261407)')
}

/** Whether no other active person has this role. It stays true until the end of the transaction. */
export const isLastOfRole = async (
  sql: Queries,
  { id, roleId }: { id: string; roleId: number },
): Promise<boolean> => {
  await lockSuperAdmins(sql)
  const others = userRows(sql)
    .where('appUser.roleId', '=', roleId)
    .where('appUser.active', '=', true)
    .where('appUser.id', '<>', id)
  return (await others.limit(1).executeTakeFirst()) === undefined
}

/** Active super administrators who log in with a passkey, without test people. */
export const countSuperAdminsWithPasskey = async (sql: Queries): Promise<number> => {
  const admins = sql.selectFrom('appUser').where('roleId', '=', superRole).where(isStaff)
  const ready = admins
    .where('active', '=', true)
    .where('passkeyEnabled', '=', true)
    .where('isTest', '=', false)
  const { count } = await ready
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Administrators of a company, and those with granted permissions (domain §2). */
export const companyRoles = [5, 9] as const
