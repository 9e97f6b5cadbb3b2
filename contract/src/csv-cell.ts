const signs = '=+\\-@＝＋－＠'
/** Characters that a spreadsheet skips before a formula. A quote may open and end a cell's text there. */
const skipped = '[\\s\\p{Cf}"]*'
/**
 * Characters that turn a cell into a formula when they are its first, also full-width ones, and those that
 * end a cell.
 */
const formula = new RegExp(`^${skipped}[${signs}]|^[\\t\\r\\n]`, 'u')
/** Characters after the separators of other countries, which end a cell even inside quotes. */
const innerFormula = new RegExp(`([;|\\t\\r\\n])(?=${skipped}[${signs}])`, 'gu')
const amount = /^-?\d+(\.\d+)?$/

/** Letters, digits and signs that are neither a formula nor the end of a cell, wherever they are. */
const harmless = /^[A-Za-z0-9][A-Za-z0-9 .:@_+-]*$/

/**
 * One cell. A text that a spreadsheet would read as a formula is marked as text; a plain amount is not (api
 * §8).
 */
export const csvCell = (text: string): string => {
  if (text === '' || harmless.test(text)) return text
  const inner = text.replace(innerFormula, `$1'`)
  const safe = formula.test(text) && !amount.test(text) ? `'${inner}` : inner
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
