import { expect, test } from 'vitest'
import { coverOf } from './use-bulk-check.ts'

const of = (beforeCents: bigint, totalCents: bigint, allowanceCents: bigint) =>
  coverOf({ beforeCents, totalCents, allowanceCents })

test('a wallet pays a file alone, with its allowance to the last cent, or not at all', () => {
  expect(of(1000n, 1000n, 0n)).toEqual({ by: 'wallet' })
  expect(of(1000n, 1001n, 0n)).toEqual({ by: 'nothing' })
  expect(of(1000n, 1500n, 500n)).toEqual({ by: 'allowance', usedCents: 500n })
  expect(of(1000n, 1501n, 500n)).toEqual({ by: 'nothing' })
})

test('a wallet that is negative already uses the allowance for the whole file', () => {
  expect(of(-200n, 300n, 500n)).toEqual({ by: 'allowance', usedCents: 300n })
  expect(of(-200n, 301n, 500n)).toEqual({ by: 'nothing' })
})
