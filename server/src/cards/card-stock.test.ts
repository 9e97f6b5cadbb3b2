import { expect, test } from 'vitest'
import { expiryIn, isLateEnough } from './card-expiry.ts'
import { judgeStock } from './card-stock.ts'

const now = new Date('2026-11-29T12:00:00Z')
const row = (change: object = {}) => ({
  line: 2,
  bin: '411111',
  lastDigits: '0042',
  serial: 'CRD-000001',
  expiry: '12/26',
  ...change,
})
const judged = (rows: ReturnType<typeof row>[], known: readonly string[] = []) =>
  judgeStock(rows, { known: new Set(known), now })
const problemOf = (change: object) => judged([row(change)]).problems[0]?.problem ?? null

test('a row has BIN, last digits, serial and expiry in their forms', () => {
  expect([
    problemOf({}),
    problemOf({ bin: '41111111' }),
    problemOf({ bin: '' }),
    problemOf({ bin: '41111' }),
    problemOf({ bin: '411111111' }),
    problemOf({ lastDigits: '00420' }),
    problemOf({ serial: 'A1' }),
    problemOf({ serial: 'CRD 1234' }),
    problemOf({ expiry: '13/29' }),
    problemOf({ expiry: '2029-01' }),
  ]).toEqual([null, null, 'missing', 'bin', 'bin', 'digits', 'serial', 'serial', 'expiry', 'expiry'])
})

test('an expiry is next month or later, also at the end of a year', () => {
  expect(['10/26', '11/26', '12/26', '01/27'].map((expiry) => isLateEnough(expiry, now))).toEqual([
    false,
    false,
    true,
    true,
  ])
  const december = new Date('2026-12-31T23:59:59Z')
  expect(['12/26', '01/27'].map((expiry) => isLateEnough(expiry, december))).toEqual([false, true])
  expect(['9/29', '09/2029', '00/29', ' 09/29'].map(expiryIn)).toEqual(['09/29', '09/29', null, null])
})

test('digits that a spreadsheet shortened and small letters are read as they were meant', () => {
  const { good } = judged([row({ lastDigits: '7', serial: 'crd-7', expiry: '1/2030' })])
  expect(good).toEqual([{ bin: '411111', lastDigits: '0007', serial: 'CRD-7', expiry: '01/30' }])
})

test('a serial is once in the file, and not in the stock', () => {
  const { good, problems } = judged(
    [
      row(),
      row({ line: 3, serial: 'crd-000001' }),
      row({ line: 4, serial: 'CRD-000009' }),
      row({ line: 5, serial: 'CRD-000002' }),
    ],
    ['CRD-000009'],
  )
  expect(good.map(({ serial }) => serial)).toEqual(['CRD-000001', 'CRD-000002'])
  expect(problems).toEqual([
    { line: 3, problem: 'duplicate', firstLine: 2 },
    { line: 4, problem: 'known', firstLine: null },
  ])
})
