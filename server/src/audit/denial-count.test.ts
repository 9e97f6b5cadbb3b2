import { expect, test } from 'vitest'
import { createDenialCount } from './denial-count.ts'

test('of equal denials within a minute, the first, tenth, hundredth and thousandth are recorded', () => {
  let nowMs = 0
  const count = createDenialCount(() => new Date(nowMs))
  const told = Array.from({ length: 1200 }, () => count('a')).filter((each) => each !== null)
  expect(told).toEqual([1, 10, 100, 1000])
  expect(count('b')).toBe(1)
  nowMs = 59_999
  expect(count('a')).toBe(null)
  nowMs = 60_000
  expect(count('a')).toBe(1)
})
