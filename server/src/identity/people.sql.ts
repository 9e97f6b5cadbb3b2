import { sql as fragment } from 'kysely'
import { countCap } from '../kernel/capped-count.ts'
import type { FoundRows } from '../kernel/list-source.ts'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import { plainText } from './staff.sql.ts'
import { noReferrer, type Attribution } from './user.ts'
import { changeUser } from './users.sql.ts'

/** Written out, so that the partial indexes of these rows are used. */
export const isPerson = fragment<boolean>`app_user.role_id in (2, 7, 8)`

/** Whether name, e-mail or username of a person contain a phrase. */
export const personContains = (text: string) =>
  fragment<boolean>`position(${text} in app_user.search_text) > 0`

/** The same for the person of a column, read for each row. */
export const ownerContains = (column: `${string}.userId` | `${string}.ownerId`, phrase: string) =>
  fragment<boolean>`(select ${personContains(plainText(phrase))} from app_user where app_user.id = ${fragment.ref(column)})`

/** Whether the owner of a row is a seller, read for each row. */
export const ownerIsSeller = (column: `${string}.ownerId`) =>
  fragment<boolean>`coalesce((select app_user.role_id in (7, 8) from app_user where app_user.id = ${fragment.ref(column)}), false)`

/** The index has parts of three characters, and beginnings of words: a shorter phrase finds words that begin with it. */
const shortestIndexed = 3
const isShort = (text: string) => Array.from(text).length < shortestIndexed
const hasWordFrom = (text: string) =>
  fragment<boolean>`position(${` ${text}`} in ' ' || app_user.search_text) > 0`

const findIds = async (sql: Queries, text: string): Promise<string[] | null> => {
  const ids = fragment<string[] | null>`find_people(${text}, ${countCap})`
  return (await sql.selectNoFrom(ids.as('ids')).executeTakeFirstOrThrow()).ids
}

/** The ids of these people, for lists of their records; null: there are very many. A short phrase finds nobody. */
export const findPersonIds = async (sql: Queries, phrase: string): Promise<string[] | null> => {
  const text = plainText(phrase)
  return isShort(text) ? [] : findIds(sql, text)
}

/**
 * The people of the scope whose name, e-mail or username contain a phrase, or have a word that begins with a short one. If
 * very many do, the rows are read in the order of the list until a page is full.
 */
export const findPeople = async (sql: Queries, phrase: string): Promise<FoundRows> => {
  const text = plainText(phrase)
  const ids = await findIds(sql, text)
  if (ids === null)
    return { where: isShort(text) ? hasWordFrom(text) : personContains(text), count: countCap + 1 }
  // The planner would read each of thousands of ids.
  const where = fragment<boolean>`app_user.id = any(array(select unnest(${ids}::uuid[])))`
  return { where, count: ids.length }
}

/** Cardholders and sellers of the scope, for the lists of higher modules. */
export const peopleRows = (sql: Queries) =>
  sql
    .selectFrom('appUser')
    .select(['appUser.id', 'appUser.companyId', 'appUser.roleId', 'appUser.active', 'appUser.email'])
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.emailVerifiedAt', 'appUser.createdAt'])
    .select(['appUser.identityVerifiedAt', 'appUser.isTest'])
    .where(isPerson)

/** Cardholders and sellers of the scope with one of these e-mail addresses, in lower case. */
export const findPeopleByEmail = (
  sql: Queries,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> =>
  sql
    .selectFrom('appUser')
    .select(['id', 'email'])
    .where(isPerson)
    .where('email', '=', anyOf(emails))
    .execute()

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

/** Assigns a person to other sellers. What was quoted before has its own. */
export const setAttribution = async (sql: Queries, id: string, attribution: Attribution): Promise<void> => {
  await changeUser(sql, id).set(attribution).execute()
}

/** Assigns a person to another company, if the version is still the same. A seller code of the former one ends. */
export const setCompany = async (
  sql: Queries,
  { id, version, companyId }: { id: string; version: number; companyId: string },
): Promise<boolean> =>
  changedOne(
    await changeUser(sql, id)
      .set({ companyId, sellerCodeId: null, sellerOneId: null, sellerTwoId: null })
      .where('version', '=', version)
      .executeTakeFirst(),
  )

/** Lets the records that say who a person is follow to the company of the account (decision 0015). */
export const followCompany = async (sql: Queries, userId: string): Promise<void> => {
  await sql.run('select follow_company($1)', [userId])
}

/** E-mails of people of the scope. */
export const readEmails = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = sql.selectFrom('appUser').select(['id', 'email']).where('id', '=', anyOf(userIds))
  return new Map((await found.execute()).map(({ id, email }) => [id, email]))
}

/** SQL: the people with the ids of $1, in the columns of wallet holders. */
export const personHolders = `select id, role_id, first_name, last_name, email, company_id from app_user where id = any ($1)`
