import { expect, test } from 'vitest'
import { stockLines } from './stock-rows.ts'

test('lines are read in the order that the first row names, with the line of the file', () => {
  const file =
    '\u{feff}serial;bin;expiry;last_digits\r\n\r\nCRD-1;411111;09/29;0042\r\n"CRD;2";4222222;10/30;7\r\n'
  expect(stockLines(file)).toEqual([
    { line: 3, bin: '411111', lastDigits: '0042', serial: 'CRD-1', expiry: '09/29' },
    { line: 4, bin: '4222222', lastDigits: '7', serial: 'CRD;2', expiry: '10/30' },
  ])
})

test('without a row of names the usual order counts, and missing cells are empty', () => {
  expect(stockLines('411111,0042,CRD-1')).toEqual([
    { line: 1, bin: '411111', lastDigits: '0042', serial: 'CRD-1', expiry: '' },
  ])
  expect(stockLines(' \n ')).toEqual([])
})
