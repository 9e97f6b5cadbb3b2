import type { TransactionRow } from '@cardamom/contract/transactions'
import type { CsvColumns } from '../kernel/csv.ts'

/** Columns of the CSV of transactions. */
export const transactionColumns: CsvColumns<TransactionRow> = {
  date: ({ authorisedAt, at }) => authorisedAt ?? at,
  status: ({ status }, text) => text(`transactionExport.statuses.${status}`),
  purpose: ({ purpose }, text) => text(`transactionExport.purposes.${purpose}`),
  description: ({ merchant }) => merchant?.name ?? null,
  city: ({ merchant }) => merchant?.city ?? null,
  country: ({ merchant }) => merchant?.country ?? null,
  category: ({ category }, text) =>
    category === null ? null : text(`transactionExport.categories.${category}`),
  card: ({ lastDigits }) => lastDigits,
  amount: ({ amount }) => amount,
  originalAmount: ({ original }) => original?.amount ?? null,
  originalCurrency: ({ original }) => original?.currency ?? null,
  rate: ({ original }) => original?.rate ?? null,
  settled: ({ settledAt }) => settledAt,
  reference: ({ id }) => id,
}
