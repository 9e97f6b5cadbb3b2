import { describe, expect, it } from 'vitest'
import { sumOf } from '../../kernel/cents.ts'
import { largestSums } from './spending-panel.tsx'

const sumsOf = (...amounts: string[]) => amounts.map((amount) => ({ amount }))

describe('the rows of a spending panel', () => {
  it('are all shown when at most one would be left over', () => {
    const six = sumsOf('60.00', '50.00', '40.00', '30.00', '20.00', '10.00')
    expect(largestSums(six)).toEqual({ largest: six, rest: null })
  })
  it('add up to the total, with the sum of the others', () => {
    const eight = sumsOf('80.00', '70.00', '60.00', '50.00', '40.00', '30.25', '20.50', '-5.00')
    const { largest, rest } = largestSums(eight)
    expect(largest).toEqual(eight.slice(0, 5))
    expect(rest).toEqual({ count: 3, amount: '45.75' })
    expect(sumOf([...largest.map(({ amount }) => amount), rest?.amount ?? ''])).toBe('345.75')
  })
})
