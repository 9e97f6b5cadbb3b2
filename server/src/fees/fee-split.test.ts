import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { refused } from '../kernel/answer.ts'
import type { Answer } from '../kernel/answer.ts'
import { anyChain, anyGrossCents, anyRates } from './fee-arbitraries.test-kit.ts'
import { freezeChain } from './fee-chain.ts'
import type { Chain } from './fee-chain.ts'
import { splitFee, splitOf, splitTopUp, transferFee } from './fee-split.ts'
import type { FeeSplit, LevelRates } from './fee-split.ts'

const regular: LevelRates = [10_000n, 5_000n, 7_500n, 5_000n, 2_500n]
const immediate: LevelRates = [20_000n, 7_500n, 10_000n, 7_500n, 5_000n]

const quotedAt = new Date('2026-11-20T15:00:00.000Z')
const company = (companyId: string, tier: 1 | 2 | 3 | 4) => ({ companyId, tier, isOperatorOwned: false })
const toLima = [company('norte', 1), company('andes', 2), company('lima', 3)]
const chainOf = (companies: Parameters<typeof freezeChain>[0]['companies'], code = false): Chain =>
  freezeChain({
    operatorId: 'operator',
    companies,
    introduction: code ? { by: 'seller_two', sellerTwoId: 'eva', sellerOneId: 'ana' } : null,
    quotedAt,
  })
const allLevels = chainOf([...toLima, company('callao', 4)])
const withEva = chainOf(toLima, true)

const nothingIsLeft = refused('invalid_amount')
const valueOf = <T>(answer: Answer<T>): T => {
  if (!answer.accepted) throw new Error(`refused: ${answer.code}`)
  return answer.value
}

const amountsOf = (answer: Answer<FeeSplit>) => {
  const { feeCents, netCents, operatorCents, shares } = valueOf(answer)
  return {
    fee: feeCents,
    net: netCents,
    operator: operatorCents,
    shares: shares.map(({ amountCents }) => amountCents),
  }
}

describe('golden splits (domain §4)', () => {
  test.each([
    ['regular', 100_000n, regular, 3_000n, 97_000n, 1_000n, [500n, 750n, 500n, 250n]],
    ['immediate', 100_000n, immediate, 5_000n, 95_000n, 2_000n, [750n, 1_000n, 750n, 500n]],
    ['regular', 33_333n, regular, 1_000n, 32_333n, 336n, [166n, 249n, 166n, 83n]],
    ['regular', 1_000n, regular, 30n, 970n, 11n, [5n, 7n, 5n, 2n]],
  ] as const)('%s, %d cents', (_speed, grossCents, rates, fee, net, operator, shares) => {
    expect(amountsOf(splitFee({ grossCents, rates, chain: allLevels }))).toEqual({
      fee,
      net,
      operator,
      shares,
    })
  })

  it('splits tier 4 between Eva and Ana (money §6, 1 and 2)', () => {
    expect(valueOf(splitFee({ grossCents: 100_000n, rates: regular, chain: withEva }))).toEqual({
      grossCents: 100_000n,
      feeCents: 3_000n,
      netCents: 97_000n,
      operatorCents: 1_000n,
      shares: [
        { ownerKind: 'company', ownerId: 'norte', level: 1, amountCents: 500n },
        { ownerKind: 'company', ownerId: 'andes', level: 2, amountCents: 750n },
        { ownerKind: 'company', ownerId: 'lima', level: 3, amountCents: 500n },
        { ownerKind: 'seller', ownerId: 'eva', level: 4, amountCents: 200n },
        { ownerKind: 'seller', ownerId: 'ana', level: 4, amountCents: 50n },
      ],
    })
    const ofThird = splitFee({ grossCents: 33_333n, rates: regular, chain: withEva })
    expect(amountsOf(ofThird).shares).toEqual([166n, 249n, 166n, 66n, 17n])
    const ofTen = splitFee({ grossCents: 1_000n, rates: regular, chain: withEva })
    expect(amountsOf(ofTen).shares).toEqual([5n, 7n, 5n, 1n, 1n])
  })

  it('charges a top-up for the levels above its owner (money §6, 6)', () => {
    const ofLima = { ownerLevel: 3, chain: chainOf(toLima), grossCents: 1_000_000n } as const
    expect(amountsOf(splitTopUp({ ...ofLima, rates: regular }))).toEqual({
      fee: 22_500n,
      net: 977_500n,
      operator: 10_000n,
      shares: [5_000n, 7_500n],
    })
    expect(amountsOf(splitTopUp({ ...ofLima, rates: immediate }))).toEqual({
      fee: 37_500n,
      net: 962_500n,
      operator: 20_000n,
      shares: [7_500n, 10_000n],
    })
  })

  it('subtracts transfer fees from the total (money §6, 6)', () => {
    expect(valueOf(transferFee({ totalCents: 500_000n, rateHundredthsBp: 2_000n }))).toEqual({
      totalCents: 500_000n,
      feeCents: 1_000n,
      netCents: 499_000n,
    })
    expect(valueOf(transferFee({ totalCents: 50_000n, rateHundredthsBp: 2_000n })).netCents).toBe(49_900n)
    expect(valueOf(transferFee({ totalCents: 90_180n, rateHundredthsBp: 2_000n })).netCents).toBe(90_000n)
    expect(transferFee({ totalCents: 0n, rateHundredthsBp: 2_000n })).toEqual(nothingIsLeft)
    expect(transferFee({ totalCents: 1n, rateHundredthsBp: 500_000n })).toEqual(nothingIsLeft)
  })
})

