import { expect, test } from 'vitest'
import { grossFor } from './gross-for.ts'

test('the gross is the smallest one that leaves the needed net after the fee', () => {
  expect(grossFor(1_341_88n, '3.00')).toBe(1_383_38n)
  expect(grossFor(970_00n, '3.00')).toBe(1_000_00n)
  expect(grossFor(95_00n, '5.00')).toBe(100_00n)
  expect(grossFor(50n, '0.00')).toBe(50n)
  for (let net = 1n; net < 3000n; net += 1n) {
    const gross = grossFor(net, '2.75')
    const left = (of: bigint) => of - (2n * of * 27_500n + 1_000_000n) / 2_000_000n
    expect(left(gross)).toBeGreaterThanOrEqual(net)
    expect(left(gross - 1n)).toBeLessThan(net)
  }
})
