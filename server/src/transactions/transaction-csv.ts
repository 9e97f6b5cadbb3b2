import type { TransactionRow } from '@cardamom/contract/transactions'
import { formatCents } from '@cardamom/contract/money'

/** Text of the catalogue below `transactionExport`. */
export type ExportText = (key: string) => string

const columns = [
  'date',
  'status',
  'purpose',
  'description',
  'city',
  'country',
  'category',
  'card',
  'amount',
  'originalAmount',
  'originalCurrency',
  'rate',
  'settled',
  'reference',
] as const

const formula = /^[=+\-@\t\r]/
const amount = /^-?\d+(\.\d+)?$/

/** One cell: what a spreadsheet would take for a formula is made text; a plain amount stays one (api, CSV). */
export const csvCell = (text: string): string => {
  const safe = formula.test(text) && !amount.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The first line, after the mark that tells spreadsheets that this is UTF-8. */
export const csvHead = (text: ExportText): string =>
  `\uFEFF${line(columns.map((name) => text(`columns.${name}`)))}`

export const csvLine = (row: TransactionRow, text: ExportText): string =>
  line([
    row.at.toISOString(),
    text(`statuses.${row.status}`),
    text(`purposes.${row.purpose}`),
    row.merchant?.name ?? '',
    row.merchant?.city ?? '',
    row.merchant?.country ?? '',
    row.category === null ? '' : text(`categories.${row.category}`),
    row.lastDigits ?? '',
    formatCents(row.amount),
    row.original?.amount ?? '',
    row.original?.currency ?? '',
    row.original?.rate ?? '',
    row.settledAt?.toISOString() ?? '',
    row.id,
  ])
