import { describe, expect, it, test } from 'vitest'
import { freezeChain } from './fee-chain.ts'
import type { Introduction } from './fee-chain.ts'

const quotedAt = new Date('2026-11-20T15:00:00.000Z')
const company = (companyId: string, tier: 1 | 2 | 3 | 4) => ({ companyId, tier, isOperatorOwned: false })
const freeze = (introduction: Introduction | null, at = quotedAt) =>
  freezeChain({
    operatorId: 'operator',
    companies: [company('norte', 1), company('andes', 2), company('lima', 3), company('callao', 4)],
    introduction,
    quotedAt: at,
  })
const onFour = (introduction: Introduction | null, at?: Date) =>
  freeze(introduction, at).filter(({ level }) => level === 4)

describe('the frozen chain', () => {
  it('goes from the operator down to the company', () => {
    expect(freeze(null)).toEqual([
      { ownerKind: 'operator', ownerId: 'operator', level: 0 },
      { ownerKind: 'company', ownerId: 'norte', level: 1 },
      { ownerKind: 'company', ownerId: 'andes', level: 2 },
      { ownerKind: 'company', ownerId: 'lima', level: 3 },
      { ownerKind: 'company', ownerId: 'callao', level: 4 },
    ])
  })

  it('assigns level 4 to the people of the code, before the tier-4 company', () => {
    expect(onFour({ by: 'seller_two', sellerTwoId: 'eva', sellerOneId: 'ana' })).toEqual([
      { ownerKind: 'seller', ownerId: 'eva', level: 4, partHundredthsBp: 800_000n },
      { ownerKind: 'seller', ownerId: 'ana', level: 4 },
    ])
    expect(onFour({ by: 'seller_one', sellerOneId: 'ana' })).toEqual([
      { ownerKind: 'seller', ownerId: 'ana', level: 4 },
    ])
  })

  it('freezes the split that the settings say', () => {
    const chain = freezeChain({
      operatorId: 'operator',
      companies: [],
      introduction: { by: 'seller_two', sellerTwoId: 'eva', sellerOneId: 'ana' },
      terms: { sellerTwoPartHundredthsBp: 600_000n, referrerMonths: 6 },
      quotedAt,
    })
    expect(chain[1]?.partHundredthsBp).toBe(600_000n)
  })

  it('ends the months of a referrer on the last day of a shorter month', () => {
    const levelsAt = (at: string) =>
      freezeChain({
        operatorId: 'operator',
        companies: [],
        introduction: {
          by: 'referrer',
          referrerId: 'rosa',
          registeredAt: new Date('2026-08-31T10:00:00.000Z'),
        },
        terms: { sellerTwoPartHundredthsBp: 800_000n, referrerMonths: 3 },
        quotedAt: new Date(at),
      }).map(({ level }) => level)
    expect(levelsAt('2026-11-30T09:59:59.999Z')).toEqual([0, 4])
    expect(levelsAt('2026-11-30T10:00:00.000Z')).toEqual([0])
  })

  it('leaves out companies that the operator owns', () => {
    const chain = freezeChain({
      operatorId: 'operator',
      companies: [{ ...company('house', 1), isOperatorOwned: true }, company('andes', 2)],
      introduction: null,
      quotedAt,
    })
    expect(chain.map(({ ownerId }) => ownerId)).toEqual(['operator', 'andes'])
  })

  test.each([
    ['2025-11-20T15:00:00.001Z', '2026-11-20T15:00:00.000Z', 'rosa'],
    ['2025-11-20T15:00:00.000Z', '2026-11-20T15:00:00.000Z', 'callao'],
    ['2024-02-29T10:00:00.000Z', '2025-02-28T09:59:59.999Z', 'rosa'],
    ['2024-02-29T10:00:00.000Z', '2025-02-28T10:00:00.000Z', 'callao'],
    ['2025-12-31T00:00:00.000Z', '2026-12-30T23:59:59.999Z', 'rosa'],
  ])('registered %s, quoted %s: level 4 is %s', (registeredAt, at, ownerId) => {
    const introduction = { by: 'referrer', referrerId: 'rosa', registeredAt: new Date(registeredAt) } as const
    expect(onFour(introduction, new Date(at)).map((beneficiary) => beneficiary.ownerId)).toEqual([ownerId])
  })
})
