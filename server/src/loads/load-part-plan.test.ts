import { expect, test } from 'vitest'
import { divide } from './load-part-plan.ts'
import type { LoadRecord } from './load-record.ts'
import { leftOfCoin } from './coin-parts.ts'

const load = { id: 'L-1', grossCents: 10_000n, rates: [30_000n, 0n, 0n, 0n, 0n], chain: [] }
const coin = { asset: 'USDC@ethereum', deposits: [{ id: 'd', units: 100_000_000n }], valueCents: 10_000n }
const dust = { asset: 'USDT@ethereum', deposits: [{ id: 'e', units: 3n }], valueCents: 0n }
const divided = (...coins: (typeof coin)[]) =>
  divide(load as unknown as LoadRecord, { whole: { grossCents: 10_000n, coins }, coins, shares: [] }, 4_000n)

test('dust of another coin stays with the load that is divided', () => {
  for (const coins of [
    [coin, dust],
    [dust, coin],
  ])
    expect(divided(...coins)).toMatchObject({
      accepted: true,
      value: { coin: { ...coin, deposits: [{ id: 'd', units: 40_000_000n }], valueCents: 4_000n } },
    })
  expect(leftOfCoin(dust, { grossCents: 10_000n, remainingCents: 6_000n })).toEqual(dust)
})

test('a load that was paid in two coins is not divided', () => {
  expect(divided(coin, { ...dust, valueCents: 1n })).toMatchObject({ code: 'resolution_not_possible' })
})
