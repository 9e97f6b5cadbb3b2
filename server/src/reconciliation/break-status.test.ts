import { expect, test } from 'vitest'
import { ageOf } from './break-status.ts'

const calendar = { holidays: new Set(['2026-11-26']) }
const age = (from: string, to: string) => ageOf({ from: new Date(from), to: new Date(to) }, calendar)

test.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', '0-1'],
  // A weekend counts no day.
  ['2026-11-20T10:00:00Z', '2026-11-23T10:00:00Z', '0-1'],
  ['2026-11-20T10:00:00Z', '2026-11-24T09:59:59Z', '0-1'],
  ['2026-11-20T10:00:00Z', '2026-11-24T10:00:00Z', '2-3'],
  // Neither does a holiday.
  ['2026-11-20T10:00:00Z', '2026-11-26T23:00:00Z', '2-3'],
  ['2026-11-20T10:00:00Z', '2026-11-27T10:00:00Z', '4-7'],
  ['2026-11-20T10:00:00Z', '2026-12-03T10:00:00Z', '8-30'],
  ['2026-11-20T10:00:00Z', '2027-01-05T10:00:00Z', '31+'],
])('found at %s, the age at %s is %s', (from, to, expected) => {
  expect(age(from, to)).toBe(expected)
})
