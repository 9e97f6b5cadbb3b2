import { listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { testFilterOn } from '../identity/test-people.sql.ts'
import { readUsers } from '../identity/users.sql.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { withRefund } from './load-refunds.sql.ts'
import { readOriginsOfParts } from './load-parts.sql.ts'
import { loadsNamed } from './load-search.ts'
import { loadOfRow, type LoadRecord } from './load-record.ts'
import { loadRowView } from './load-view.ts'

const loads = selectOnce((sql) =>
  sql.selectFrom('load').selectAll('load').where('load.cardId', 'is not', null),
)

/** The payers and companies of loads, as the staff sees them. */
export const readWhose = async (sql: Queries, of: readonly LoadRecord[]) => {
  const people = await readUsers(sql, [...new Set(of.map(({ userId }) => userId))])
  const companyIds = [...new Set(of.map(({ companyId }) => companyId))]
  const companies = new Map(
    (await readCompanies(sql, companyIds)).map((company) => [company.id, brandName(company)]),
  )
  return ({ userId, companyId }: LoadRecord) => {
    const person = people.get(userId)
    return {
      payer: {
        id: userId,
        name: person ? `${person.firstName} ${person.lastName}` : '',
        email: person?.email ?? '',
      },
      companyId,
      companyName: companies.get(companyId) ?? '',
    }
  }
}

/** Loads of the companies that the reader may see. */
export const companyLoadsList = list(listCompanyLoads, {
  table: 'load',
  from: loads,
  scope: 'companies',
  filters: { isTest: testFilterOn('load.userId'), refund: withRefund },
  sorts: { quotedAt: 'load.id' },
  search: loadsNamed,
  version: 'load.version',
  items: async (rows, { sql }) => {
    const records = rows.map((row) => loadOfRow(row))
    const whoseOf = await readWhose(sql, records)
    const origins = await readOriginsOfParts(
      sql,
      records.map(({ id }) => id),
    )
    return records.map((load) => {
      const { latestAt: _l, creditedAt: _c, expiresAt: _e, cardId: _i, ...row } = loadRowView(load)
      return {
        ...row,
        status: load.status,
        acceptedAt: load.acceptedAt,
        partOf: origins.get(load.id) ?? null,
        ...whoseOf(load),
      }
    })
  },
})
