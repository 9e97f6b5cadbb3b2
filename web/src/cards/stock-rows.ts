import { readCsv, type CsvRow } from '../ui/csv-rows.ts'

/** A line of a file of stock, as a person wrote it. */
export type StockLine = Readonly<Record<'bin' | 'lastDigits' | 'serial' | 'expiry', string>> & {
  readonly line: number
}

type Column = Exclude<keyof StockLine, 'line'>
const usualOrder = ['bin', 'lastDigits', 'serial', 'expiry'] as const
const names: Readonly<Record<string, Column>> = {
  bin: 'bin',
  last_digits: 'lastDigits',
  'last digits': 'lastDigits',
  'últimas cifras': 'lastDigits',
  serial: 'serial',
  'número de serie': 'serial',
  expiry: 'expiry',
  vencimiento: 'expiry',
}
/** A longer cell is wrong anyway. */
const longestCell = 60

/** The order of the columns that a first row names; null: it is no row of names. */
const orderOf = ({ cells }: CsvRow): readonly (Column | undefined)[] | null => {
  const order = cells.map((cell) => names[cell.trim().toLowerCase()])
  return order.includes('bin') && order.includes('serial') ? order : null
}

/** The lines of a file or of pasted text. The server judges them. */
export const stockLines = (typed: string): StockLine[] => {
  const { rows } = readCsv(typed)
  const [first, ...others] = rows
  if (!first) return []
  const named = orderOf(first)
  const order: readonly (Column | undefined)[] = named ?? usualOrder
  return (named ? others : [first, ...others]).map(({ line, cells }) => {
    const of = (column: Column) => cells[order.indexOf(column)]?.trim().slice(0, longestCell) ?? ''
    return {
      line,
      bin: of('bin'),
      lastDigits: of('lastDigits'),
      serial: of('serial'),
      expiry: of('expiry'),
    }
  })
}
