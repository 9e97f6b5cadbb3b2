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

const signs = '=+\\-@＝＋－＠'
/** What a spreadsheet skips in front of a formula; a quote may open and end a cell's text there. */
const skipped = '[\\s\\p{Cf}"]*'
/** At the start of a cell: a formula, also with a full-width sign, or a sign that ends the cell there. */
const formula = new RegExp(`^${skipped}[${signs}]|^[\\t\\r\\n]`, 'u')
/** Behind the separators of other countries, which end a cell there even inside quotes. */
const innerFormula = new RegExp(`([;|\\t\\r\\n])(?=${skipped}[${signs}])`, 'gu')
const amount = /^-?\d+(\.\d+)?$/

/** One cell: what a spreadsheet would take for a formula is made text; a plain amount stays one (api §8). */
export const csvCell = (text: string): string => {
  const inner = text.replace(innerFormula, `$1'`)
  const safe = formula.test(text) && !amount.test(text) ? `'${inner}` : inner
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** The first line, after the mark that tells spreadsheets that this is UTF-8. */
export const csvHead = (text: ExportText): string =>
  `\uFEFF${line(columns.map((name) => text(`columns.${name}`)))}`

export const csvLine = (row: TransactionRow, text: ExportText): string =>
  line([
    (row.authorisedAt ?? row.at).toISOString(),
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
