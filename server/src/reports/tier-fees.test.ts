import { expect, test } from 'vitest'
import { tierFees } from './tier-fees.ts'

const span = { from: '2026-11-20', to: '2026-11-22' }
const shares = [
  { day: '2026-11-20', level: 1, cents: 500n },
  { day: '2026-11-20', level: 2, cents: 750n },
  { day: '2026-11-20', level: 3, cents: 500n },
  { day: '2026-11-20', level: 4, cents: 200n },
  { day: '2026-11-20', level: 4, cents: 50n },
  { day: '2026-11-22', level: 1, cents: 5n },
]

test('the operator has what the levels leave of the fee, and a day without loads has nothing', () => {
  const fees = [
    { day: '2026-11-20', fees: 3000n },
    { day: '2026-11-22', fees: 30n },
  ]
  expect(tierFees({ ...span, shares, fees })).toEqual({
    parts: ['operator', 'tier_1', 'tier_2', 'tier_3', 'tier_4'],
    days: [
      { day: '2026-11-20', shares: [1000n, 500n, 750n, 500n, 250n] },
      { day: '2026-11-21', shares: [0n, 0n, 0n, 0n, 0n] },
      { day: '2026-11-22', shares: [25n, 5n, 0n, 0n, 0n] },
    ],
    total: [1025n, 505n, 750n, 500n, 250n],
  })
})

test('a company has one part, its own', () => {
  const own = shares.filter(({ level }) => level === 1)
  expect(tierFees({ ...span, shares: own, fees: null })).toMatchObject({ parts: ['own'], total: [505n] })
})
