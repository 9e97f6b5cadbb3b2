import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import { plainText } from './staff.sql.ts'
import { noReferrer, type Attribution } from './user.ts'
import { changeUser } from './users.sql.ts'

/** Written out, so that the partial indexes of these rows are used. */
const isPerson = fragment<boolean>`app_user.role_id in (2, 7, 8)`

/** Whether name, e-mail or username of a person contain a phrase. */
export const personContains = (phrase: string) =>
  fragment<boolean>`position(${plainText(phrase)} in app_user.search_text) > 0`

/** Cardholders and sellers of the scope, for the lists of higher modules. */
export const peopleRows = (sql: Queries) =>
  sql
    .selectFrom('appUser')
    .select(['appUser.id', 'appUser.companyId', 'appUser.roleId', 'appUser.active', 'appUser.email'])
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.emailVerifiedAt', 'appUser.createdAt'])
    .select(['appUser.identityVerifiedAt', 'appUser.isTest'])
    .where(isPerson)

/** Sets the test-email flag, if the version is still the same. Returns whether it was. */
export const setTestFlag = async (
  sql: Queries,
  { id, version, isTest }: { id: string; version: number; isTest: boolean },
): Promise<boolean> =>
  changedOne(await changeUser(sql, id).set({ isTest }).where('version', '=', version).executeTakeFirst())

/** Who referred a person. */
export const readAttribution = async (sql: Queries, id: string): Promise<Attribution> =>
  (await sql
    .selectFrom('appUser')
    .select(['sellerCodeId', 'sellerOneId', 'sellerTwoId', 'referrerId'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? noReferrer

/** Assigns a person to other sellers. What was quoted before keeps its own. */
export const setAttribution = async (sql: Queries, id: string, attribution: Attribution): Promise<void> => {
  await changeUser(sql, id).set(attribution).execute()
}
