import { expect, test } from 'vitest'
import { usualIntroductionTerms } from './fee-chain.ts'
import { splitExamples } from './split-rules.ts'

const schedule = {
  regular: [10_000n, 5_000n, 7_500n, 5_000n, 2_500n],
  immediate: [20_000n, 7_500n, 10_000n, 7_500n, 5_000n],
} as const

test('the examples have the golden cents of domain §4: 80 % down to the seller two, the rest to their seller one', () => {
  const [regular, immediate] = splitExamples(schedule, usualIntroductionTerms)
  expect(regular).toEqual({
    speed: 'regular',
    rate: 2_500n,
    examples: [
      { gross: 100_000n, share: 250n, sellerTwo: 200n, sellerOne: 50n },
      { gross: 33_333n, share: 83n, sellerTwo: 66n, sellerOne: 17n },
      { gross: 1_000n, share: 2n, sellerTwo: 1n, sellerOne: 1n },
    ],
  })
  expect(immediate?.examples[0]).toEqual({
    gross: 100_000n,
    share: 500n,
    sellerTwo: 400n,
    sellerOne: 100n,
  })
})

test('other settings divide otherwise, and nothing is lost', () => {
  const terms = { ...usualIntroductionTerms, sellerTwoPartHundredthsBp: 333_333n }
  for (const { examples } of splitExamples(schedule, terms))
    for (const { share, sellerTwo, sellerOne } of examples) expect(sellerTwo + sellerOne).toBe(share)
})
