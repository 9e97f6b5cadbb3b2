import { expect, test } from 'vitest'
import { conflictOf } from '../kernel/conflict.ts'
import { changedLimits, typedOf, wantedOf, type Limits } from './card-limits.ts'
import { typedLimits } from './card-limits-schema.ts'

const none = { payment: '', day: '', month: '' }

test('typed limits may separate thousands, and an empty field means no limit', () => {
  expect(wantedOf({ payment: ' $1,250.5 ', day: '1,000,000', month: '' })).toEqual({
    payment: '1250.5',
    day: '1000000',
    month: null,
  })
})

test('a comma before cents is refused, not read as a separator of thousands', () => {
  for (const payment of ['12,50', '1,2', '1,25', '12,5000', ',5', '1,000,00']) {
    expect([payment, typedLimits.safeParse({ ...none, payment }).success]).toEqual([payment, false])
  }
  expect(typedLimits.safeParse({ ...none, payment: '12.50' }).success).toBe(true)
})

test('limits are compared as amounts, and a change that is under way counts as made', () => {
  const at = '2026-11-24T00:00:00.000Z'
  const limits: Limits = {
    version: 2,
    payment: { limit: '50.00' },
    day: { limit: null, spent: '0.00', resetsAt: at },
    month: { limit: '1000.00', spent: '0.00', resetsAt: at },
    requested: null,
    canChange: true,
  }
  const base = typedOf(limits)
  expect(base).toEqual({ payment: '50.00', day: '', month: '1000.00' })
  const theirs = typedOf({ ...limits, requested: { payment: null, day: '20.00', month: '900.00' } })
  expect(theirs).toEqual({ payment: '', day: '20.00', month: '900.00' })
  expect(changedLimits(base, { payment: '$50', day: ' ', month: '1,000' })).toEqual([])
  const mine = { payment: '50', day: '20', month: '800' }
  expect(conflictOf({ base, mine, theirs }, changedLimits)).toEqual({
    mine,
    theirs,
    both: ['month'],
    adopted: ['payment'],
  })
})
