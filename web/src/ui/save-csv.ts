import { csvCell } from '@cardamom/contract/csv-cell'

/** Saves rows as a CSV file. No cell is a formula for a spreadsheet, whoever typed its text. */
export const saveCsv = (name: string, rows: readonly (readonly (string | number)[])[]): void => {
  const text = rows.map((row) => row.map((value) => csvCell(String(value))).join(',')).join('\r\n')
  // The mark at the start tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
