import { simulatedCodes, simulatedPeople } from '@cardamom/contract/fees/fee-schedules'
import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import { houseId, type Company } from '../companies/company.ts'
import {
  freezeChain,
  type Chain,
  type Introduction,
  type IntroductionTerms,
  type Level,
} from './fee-chain.ts'
import { levelOf } from '../companies/company-reader.sql.ts'
import { feeInside, splitOf, type FeeSplit } from './fee-split.ts'
import { levels, partsForReader, type ScheduleRates } from './fee-view.ts'

type Code = (typeof simulatedCodes)[number]
type Person = (typeof simulatedPeople)[number]

/** Nobody in particular: a simulation says what the people of a code earn, not who they are. */
const person = (kind: Person): Person => kind

/** A code as a person would have registered with it now. */
const introductionOf = (code: Code, now: Date): Introduction | null => {
  if (code === 'none') return null
  if (code === 'referral') return { by: 'referrer', referrerId: person('referrer'), registeredAt: now }
  const sellerOneId = person('seller_one')
  return code === 'seller_one'
    ? { by: 'seller_one', sellerOneId }
    : { by: 'seller_two', sellerOneId, sellerTwoId: person('seller_two') }
}

type Path = readonly Pick<Company, 'id' | 'tier' | 'operatorOwned'>[]

/** A company on every level, for the platform. */
export const platformPath: Path = [1, 2, 3, 4].map((tier) => ({
  id: String(tier),
  tier,
  operatorOwned: false,
}))

/** The chain of a person of a company, as a quote would freeze it now. `path` is in any order. */
export const simulatedChain = (
  path: Path,
  { code, terms, now }: { code: Code; terms: IntroductionTerms; now: Date },
): Chain =>
  freezeChain({
    operatorId: houseId,
    companies: path
      .map(({ id, tier, operatorOwned }) => ({
        companyId: id,
        tier: levelOf(tier) as Exclude<Level, 0>,
        isOperatorOwned: operatorOwned,
      }))
      .toSorted((a, b) => a.tier - b.tier),
    introduction: introductionOf(code, now),
    terms,
    quotedAt: now,
  })

/** What the people of a code get of the share of level 4, to the cent. */
const peopleOf = ({ shares }: FeeSplit) =>
  simulatedPeople.flatMap((kind) => {
    const share = shares.find(({ ownerId, ownerKind }) => ownerKind !== 'company' && ownerId === kind)
    return share ? [{ kind, amount: share.amountCents }] : []
  })

/** What loads cost and pay each level, by the function that prices loads (domain §4). */
export const simulate = (of: {
  chain: Chain
  level: Level
  gross: readonly bigint[]
  now: ScheduleRates
  proposed: ScheduleRates | null
}) =>
  loadSpeeds.map((speed) => ({
    speed,
    examples: of.gross.map((grossCents) => {
      const parts = (rates: ScheduleRates['regular']) => {
        const split = splitOf({ grossCents, rates, chain: of.chain })
        return { ...partsForReader(split, of.level), people: peopleOf(split) }
      }
      return {
        gross: grossCents,
        now: parts(of.now[speed]),
        proposed: of.proposed && parts(of.proposed[speed]),
      }
    }),
  }))

/** What transfers cost their senders, from the reader's level down; the operator sends none. */
export const simulateTransfers = (of: {
  level: Level
  gross: readonly bigint[]
  now: ScheduleRates
  proposed: ScheduleRates | null
}) =>
  of.gross.map((totalCents) => ({
    gross: totalCents,
    senders: levels
      .filter((level) => level > 0 && level >= of.level)
      .map((level) => {
        const costs = ({ transfer }: ScheduleRates) => {
          const { feeCents, netCents } = feeInside({ totalCents, rateHundredthsBp: transfer[level] })
          return { fee: feeCents, net: netCents }
        }
        return { level, now: costs(of.now), proposed: of.proposed && costs(of.proposed) }
      }),
  }))
