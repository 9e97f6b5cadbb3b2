import { listBalanceAllowances } from '@cardamom/contract/limits/balance-allowances'
import { readBrandNames, readCompanies } from '../companies/companies.sql.ts'
import { readLevel, readSeenCompany } from '../companies/company-reader.sql.ts'
import { brandName, type Company } from '../companies/company.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import { allowanceView } from './balance-allowance.ts'
import { readWalletAllowances } from './balance-allowances.sql.ts'
import type { LimitNeeds } from './payin-limits.list.ts'

/** Names of the companies that guarantee allowances, as far as the reader sees them. */
export const readGuarantors = async (sql: Queries, companies: readonly Company[]) => {
  const parents = [...new Set(companies.flatMap(({ parentId }) => parentId ?? []))]
  const seen = await Promise.all(parents.map((id) => readSeenCompany(sql, id)))
  const names = await readBrandNames(
    sql,
    seen.flatMap((company) => company?.id ?? []),
  )
  return ({ parentId }: Company) => (parentId === null ? null : (names.get(parentId) ?? null))
}

/** Allowances that were set for the reader's companies. */
export const createBalanceAllowancesList = ({ readNames }: Pick<LimitNeeds, 'readNames'>) =>
  list(listBalanceAllowances, {
    table: 'balanceAllowance',
    scope: 'companies',
    from: (sql) => sql.selectFrom('balanceAllowance').selectAll('balanceAllowance'),
    items: async (rows, { sql, me }) => {
      const level = await readLevel(sql, me)
      const ids = rows.map(({ companyId }) => companyId)
      const companies = await readCompanies(sql, ids)
      const byId = new Map(companies.map((each) => [each.id, each]))
      const guarantorOf = await readGuarantors(sql, companies)
      const walletOf = await readWalletAllowances(sql, ids)
      const names = await readNames(
        sql,
        rows.map(({ changedBy }) => changedBy),
      )
      return rows.map((row) => {
        const company = byId.get(row.companyId)
        return {
          id: row.id,
          companyId: row.companyId,
          companyName: company ? brandName(company) : '',
          guarantor: company ? guarantorOf(company) : null,
          ...allowanceView(row, walletOf(row.companyId)),
          changedAt: row.changedAt,
          changedByName: names.get(row.changedBy) ?? null,
          // Who is above the reader is not named, and their reason is not told.
          reason: level === 0 || names.has(row.changedBy) ? row.reason : null,
        }
      })
    },
    csv: {
      texts: 'companyLimits',
      columns: [
        'companyName',
        'guarantor',
        'state',
        'allowance',
        'used',
        'left',
        'wanted',
        'changedAt',
        'changedByName',
        'reason',
      ],
    },
  })
