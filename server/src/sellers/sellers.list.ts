import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import { sql as fragment, type SqlBool } from 'kysely'
import { readBrandNames } from '../companies/companies.sql.ts'
import { countPeopleOfSellers, sellersSource } from '../identity/referred-people.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { list } from '../kernel/list.ts'
import { readCappedCounts } from '../kernel/capped-count.ts'

const withoutAny = fragment<string>`select null::uuid where false`
const countsOf = (sql: Queries, ids: readonly string[], rowsOf: ReturnType<typeof fragment>) =>
  readCappedCounts(sql, ids, { rowsOf, without: withoutAny })

/** Sellers with the number of their codes, sellers two and people, each up to one above 10,000. */
export const sellersList = list(listSellers, {
  ...sellersSource,
  from: (sql) =>
    sellersSource.from(sql).leftJoin('seller', 'seller.userId', 'appUser.id').select('seller.recruitedBy'),
  filters: {
    ...sellersSource.filters,
    recruitedById: 'seller.recruitedBy',
    top: (top: 'true' | 'false') =>
      fragment<SqlBool>`(seller.recruited_by is null) = ${fragment.lit(top === 'true')}`,
  },
  items: async (rows, { sql, me }) => {
    const ids = rows.map(({ id }) => id)
    const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    const names = await readNames(sql, [...new Set(rows.flatMap(({ recruitedBy }) => recruitedBy ?? []))])
    const codes = await countsOf(sql, ids, fragment`select from seller_code where owner_id = each.id`)
    const sellersTwo = await countsOf(sql, ids, fragment`select from seller where recruited_by = each.id`)
    const referred = await countPeopleOfSellers(sql, ids)
    return rows.map((row) => {
      const { id, companyId, active, createdAt, recruitedBy } = row
      const recruitedByName = names.get(recruitedBy ?? '') ?? null
      return {
        id,
        name: `${row.firstName} ${row.lastName}`.trim(),
        kind: row.roleId === 7 ? ('seller_one' as const) : ('seller_two' as const),
        companyId,
        companyName: companies.get(companyId) ?? '',
        active,
        recruitedById: recruitedByName === null ? null : recruitedBy,
        recruitedByName,
        codes: codes.get(id) ?? 0,
        sellersTwo: sellersTwo.get(id) ?? 0,
        people: me.scope.kind === 'own' ? null : (referred.get(id) ?? 0),
        createdAt,
      }
    })
  },
  version: 'appUser.version',
  csv: {
    texts: 'sellers',
    columns: [
      'name',
      'kind',
      'companyName',
      'active',
      'recruitedByName',
      'codes',
      'sellersTwo',
      'people',
      'createdAt',
    ],
  },
})
