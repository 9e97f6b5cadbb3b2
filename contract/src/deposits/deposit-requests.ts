import { z } from 'zod'
import { MoneyRequestRow, moneyRequestFilters, moneyRequestTabs } from '../approvals/money-requests.ts'
import { listEndpoint } from '../list.ts'

export const depositRequestKinds = ['wire', 'reversal'] as const

export const listDepositRequests = listEndpoint({
  path: '/top-ups/requests',
  summary:
    'Requested deposits by wire that wait for a second person, and those that never became one, the last first',
  who: 'deposits.view',
  row: MoneyRequestRow.extend({
    kind: z.enum(depositRequestKinds),
    companyName: z.string(),
    /** Null for those who may not open the request. */
    bankReference: z.string().nullable(),
  }),
  filters: { ...moneyRequestFilters, kind: z.enum(depositRequestKinds).optional() },
  days: 'requestedAt',
  byId: true,
  sorts: ['-requestedAt', 'requestedAt'],
  tabs: moneyRequestTabs,
  csv: {},
})
