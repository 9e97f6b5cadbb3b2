import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import { freezeChain, type Introduction, type IntroductionTerms } from './fee-chain.ts'
import { splitOf, type LevelRates } from './fee-split.ts'

/** The amounts of the worked examples (domain §4). */
const exampleGrossCents: readonly bigint[] = [100_000n, 33_333n, 1_000n]
const levelOfPeople = 4

const sellerOneId = 'seller one'
const sellerTwoId = 'seller two'

/** What the people of a code get of a gross, by the functions that price a load. */
const sharesOf = (of: {
  grossCents: bigint
  rates: LevelRates
  introduction: Introduction
  terms: IntroductionTerms
}): ReadonlyMap<string, bigint> => {
  const { grossCents, rates, introduction, terms } = of
  const chain = freezeChain({
    operatorId: 'operator',
    companies: [],
    introduction,
    terms,
    quotedAt: new Date(0),
  })
  return new Map(
    splitOf({ grossCents, rates, chain }).shares.map(({ ownerId, amountCents }) => [ownerId, amountCents]),
  )
}

/** The share of level 4 by speed, and how the people of a code divide it, in examples. */
export const splitExamples = (
  schedule: Readonly<Record<(typeof loadSpeeds)[number], LevelRates>>,
  terms: IntroductionTerms,
) =>
  loadSpeeds.map((speed) => {
    const rates = schedule[speed]
    const examples = exampleGrossCents.map((grossCents) => {
      const of = { grossCents, rates, terms }
      const alone = sharesOf({ ...of, introduction: { by: 'seller_one', sellerOneId } })
      const two = sharesOf({ ...of, introduction: { by: 'seller_two', sellerOneId, sellerTwoId } })
      return {
        gross: grossCents,
        share: alone.get(sellerOneId) ?? 0n,
        sellerTwo: two.get(sellerTwoId) ?? 0n,
        sellerOne: two.get(sellerOneId) ?? 0n,
      }
    })
    return { speed, rate: rates[levelOfPeople], examples }
  })
