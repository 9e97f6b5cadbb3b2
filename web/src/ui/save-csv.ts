/** Saves rows of numbers, dates and our own words as a CSV file. They come from no person, so no cell can be a formula. */
export const saveCsv = (name: string, rows: readonly (readonly (string | number)[])[]): void => {
  const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  // The mark at the start tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
