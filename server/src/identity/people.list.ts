import { Mobile } from '@cardamom/contract/identity/person-fields'
import { expressionBuilder } from 'kysely'
import type { Encryption } from '../kernel/encryption.ts'
import type { FileReader } from '../kernel/list-source.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { mobileDigestOf } from './private-fields.ts'
import { peopleRows, personContains } from './people.sql.ts'

const where = expressionBuilder<DB, 'appUser'>()
const isVerified = where('appUser.emailVerifiedAt', 'is not', null)

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
  scope: 'companies' as const,
  sorts: { name: 'appUser.searchText' },
  filters: {
    kind: (kind: PersonKind) => where('appUser.roleId', '=', roleOfKind[kind]),
    status: (status: 'active' | 'unverified' | 'inactive') => {
      if (status === 'inactive') return where('appUser.active', '=', false)
      const isActive = where('appUser.active', '=', true)
      return where.and([isActive, status === 'active' ? isVerified : where.not(isVerified)])
    },
    identity: (state: 'verified' | 'not_verified') =>
      where('appUser.identityVerifiedAt', state === 'verified' ? 'is not' : 'is', null),
  },
  /** A whole mobile number is found by its digest, for readers who may see personal data. */
  search: (phrase: string, { me }: FileReader) => {
    const mobile = me.may('users.view_pii') ? Mobile.safeParse(phrase) : null
    return mobile?.success
      ? where('appUser.mobileDigest', '=', mobileDigestOf(encryption, mobile.data))
      : personContains(phrase)
  },
})
