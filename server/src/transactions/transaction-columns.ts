import type { TransactionRow } from '@cardamom/contract/transactions'
import type { FileColumns } from '../kernel/list-columns.ts'

/** Columns of the CSV of transactions. */
export const transactionColumns: FileColumns<TransactionRow> = [
  { name: 'date', cell: ({ authorisedAt, at }) => authorisedAt ?? at },
  'status',
  'purpose',
  { name: 'description', cell: ({ merchant }) => merchant?.name ?? null },
  { name: 'city', cell: ({ merchant }) => merchant?.city ?? null },
  { name: 'country', cell: ({ merchant }) => merchant?.country ?? null },
  'category',
  'lastDigits',
  'amount',
  { name: 'originalAmount', cell: ({ original }) => original?.amount ?? null },
  { name: 'originalCurrency', cell: ({ original }) => original?.currency ?? null },
  { name: 'rate', cell: ({ original }) => original?.rate ?? null },
  'settledAt',
  'id',
]
