import { listTopUps } from '@cardamom/contract/deposits'
import { sql as fragment, type SqlBool } from 'kysely'
import { findCompanyIds } from '../companies/companies.sql.ts'
import { list } from '../kernel/list.ts'
import type { FileReader } from '../kernel/list-source.ts'
import { topUpViews } from './top-up-view.ts'
import { topUpRows } from './top-ups.sql.ts'

/** Top-ups of companies whose name has the phrase, or with this bank reference or short name as a whole. */
const topUpsNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  const companyIds = me.scope.kind === 'own' ? [] : await findCompanyIds(sql, phrase, me.scope)
  const code = phrase.normalize('NFKC').toUpperCase()
  const where = fragment<SqlBool>`top_up.id in (
    select t.id from top_up t where t.reference_key = ${code.replaceAll(/\s/g, '')}
    union all select t.id from top_up t where t.ref = ${code}
    union all select t.id from top_up t where t.company_id = any(${companyIds}::uuid[]))`
  return { where, count: null }
}

/** Top-ups of the companies in scope, the last first. */
export const topUpsList = list(listTopUps, {
  table: 'topUp',
  from: topUpRows,
  scope: 'companies',
  sorts: { gross: 'topUp.grossCents' },
  search: topUpsNamed,
  items: (rows, { sql }) => topUpViews(sql, rows),
  csv: {
    texts: 'topUps',
    columns: [
      'ref',
      'companyName',
      'status',
      'wallet',
      'gross',
      'fee',
      'net',
      'bankReference',
      'valuedOn',
      'wire',
      'reason',
      'requestedByName',
      'approvedByName',
      'acceptedAt',
      'availableAt',
    ],
  },
})
