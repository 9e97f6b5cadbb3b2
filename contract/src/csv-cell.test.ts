import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

test('a cell is never a formula and is quoted where necessary', () => {
  expect(csvCell('=1+1')).toBe("'=1+1")
  expect(csvCell('@shop')).toBe("'@shop")
  expect(csvCell('+51 999')).toBe("'+51 999")
  expect(csvCell('-64.20')).toBe('-64.20')
  expect(csvCell('-64.20+cmd')).toBe("'-64.20+cmd")
  expect(csvCell('  =1+1')).toBe("'  =1+1")
  expect(csvCell('\u200b=1')).toBe("'\u200b=1")
  for (const sign of ['＝', '＋', '－', '＠']) expect(csvCell(`${sign}1`)).toBe(`'${sign}1`)
  expect(csvCell('\tx')).toBe(`"'\tx"`)
  expect(csvCell('\r=1')).toBe(`"'\r'=1"`)
  expect(csvCell('shop;=1+1')).toBe(`"shop;'=1+1"`)
  expect(csvCell('shop; +1;-2')).toBe(`"shop;' +1;'-2"`)
  // A quote is written as two, which a spreadsheet reads as an empty text after a semicolon.
  expect(csvCell('shop;"=1+1;')).toBe(`"shop;'""=1+1;"`)
  expect(csvCell('"=1+1')).toBe(`"'""=1+1"`)
  expect(csvCell('Café - Lima')).toBe('Café - Lima')
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"')
})
