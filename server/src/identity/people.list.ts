import { Mobile } from '@cardamom/contract/identity/person-fields'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import type { Encryption } from '../kernel/encryption.ts'
import type { FileReader } from '../kernel/list-source.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { mobileDigestOf } from './private-fields.ts'
import { findPeople, peopleRows } from './people.sql.ts'
import type { TestFilter } from './test-people.sql.ts'

const where = expressionBuilder<DB, 'appUser'>()

const roleOfKind = { cardholder: 2, seller_one: 7, seller_two: 8 } as const
export type PersonKind = keyof typeof roleOfKind

export const personKindOf = (roleId: number): PersonKind | null => {
  const [kind] = Object.entries(roleOfKind).find(([, each]) => each === roleId) ?? []
  return (kind as PersonKind | undefined) ?? null
}

/** The rows, filters and search of the list of people; a higher module adds what it knows of each. */
export const createPeopleSource = (encryption: Pick<Encryption, 'digest'>) => ({
  table: 'appUser' as const,
  from: (sql: Queries) => peopleRows(sql),
  scope: { companies: 'appUser.companyId', people: 'appUser.id' },
  sorts: { name: 'appUser.searchText' },
  filters: {
    kind: (kind: PersonKind) => where('appUser.roleId', '=', roleOfKind[kind]),
    status: (status: 'active' | 'unverified' | 'inactive') => {
      // Written out, so that the partial indexes of these rows are used.
      if (status === 'inactive') return fragment<SqlBool>`not app_user.active`
      if (status === 'unverified')
        return fragment<SqlBool>`(app_user.active and app_user.email_verified_at is null)`
      return where.and([where('appUser.active', '=', true), where('appUser.emailVerifiedAt', 'is not', null)])
    },
    isTest: (isTest: TestFilter) =>
      // Written out, so that the partial index of test people is used.
      isTest === 'true' ? fragment<SqlBool>`app_user.is_test` : where('appUser.isTest', '=', false),
    identity: (state: 'verified' | 'not_verified') =>
      where('appUser.identityVerifiedAt', state === 'verified' ? 'is not' : 'is', null),
  },
  /** A whole mobile number is found by its digest, for readers who may see personal data. */
  search: async (phrase: string, { me, sql }: FileReader) => {
    const mobile = me.may('users.view_pii') ? Mobile.safeParse(phrase) : null
    if (!mobile?.success) return findPeople(sql, phrase)
    const digest = mobileDigestOf(encryption, mobile.data)
    return { where: where('appUser.mobileDigest', '=', digest), count: null }
  },
})
