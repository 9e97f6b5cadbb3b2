import { z } from 'zod'
import { listEndpoint } from '../list.ts'
import { TransactionFilter, TransactionRow } from '../transactions.ts'
import { Id } from '../wire.ts'

const CompanyTransactionRow = TransactionRow.pick({
  id: true,
  cardId: true,
  lastDigits: true,
  status: true,
  purpose: true,
  category: true,
  total: true,
  at: true,
  reason: true,
}).extend({
  userId: Id,
  companyId: Id,
  /** Null for loads. */
  merchantName: z.string().nullable(),
})

export const listCompanyTransactions = listEndpoint({
  path: '/company-transactions',
  summary:
    'Transactions of the people in scope, newest first; with `userId` those of one person; fees are part of their payments; searched by id or authorisation code',
  who: 'transactions.view',
  row: CompanyTransactionRow,
  sorts: ['-at', 'at'],
  filters: { userId: Id.optional(), status: TransactionFilter.shape.status },
  search: true,
})
