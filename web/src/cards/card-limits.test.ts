import { expect, test } from 'vitest'
import { wantedOf } from './card-limits.ts'
import { typedLimits } from './card-limits-schema.ts'

const none = { payment: '', day: '', month: '' }

test('what is typed is an amount with or without thousands set apart; nothing is no limit', () => {
  expect(wantedOf({ payment: ' $1,250.5 ', day: '1,000,000', month: '' })).toEqual({
    payment: '1250.5',
    day: '1000000',
    month: null,
  })
})

test('a comma in front of cents is refused, not taken for thousands', () => {
  for (const payment of ['12,50', '1,2', '1,25', '12,5000', ',5', '1,000,00']) {
    expect([payment, typedLimits.safeParse({ ...none, payment }).success]).toEqual([payment, false])
  }
  expect(typedLimits.safeParse({ ...none, payment: '12.50' }).success).toBe(true)
})
