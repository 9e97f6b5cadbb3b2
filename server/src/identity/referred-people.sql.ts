import { sql as fragment, type SqlBool } from 'kysely'
import { readCappedCount, readCappedCounts } from '../kernel/capped-count.ts'
import type { FileReader } from '../kernel/list-source.ts'
import type { Queries } from '../kernel/queries.ts'
import { findPeople } from './people.sql.ts'

/** Written out, so that the partial index of these people is used. */
const isReferred = fragment<SqlBool>`(app_user.seller_code_id is not null or app_user.seller_one_id is not null
  or app_user.seller_two_id is not null or app_user.referrer_id is not null)`
const isSeller = fragment<SqlBool>`app_user.role_id in (7, 8)`

type By = 'seller_one' | 'seller_two' | 'referrer'
const isBy = (by: By) =>
  ({
    seller_two: fragment<SqlBool>`app_user.seller_two_id is not null`,
    seller_one: fragment<SqlBool>`(app_user.seller_two_id is null and app_user.seller_one_id is not null)`,
    referrer: fragment<SqlBool>`(app_user.seller_two_id is null and app_user.seller_one_id is null and app_user.referrer_id is not null)`,
  })[by]

const people = {
  table: 'appUser' as const,
  scope: { companies: 'appUser.companyId', people: 'appUser.id' },
  search: (phrase: string, { sql }: FileReader) => findPeople(sql, phrase),
}

/** The rows, filters and search of the list of people who have a seller or a referrer. */
export const referredSource = {
  ...people,
  from: (sql: Queries) =>
    sql
      .selectFrom('appUser')
      .select(['appUser.id', 'appUser.companyId', 'appUser.firstName', 'appUser.lastName'])
      .select(['appUser.sellerCodeId', 'appUser.sellerOneId', 'appUser.sellerTwoId', 'appUser.referrerId'])
      .select('appUser.createdAt')
      .where(isReferred),
  filters: {
    by: isBy,
    codeId: 'appUser.sellerCodeId',
    referredById: (id: string) =>
      fragment<SqlBool>`(app_user.seller_two_id = ${id} or (app_user.seller_one_id = ${id} and app_user.seller_two_id is null)
        or (app_user.referrer_id = ${id} and app_user.seller_one_id is null and app_user.seller_two_id is null))`,
  },
}

/** The rows, filters and search of the list of sellers; a higher module adds who recruited each. */
export const sellersSource = {
  ...people,
  from: (sql: Queries) =>
    sql
      .selectFrom('appUser')
      .select(['appUser.id', 'appUser.companyId', 'appUser.firstName', 'appUser.lastName'])
      .select(['appUser.roleId', 'appUser.active', 'appUser.createdAt'])
      .where(isSeller),
  sorts: { name: 'appUser.searchText' },
  filters: {
    kind: (kind: 'seller_one' | 'seller_two') =>
      fragment<SqlBool>`app_user.role_id = ${fragment.lit(kind === 'seller_one' ? 7 : 8)}`,
  },
}

/** Written out, so that the partial indexes of these people are used. */
const hasReferrals = fragment<SqlBool>`app_user.has_referrals`

/** The rows, filters and search of the list of people whose referral code was used. */
export const referrersSource = {
  ...people,
  from: (sql: Queries) =>
    sql
      .selectFrom('appUser')
      .select(['appUser.id', 'appUser.companyId', 'appUser.firstName', 'appUser.lastName'])
      .select(['appUser.referralCode', 'appUser.active', 'appUser.createdAt'])
      .where(hasReferrals),
  sorts: { name: 'appUser.searchText' },
  filters: {
    top: () => fragment<SqlBool>`not (app_user.referrer_id is not null
      and app_user.seller_one_id is null and app_user.seller_two_id is null)`,
  },
}

/** People who belong to a seller code now, up to one above 10,000. */
export const countPeopleOfCode = (sql: Queries, codeId: string): Promise<number> =>
  readCappedCount(sql, sql.selectFrom('appUser').select('id').where('sellerCodeId', '=', codeId))

/** The number of people whom each of these sellers earns with directly, each up to one above 10,000. */
export const countPeopleOfSellers = (sql: Queries, sellerIds: readonly string[]) =>
  readCappedCounts(sql, sellerIds, {
    rowsOf: fragment`select from app_user where seller_two_id = each.id or (seller_one_id = each.id and seller_two_id is null)`,
    without: fragment<string>`select null::uuid where false`,
  })

/** The number of people who came with the referral code of each of these and have no seller, each up to one above 10,000. */
export const countPeopleOfReferrers = (sql: Queries, referrerIds: readonly string[]) =>
  readCappedCounts(sql, referrerIds, {
    rowsOf: fragment`select from app_user where referrer_id = each.id and seller_one_id is null and seller_two_id is null`,
    without: fragment<string>`select null::uuid where false`,
  })
