import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { list } from '../kernel/list.ts'
import { caseRows } from './kyc-case-row.ts'
import { kycCases } from './kyc-cases.sql.ts'
import type { KycStatus } from './kyc-status.ts'

/** Identity checks that were started, of the companies that the reader may see. */
export const kycCasesList = list(listKycCases, {
  from: (sql) => kycCases(sql).where('kycCase.status', 'is not', null).$narrowType<{ status: KycStatus }>(),
  scope: { companies: 'kycCase.companyId' },
  id: 'kycCase.id',
  sorts: { changedAt: 'kycCase.changedAt' },
  filters: { status: 'kycCase.status' },
  days: 'kycCase.changedAt',
  // Administrators read times in UTC.
  timeZone: () => Promise.resolve('UTC'),
  items: (rows, { sql }) => caseRows(sql, rows),
})
