import { listTermsAcceptances } from '@cardamom/contract/terms/terms-versions'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'

export type TermsNeeds = {
  /** Names of the people in the scope. */
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Who accepted which edition, of the companies that the reader may see. */
export const createAcceptancesList = ({ readNames }: TermsNeeds) =>
  list(listTermsAcceptances, {
    table: 'termsAcceptance',
    from: (sql) =>
      sql
        .selectFrom('termsAcceptance')
        .select(['termsAcceptance.id', 'termsAcceptance.userId', 'termsAcceptance.companyId'])
        .select(['termsAcceptance.version', 'termsAcceptance.lang', 'termsAcceptance.acceptedAt']),
    scope: 'companies',
    items: async (rows, { sql }) => {
      const companies = await readCompanies(sql, [...new Set(rows.map(({ companyId }) => companyId))])
      const companyOf = new Map(companies.map((company) => [company.id, brandName(company)]))
      const names = await readNames(
        sql,
        rows.map(({ userId }) => userId),
      )
      return rows.map((row) => ({
        ...row,
        name: names.get(row.userId) ?? '',
        companyName: companyOf.get(row.companyId) ?? '',
      }))
    },
    csv: { texts: 'termsAcceptances', columns: ['name', 'companyName', 'version', 'lang', 'acceptedAt'] },
  })
