import type { checkCardStock, stockProblems } from '@cardamom/contract/cards/card-stock'
import type { InputOf } from '@cardamom/contract/endpoint'
import { expiryIn, isLateEnough } from './card-expiry.ts'

type TypedRow = InputOf<typeof checkCardStock>['rows'][number]
type Problem = (typeof stockProblems)[number]

/** A row of a file of stock that can be imported. */
export type StockRow = Readonly<Record<'serial' | 'bin' | 'lastDigits' | 'expiry', string>>
type RowProblem = { readonly line: number; readonly problem: Problem; readonly firstLine: number | null }

/** Serials are the same whatever their capitals. */
export const serialOf = (typed: string): string => typed.toUpperCase()

/** A spreadsheet may have stored digits as a number, or marked them as a text. */
const digitsOf = (typed: string): string => {
  const digits = typed.replace(/^'/, '')
  return /^\d{1,3}$/.test(digits) ? digits.padStart(4, '0') : digits
}

const cellProblem = ({ bin, lastDigits, serial, expiry }: StockRow, now: Date): Problem | null => {
  if (bin === '' || lastDigits === '' || serial === '' || expiry === '') return 'missing'
  if (!/^\d{6,8}$/.test(bin)) return 'bin'
  if (!/^\d{4}$/.test(lastDigits)) return 'digits'
  if (!/^[A-Z0-9][A-Z0-9-]{3,29}$/.test(serial)) return 'serial'
  if (expiryIn(expiry) === null) return 'expiry'
  return isLateEnough(expiry, now) ? null : 'expiry_soon'
}

/**
 * Judges the rows of a file of stock (domain §6): each has the facts of a card that expires next month or later, and a serial
 * that no other row and no card of the stock has.
 */
export const judgeStock = (
  rows: readonly TypedRow[],
  { known, now }: { readonly known: ReadonlySet<string>; readonly now: Date },
): { readonly good: readonly StockRow[]; readonly problems: readonly RowProblem[] } => {
  const good: StockRow[] = []
  const problems: RowProblem[] = []
  const lines = new Map<string, number>()
  for (const { line, ...typed } of rows) {
    const row = { ...typed, serial: serialOf(typed.serial), lastDigits: digitsOf(typed.lastDigits) }
    const wrong = cellProblem(row, now)
    const firstLine = lines.get(row.serial) ?? null
    if (firstLine === null) lines.set(row.serial, line)
    const problem =
      wrong ?? (firstLine === null ? null : 'duplicate') ?? (known.has(row.serial) ? 'known' : null)
    if (problem === null) good.push({ ...row, expiry: expiryIn(row.expiry) ?? row.expiry })
    else problems.push({ line, problem, firstLine: problem === 'duplicate' ? firstLine : null })
  }
  return { good, problems }
}
