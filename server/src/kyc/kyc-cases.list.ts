import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { expressionBuilder } from 'kysely'
import { testFilterOn } from '../identity/test-people.sql.ts'
import { list } from '../kernel/list.ts'
import { spanOf, startOfDay } from '../kernel/report-days.ts'
import type { DB } from '../kernel/schema.ts'
import { caseRows } from './kyc-case-row.ts'
import { kycCases } from './kyc-cases.sql.ts'
import type { KycStatus } from './kyc-status.ts'

/** The rows are limited in `from`, which knows the present day. */
const always = expressionBuilder<DB, 'kycCase'>().lit(true)

/** Started identity checks of the companies that the reader may see. */
export const kycCasesList = list(listKycCases, {
  table: 'kycCase',
  from: (sql, { startedWithin }, { now }) =>
    kycCases(sql)
      .where('kycCase.status', 'is not', null)
      .$if(startedWithin !== undefined, (cases) => {
        const since = startOfDay(spanOf(Number(startedWithin), now).from)
        // No case changed before it was started, and the order's index finds the rows by their change.
        return cases.where('kycCase.changedAt', '>=', since).where('kycCase.createdAt', '>=', since)
      })
      .$narrowType<{ status: KycStatus }>(),
  filters: { startedWithin: () => always, isTest: testFilterOn('kycCase.userId') },
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
