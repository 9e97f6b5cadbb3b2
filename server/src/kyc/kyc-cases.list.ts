import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { list } from '../kernel/list.ts'
import { caseRows } from './kyc-case-row.ts'
import { kycCases } from './kyc-cases.sql.ts'
import type { KycStatus } from './kyc-status.ts'

/** Started identity checks of the companies that the reader may see. */
export const kycCasesList = list(listKycCases, {
  table: 'kycCase',
  from: (sql) => kycCases(sql).where('kycCase.status', 'is not', null).$narrowType<{ status: KycStatus }>(),
  scope: 'companies',
  items: (rows, { sql }) => caseRows(sql, rows),
  // A case that changes gets another position in the order.
  version: 'kycCase.version',
  csv: {
    texts: 'kycCases',
    columns: [
      'ref',
      'name',
      'email',
      'companyName',
      'status',
      'reason',
      'attemptsUsed',
      'attemptLimit',
      'isHeld',
      'changedAt',
    ],
  },
})
