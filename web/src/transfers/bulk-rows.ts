import { readCsv, type CsvRow } from '../ui/csv-rows.ts'

/** A row of a file of transfers, as a person wrote it. */
export type FileRow = {
  /** Line of the file where the row begins. */
  readonly line: number
  readonly card: string
  readonly email: string | null
  /** A decimal amount with a point; of a wrong one the typed text. */
  readonly amount: string
  readonly note: string | null
  readonly problem: RowProblem | null
}
export type RowProblem = {
  readonly code: 'columns' | 'amount' | 'digits' | 'email' | 'note' | 'duplicate'
  /** Of a duplicate the line of the first one. */
  readonly line: number
}

const longestNote = 200
const names: Readonly<Record<string, 'card' | 'email' | 'amount' | 'note'>> = {
  card: 'card',
  tarjeta: 'card',
  email: 'email',
  'e-mail': 'email',
  correo: 'email',
  amount: 'amount',
  importe: 'amount',
  note: 'note',
  nota: 'note',
}
const usualOrder = ['card', 'email', 'amount', 'note'] as const
type Column = (typeof usualOrder)[number]

/** The order of the columns that a first row names; null: it is no row of names. */
const orderOf = ({ cells }: CsvRow): readonly (Column | undefined)[] | null => {
  const order = cells.map((cell) => names[cell.trim().toLowerCase()])
  return order.includes('card') && order.includes('amount') ? order : null
}

/** `25`, `25.5`; where a comma does not separate cells also `25,50`. Thousands are never grouped. */
const amountIn = (typed: string, separator: string): string | null => {
  const text = typed.trim().replace(/^\$\s*/, '')
  const plain = separator === ',' ? text : text.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? plain : null
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
const hasHiddenSigns = (text: string) => /\p{Cc}/u.test(text)

type Plain = Pick<FileRow, 'card' | 'email' | 'amount' | 'note'>

const problemOf = ({ card, email, amount, note }: Plain, isAmount: boolean): RowProblem['code'] | null => {
  if (card === '' || amount === '') return 'columns'
  if (!isId(card) && !/^\d{4}$/.test(card)) return 'digits'
  if (!isId(card) && email === null) return 'email'
  if (!isAmount || Number(amount) === 0) return 'amount'
  return note !== null && (note.length > longestNote || hasHiddenSigns(note)) ? 'note' : null
}

const rowOf = (
  { line, cells }: CsvRow,
  { order, separator }: { order: readonly (Column | undefined)[]; separator: string },
): FileRow => {
  const of = (column: Column) => cells[order.indexOf(column)]?.trim() ?? ''
  const decimal = amountIn(of('amount'), separator)
  // A spreadsheet may have stored four digits as a number, or marked them as a text.
  const digits = of('card').replace(/^'/, '')
  const card = /^\d{1,3}$/.test(digits) ? digits.padStart(4, '0') : digits
  const plain = {
    card,
    email: of('email') || null,
    amount: decimal ?? of('amount'),
    note: of('note') || null,
  }
  const code = problemOf(plain, decimal !== null)
  return { line, ...plain, problem: code && { code, line } }
}

/** Rows that name the same card as an earlier one. */
const withDuplicates = (rows: readonly FileRow[]): FileRow[] => {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const key = isId(row.card)
      ? row.card.toLowerCase()
      : `${row.card} ${row.email?.toLowerCase().normalize('NFC') ?? ''}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.line)
    return first === undefined || row.problem ? row : { ...row, problem: { code: 'duplicate', line: first } }
  })
}

/** The rows of a file or of pasted text, each with what is wrong with it before any card is looked for. */
export const parseRows = (typed: string): FileRow[] => {
  const { separator, rows: found } = readCsv(typed)
  const [first, ...others] = found
  if (!first) return []
  const named = orderOf(first)
  const order = named ?? usualOrder
  const rows = named ? others : [first, ...others]
  return withDuplicates(rows.map((row) => rowOf(row, { order, separator })))
}
