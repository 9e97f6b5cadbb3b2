import { expect, test } from 'vitest'
import { spendPeriod } from './spend-period.ts'

const period = (span: 'day' | 'month', now: string) => {
  const { from, before } = spendPeriod(span, new Date(now))
  return [from.toISOString(), before.toISOString()]
}

test('a day and a month of the issuer start at midnight of UTC+8', () => {
  const [start, end] = ['2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z']
  expect(period('day', start)).toEqual([start, end])
  expect(period('day', '2026-11-21T15:59:59.999Z')).toEqual([start, end])
  expect(period('day', end)[0]).toBe(end)
  expect(period('month', '2026-11-30T15:59:59.999Z')).toEqual([
    '2026-10-31T16:00:00.000Z',
    '2026-11-30T16:00:00.000Z',
  ])
  expect(period('month', '2026-12-31T16:00:00.000Z')).toEqual([
    '2026-12-31T16:00:00.000Z',
    '2027-01-31T16:00:00.000Z',
  ])
})
