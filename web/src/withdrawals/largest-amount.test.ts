import { expect, it } from 'vitest'
import { largestOf } from './largest-amount.ts'

const wallet = (withdrawable: string) => ({
  wallet: 'regular' as const,
  available: withdrawable,
  reserved: '0.00',
  owed: '0.00',
  withdrawable,
})

it.each([
  ['900.00', '1000.00', '5000.00', '900.00', null],
  ['1000.00', '1000.00', '1000.00', '1000.00', null],
  ['1000.01', '1000.00', '5000.00', '1000.00', 'maximum'],
  ['9000.00', '1000.00', '1000.00', '1000.00', 'maximum'],
  ['9000.00', '1000.00', '999.99', '999.99', 'today'],
  ['500.00', '1000.00', '0.00', '0.00', 'today'],
])(
  'of %s, with at most %s at once and %s left today, %s can be withdrawn',
  (all, maximum, leftToday, amount, cutBy) => {
    const limits = { minimum: '50.00', maximum, leftToday }
    const found = largestOf({ wallets: [wallet(all)], limits }, 'regular')
    expect(found).toEqual({ amount, withdrawable: all, cutBy })
  },
)

it('without limits everything is what can be withdrawn, and nothing of a wallet that is not there', () => {
  expect(largestOf({ wallets: [wallet('7.00')], limits: null }, 'regular').amount).toBe('7.00')
  expect(largestOf({ wallets: [wallet('7.00')], limits: null }, 'immediate').amount).toBe('0.00')
})
