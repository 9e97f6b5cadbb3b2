import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import { houseId, type Company } from '../companies/company.ts'
import { freezeChain, type Chain, type Level } from './fee-chain.ts'
import { levelOf } from '../companies/company-reader.sql.ts'
import { splitOf } from './fee-split.ts'
import { levels, partsForReader, type ScheduleRates } from './fee-view.ts'

/** A person with a code, whoever it is: the simulation says what level 4 earns, not who. */
const anyPerson = { ownerKind: 'seller', ownerId: 'code', level: 4 } as const

/** A chain with somebody on every level. */
export const platformChain: Chain = levels.map((level) => ({
  ownerKind: level === 0 ? 'operator' : 'company',
  ownerId: String(level),
  level,
}))

/** The chain of a person of a company, as a quote would freeze it now. `path` is in any order. */
export const companyChain = (
  path: readonly Pick<Company, 'id' | 'tier' | 'operatorOwned'>[],
  { withCode, now }: { withCode: boolean; now: Date },
): Chain => {
  const chain = freezeChain({
    operatorId: houseId,
    companies: path
      .map(({ id, tier, operatorOwned }) => ({
        companyId: id,
        tier: levelOf(tier) as Exclude<Level, 0>,
        isOperatorOwned: operatorOwned,
      }))
      .toSorted((a, b) => a.tier - b.tier),
    introduction: withCode ? { by: 'seller_one', sellerOneId: anyPerson.ownerId } : null,
    quotedAt: now,
  })
  return chain
}

/** What loads cost and pay each level, by the function that prices loads (domain §4). */
export const simulate = (of: {
  chain: Chain
  level: Level
  gross: readonly bigint[]
  now: ScheduleRates
  proposed: Pick<ScheduleRates, 'regular' | 'immediate'> | null
}) =>
  loadSpeeds.map((speed) => ({
    speed,
    examples: of.gross.map((grossCents) => {
      const parts = (rates: ScheduleRates['regular']) =>
        partsForReader(splitOf({ grossCents, rates, chain: of.chain }), of.level)
      return {
        gross: grossCents,
        now: parts(of.now[speed]),
        proposed: of.proposed && parts(of.proposed[speed]),
      }
    }),
  }))
