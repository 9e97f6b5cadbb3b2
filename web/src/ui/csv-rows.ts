/** A row of a file: its cells, and the line on which it begins. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

const separators = [',', ';', '\t'] as const

/** The separator that the first line has most of. */
const separatorOf = (text: string): string => {
  const [first = ''] = text.split(/\r\n?|\n/, 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  const counts = separators.map((each) => plain.split(each).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The cells of CSV (RFC 4180), with the line on which each row begins; lines without text are left out. */
const readCells = (text: string, separator: string): CsvRow[] => {
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let firstLine = 1
  const endRow = () => {
    cells.push(cell)
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: firstLine, cells })
    cells = []
    cell = ''
    firstLine = line
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\n') line += 1
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else cell += sign
  }
  endRow()
  return rows
}

/** The rows of a CSV file or of pasted text, and what separates their cells. */
export const readCsv = (typed: string): { readonly separator: string; readonly rows: readonly CsvRow[] } => {
  const text = typed.replace(/^\u{feff}/u, '').replaceAll(/\r\n?/g, '\n')
  const separator = separatorOf(text.trimStart())
  return { separator, rows: readCells(text, separator) }
}