describe('rolling up', () => {
  it('adds a missing rate before rounding: 0.75 % + 0.50 % of 333.33 is 4.16, not 2.49 + 1.66', () => {
    const chain = chainOf([company('norte', 1), company('andes', 2)])
    expect(
      amountsOf(splitFee({ grossCents: 33_333n, rates: [10_000n, 5_000n, 7_500n, 5_000n, 0n], chain }))
        .shares,
    ).toEqual([166n, 416n])
  })

  it('assigns all of an operator-owned company to the operator', () => {
    const operatorCompany = freezeChain({
      operatorId: 'operator',
      companies: [{ companyId: 'house', tier: 1, isOperatorOwned: true }],
      introduction: null,
      quotedAt,
    })
    expect(amountsOf(splitFee({ grossCents: 33_333n, rates: regular, chain: operatorCompany }))).toEqual({
      fee: 1_000n,
      net: 32_333n,
      operator: 1_000n,
      shares: [],
    })
  })

  it('passes the share of an operator-owned middle company to the level above it', () => {
    const companies = [
      company('norte', 1),
      { ...company('andes', 2), isOperatorOwned: true },
      company('lima', 3),
    ]
    const split = splitFee({ grossCents: 100_000n, rates: regular, chain: chainOf(companies) })
    expect(amountsOf(split)).toEqual({ fee: 3_000n, net: 97_000n, operator: 1_000n, shares: [1_250n, 750n] })
  })

  it('does not charge a top-up for levels below its owner', () => {
    const split = splitTopUp({ ownerLevel: 1, grossCents: 100_000n, rates: regular, chain: chainOf(toLima) })
    expect(amountsOf(split)).toEqual({ fee: 1_000n, net: 99_000n, operator: 1_000n, shares: [] })
  })
})

describe('what is refused', () => {
  it('refuses a gross amount that the fee uses up', () => {
    const rates: LevelRates = [190_000n, 190_000n, 190_000n, 0n, 0n]
    expect(splitFee({ grossCents: 1n, rates, chain: allLevels })).toEqual(nothingIsLeft)
    expect(amountsOf(splitFee({ grossCents: 2n, rates, chain: allLevels })).net).toBe(1n)
    expect(splitFee({ grossCents: 0n, rates, chain: allLevels })).toEqual(nothingIsLeft)
    expect(splitTopUp({ ownerLevel: 4, grossCents: 1n, rates, chain: allLevels })).toEqual(nothingIsLeft)
    expect(splitOf({ grossCents: 0n, rates, chain: allLevels }).feeCents).toBe(0n)
  })

  it('throws on an impossible schedule or chain', () => {
    const chain = allLevels
    expect(() => splitOf({ grossCents: -1n, rates: regular, chain })).toThrow(RangeError)
    expect(() => splitOf({ grossCents: 1n, rates: [1_000_000n, 0n, 0n, 0n, 0n], chain })).toThrow(RangeError)
    expect(() => splitOf({ grossCents: 1n, rates: [-1n, 0n, 0n, 0n, 0n], chain })).toThrow(RangeError)
    const twice = [...chain, { ownerKind: 'company', ownerId: 'lima', level: 3 } as const]
    expect(() => splitOf({ grossCents: 1n, rates: regular, chain: twice })).toThrow(RangeError)
    const part = { ownerKind: 'seller', ownerId: 'eva', level: 4, partHundredthsBp: 500_001n } as const
    expect(() => splitOf({ grossCents: 1n, rates: regular, chain: [part, part] })).toThrow(RangeError)
  })
})

