import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyChain, anyRates } from './fee-arbitraries.test-kit.ts'
import { costTheSame, exampleGrossCents, speedFeesOf } from './fee-page.ts'
import { splitOf, type LevelRates } from './fee-split.ts'

const regular: LevelRates = [10_000n, 5_000n, 7_500n, 5_000n, 2_500n]
const immediate: LevelRates = [20_000n, 7_500n, 10_000n, 7_500n, 5_000n]

test('the example schedule costs 3 % and 5 %, to the cent', () => {
  expect(speedFeesOf({ regular, immediate }, 'operator')).toEqual([
    {
      speed: 'regular',
      feePercent: 30_000n,
      examples: [
        { gross: 5_000n, fee: 150n, net: 4_850n },
        { gross: 20_000n, fee: 600n, net: 19_400n },
        { gross: 100_000n, fee: 3_000n, net: 97_000n },
      ],
    },
    {
      speed: 'immediate',
      feePercent: 50_000n,
      examples: [
        { gross: 5_000n, fee: 250n, net: 4_750n },
        { gross: 20_000n, fee: 1_000n, net: 19_000n },
        { gross: 100_000n, fee: 5_000n, net: 95_000n },
      ],
    },
  ])
})

test('the prices on the page are those of a load with any chain', () => {
  fc.assert(
    fc.property(anyRates, anyChain, (rates, chain) => {
      const [shown] = speedFeesOf({ regular: rates, immediate }, 'operator')
      exampleGrossCents.forEach((grossCents, at) => {
        const { feeCents, netCents } = splitOf({ grossCents, rates, chain })
        expect(shown?.examples[at]).toEqual({ gross: grossCents, fee: feeCents, net: netCents })
      })
    }),
  )
})

test('a version that only divides the fee differently changes no price', () => {
  const shared: LevelRates = [5_000n, 10_000n, 7_500n, 5_000n, 2_500n]
  expect(costTheSame({ regular, immediate }, { regular: shared, immediate })).toBe(true)
  const dearer: LevelRates = [10_100n, 5_000n, 7_500n, 5_000n, 2_500n]
  expect(costTheSame({ regular, immediate }, { regular: dearer, immediate })).toBe(false)
  expect(costTheSame({ regular, immediate }, { regular, immediate: dearer })).toBe(false)
})
