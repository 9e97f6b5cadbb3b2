import { listCompanies } from '@cardamom/contract/companies/company-record'
import { sql as fragment, type SqlBool } from 'kysely'
import { companyContains } from './companies.sql.ts'
import type { CompanyFacts } from './company-record.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'

/** The rows, filters and scope of a list of companies, also as a tree: its tops, and the companies below one. */
export const companySource = {
  table: 'company' as const,
  from: (sql: Queries) =>
    sql
      .selectFrom('company')
      // Row-level security leaves out a parent that the reader may not see.
      .leftJoin('company as parent', 'parent.id', 'company.parentId')
      .select(['company.id', 'company.name', 'company.slug', 'company.tier', 'company.parentId'])
      .select(['company.active', 'company.createdAt', 'parent.name as parentName'])
      .select((eb) =>
        eb
          .selectFrom('company as below')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .whereRef('below.parentId', '=', 'company.id')
          .as('belowCount'),
      ),
  scope: { companies: 'company.companyId' },
  filters: {
    tier: (tier: string) => fragment<SqlBool>`company.tier = ${Number(tier)}`,
    active: (active: string) => fragment<SqlBool>`company.active = ${active === 'true'}`,
    top: () => fragment<SqlBool>`parent.id is null`,
  },
  search: companyContains,
}

/** Companies of the reader's scope. */
export const createCompaniesList = ({
  countPeopleOf,
  countActiveCardsOf,
}: Pick<CompanyFacts, 'countPeopleOf' | 'countActiveCardsOf'>) =>
  list(listCompanies, {
    ...companySource,
    items: async (rows, { sql }) => {
      const ids = rows.map(({ id }) => id)
      // One after another: a transaction has one connection.
      const people = await countPeopleOf(sql, ids)
      const activeCards = await countActiveCardsOf(sql, ids)
      return rows.map((row) => ({
        ...row,
        belowCount: Number(row.belowCount),
        people: people.get(row.id) ?? 0,
        activeCards: activeCards.get(row.id) ?? 0,
      }))
    },
  })
