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
    texts: 'kycExport',
    columns: {
      reference: ({ ref }) => ref,
      name: ({ name }) => name,
      email: ({ email }) => email,
      company: ({ companyName }) => companyName,
      status: ({ status }, text) => text(`kycCases.filterValues.status.${status}`),
      reason: ({ reason }, text) => (reason === null ? null : text(`kycCases.reasons.${reason}`)),
      attemptsUsed: ({ attemptsUsed }) => attemptsUsed,
      attemptLimit: ({ attemptLimit }) => attemptLimit,
      loadsPaused: ({ isHeld }, text) => text(isHeld ? 'kycExport.yes' : 'kycExport.no'),
      changed: ({ changedAt }) => changedAt,
    },
  },
})
