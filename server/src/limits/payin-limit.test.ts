import { expect, test } from 'vitest'
import { isWithin, todayView } from './payin-limit.ts'

const limit = (minimumCents: bigint, maximumCents: bigint, dailyCents: bigint) => ({
  minimumCents,
  maximumCents,
  dailyCents,
})

test('a company narrows what it was given, at either end, and never widens it', () => {
  const room = limit(1000n, 5000n, 9000n)
  expect(isWithin(room, room)).toBe(true)
  expect(isWithin(limit(1001n, 4999n, 8999n), room)).toBe(true)
  expect(isWithin(limit(999n, 5000n, 9000n), room)).toBe(false)
  expect(isWithin(limit(1000n, 5001n, 9000n), room)).toBe(false)
  expect(isWithin(limit(1000n, 5000n, 9001n), room)).toBe(false)
})

test('what is left is that of the person with the most use, and never below zero', () => {
  const use = { usedCents: 700n, people: 2, mostCents: 400n }
  expect(todayView(use, limit(1n, 500n, 500n))).toEqual({ used: 700n, people: 2, most: 400n, left: 100n })
  expect(todayView(use, limit(1n, 300n, 300n)).left).toBe(0n)
})
