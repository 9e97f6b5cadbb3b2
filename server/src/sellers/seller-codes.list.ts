import { listSellerCodes } from '@cardamom/contract/sellers/seller-codes'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { findCompanyIds, patternOf } from '../companies/companies.sql.ts'
import { ownerContains } from '../identity/people.sql.ts'
import { list } from '../kernel/list.ts'
import type { DB } from '../kernel/schema.ts'
import { codeRows, codeViews, isInState } from './seller-codes.sql.ts'

/** The state depends on the time, so it is a condition of `from`. */
const isInFrom = expressionBuilder<DB, 'sellerCode'>().lit(true)

/** Seller codes of the companies that the reader may see. */
export const sellerCodesList = list(listSellerCodes, {
  table: 'sellerCode',
  from: (sql, { state }, { now }) =>
    state === undefined ? codeRows(sql) : codeRows(sql).where(isInState(state, now)),
  // The policies leave a seller their own codes and those of their sellers two.
  scope: 'companies',
  filters: { state: () => isInFrom },
  search: async (phrase, { sql, me }) => {
    const companyIds = await findCompanyIds(sql, phrase, me.scope)
    const where = fragment<SqlBool>`(lower(seller_code.code) like ${patternOf(phrase)}
      or ${ownerContains('sellerCode.ownerId', phrase)}
      or seller_code.company_id = any(${companyIds}::uuid[]))`
    return { where, count: null }
  },
  items: (rows, { sql, now }) => codeViews(sql, rows, now),
  version: 'sellerCode.version',
  csv: {
    texts: 'sellerCodes',
    columns: [
      'code',
      'ownerName',
      'companyName',
      'state',
      'uses',
      'maxUses',
      'validFrom',
      'validTo',
      'createdAt',
    ],
  },
})
