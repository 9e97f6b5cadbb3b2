import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideTopUp } from './top-up.ts'
import { acceptanceJournals } from './top-up-plan.ts'
import type { WalletHolder } from '../wallets/wallet-holder.ts'
import type { Company } from '../companies/company.ts'

const state = {
  availableCents: 0n,
  pendingCents: 0n,
  reservedCents: 0n,
  allowanceCents: 0n,
  seq: 0n,
  isClosed: false,
}
const company = (tier: number, operatorOwned = false) =>
  ({ id: `company-${tier}`, tier, operatorOwned, path: [], active: true }) as unknown as Company
const holderOf = (tier: number): WalletHolder => ({
  id: `company-${tier}`,
  kind: 'company',
  name: `T${tier}`,
  email: null,
  company: company(tier),
  wallets: { regular: state, immediate: state },
})
const limits = { minimumCents: 1n, maximumCents: 10n ** 12n, leftTodayCents: 10n ** 12n }
const regular = [10_000n, 5000n, 7500n, 5000n, 2500n] as const
const immediate = [20_000n, 7500n, 10_000n, 7500n, 5000n] as const

const anyTopUp = fc.record({
  tier: fc.integer({ min: 1, max: 4 }),
  owned: fc.array(fc.integer({ min: 1, max: 3 })),
  wallet: fc.constantFrom('regular' as const, 'immediate' as const),
  grossCents: fc.bigInt({ min: 1n, max: 1_000_000_000n }),
  rates: fc.tuple(
    ...(Array.from({ length: 5 }, () => fc.bigInt({ min: 0n, max: 190_000n })) as [
      fc.Arbitrary<bigint>,
      fc.Arbitrary<bigint>,
      fc.Arbitrary<bigint>,
      fc.Arbitrary<bigint>,
      fc.Arbitrary<bigint>,
    ]),
  ),
})
const decided = ({ tier, owned, ...facts }: typeof anyTopUp extends fc.Arbitrary<infer T> ? T : never) =>
  decideTopUp({
    ...facts,
    holder: holderOf(tier),
    path: Array.from({ length: tier }, (_, at) => company(at + 1, owned.includes(at + 1) && at + 1 < tier)),
    limits,
  })

test.each([
  ['regular', regular, 22_500n, [5000n, 7500n], 10_000n],
  ['immediate', immediate, 37_500n, [7500n, 10_000n], 20_000n],
] as const)('10,000.00 %s of a tier-3 company (money §6, 6)', (wallet, rates, fee, shares, operator) => {
  const found = decided({ tier: 3, owned: [], wallet, grossCents: 1_000_000n, rates: [...rates] })
  if (!found.accepted) throw new Error(found.code)
  const { feeCents, operatorCents, netCents } = found.value
  expect([feeCents, operatorCents, netCents]).toEqual([fee, operator, 1_000_000n - fee])
  expect(found.value.shares.map(({ amountCents }) => amountCents)).toEqual(shares)
})

test('wallet, shares and operator add up to what was sent, whatever the chain, and its price does not depend on it', () => {
  fc.assert(
    fc.property(anyTopUp, (facts) => {
      const found = decided(facts)
      const price = decided({ ...facts, owned: [] })
      expect(found.accepted).toBe(price.accepted)
      if (!found.accepted || !price.accepted) return
      const made = found.value
      expect(made.feeCents).toBe(price.value.feeCents)
      expect(made.operatorCents).toBeGreaterThanOrEqual(0n)
      const journals = acceptanceJournals({ ...made, id: 'one', now: new Date(0) })
      const legs = journals.flatMap((each) => each.legs)
      const sumOf = (test: (code: string) => boolean) =>
        legs.filter(({ account }) => test(account.code)).reduce((sum, { amount }) => sum + amount, 0n)
      expect(sumOf(() => true)).toBe(0n)
      expect(sumOf((code) => code === 'bank.unconfirmed')).toBe(-facts.grossCents)
      expect(
        sumOf((code) => code.startsWith('wallet.') || code.endsWith('_fees') || code === 'fee.deferred'),
      ).toBe(facts.grossCents)
      // The twin rule: no card is touched.
      expect(sumOf((code) => code.startsWith('card.') || code === 'issuer.allocated')).toBe(0n)
    }),
  )
})