describe('any split (money §7)', () => {
  it('is complete: card + shares + operator = gross, and no part is below zero', () => {
    fc.assert(
      fc.property(anyGrossCents, anyRates, anyChain, (grossCents, rates, chain) => {
        const split = splitOf({ grossCents, rates, chain })
        const shared = split.shares.reduce((sum, { amountCents }) => sum + amountCents, 0n)
        expect(split.netCents + shared + split.operatorCents).toBe(grossCents)
        expect(split.feeCents).toBe(shared + split.operatorCents)
        expect(split.operatorCents >= 0n && split.netCents >= 0n).toBe(true)
        expect(split.shares.every(({ amountCents }) => amountCents >= 0n)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('has the same price whatever the depth of the chain and the code', () => {
    fc.assert(
      fc.property(anyGrossCents, anyRates, anyChain, anyChain, (grossCents, rates, one, other) => {
        const price = splitOf({ grossCents, rates, chain: one }).feeCents
        expect(splitOf({ grossCents, rates, chain: other }).feeCents).toBe(price)
      }),
    )
  })

  it('never decreases when the gross grows: fee, net and each share', () => {
    fc.assert(
      fc.property(
        anyGrossCents,
        fc.bigInt({ min: 0n, max: 10_000n }),
        anyRates,
        anyChain,
        (grossCents, more, rates, chain) => {
          const less = splitOf({ grossCents, rates, chain })
          const most = splitOf({ grossCents: grossCents + more, rates, chain })
          expect(most.feeCents).toBeGreaterThanOrEqual(less.feeCents)
          expect(most.netCents).toBeGreaterThanOrEqual(less.netCents)
          for (const [index, share] of less.shares.entries()) {
            expect(most.shares[index]?.amountCents).toBeGreaterThanOrEqual(share.amountCents)
          }
        },
      ),
    )
  })

  it('never pays a level more than its own rates with those rolled up to it', () => {
    fc.assert(
      fc.property(anyGrossCents, anyRates, anyChain, (grossCents, rates, chain) => {
        const { shares } = splitOf({ grossCents, rates, chain })
        const paid = shares.reduce((sum, { amountCents }) => sum + amountCents, 0n)
        const below = rates.slice(1).reduce((sum, rate) => sum + rate, 0n)
        expect(paid * 1_000_000n).toBeLessThanOrEqual(grossCents * below)
      }),
    )
  })

  it('divides the share of tier 4 among the code’s people exactly, whatever the structure', () => {
    const anyPart = fc.bigInt({ min: 0n, max: 1_000_000n })
    fc.assert(
      fc.property(anyGrossCents, anyRates, anyChain, anyPart, (grossCents, rates, others, part) => {
        const withoutFour = others.filter(({ level }) => level < 4)
        const alone = { ownerKind: 'seller', ownerId: 'ana', level: 4 } as const
        const two = { ownerKind: 'seller', ownerId: 'eva', level: 4, partHundredthsBp: part } as const
        const whole = splitOf({ grossCents, rates, chain: [...withoutFour, alone] })
        const parted = splitOf({ grossCents, rates, chain: [...withoutFour, two, alone] })
        const ofFour = ({ shares }: FeeSplit) => shares.filter(({ level }) => level === 4)
        const sum = (split: FeeSplit) => ofFour(split).reduce((total, each) => total + each.amountCents, 0n)
        expect(sum(parted)).toBe(sum(whole))
        expect(ofFour(parted).every(({ amountCents }) => amountCents >= 0n)).toBe(true)
        const ofEva = ofFour(parted).find(({ ownerId }) => ownerId === 'eva')
        expect(ofEva?.amountCents).toBe((sum(whole) * part) / 1_000_000n)
        expect([parted.feeCents, parted.operatorCents]).toEqual([whole.feeCents, whole.operatorCents])
      }),
      { numRuns: 300 },
    )
  })

  it('has the same price for a top-up as for a load with only the levels above', () => {
    const anyOwner = fc.constantFrom(1, 2, 3, 4)
    fc.assert(
      fc.property(anyGrossCents, anyRates, anyChain, anyOwner, (grossCents, rates, chain, ownerLevel) => {
        const split = splitTopUp({ grossCents, rates, chain, ownerLevel: ownerLevel as 1 | 2 | 3 | 4 })
        const above = rates.map((rate, level) => (level < ownerLevel ? rate : 0n)) as unknown as LevelRates
        const owed = splitOf({ grossCents, rates: above, chain })
        expect(split.accepted).toBe(owed.netCents > 0n)
        if (!split.accepted) return
        expect(split.value.feeCents).toBe(owed.feeCents)
        expect(split.value.shares.every(({ level }) => level < ownerLevel)).toBe(true)
      }),
    )
  })
})
