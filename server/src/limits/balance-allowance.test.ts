import { expect, test } from 'vitest'
import { allowanceView, obstacleOf } from './balance-allowance.ts'

const set = { id: 'a', guarantorId: null, companyId: 'c', allowanceCents: 1000n, version: 1, refusedAt: null }

test('what was set is in force when the ledger has it, and is refused when the ledger kept another', () => {
  const wallet = { allowanceCents: 1000n, usedCents: 0n }
  expect(allowanceView(set, wallet).state).toBe('in_force')
  expect(allowanceView(null, { ...wallet, allowanceCents: 0n }).state).toBe('in_force')
  expect(allowanceView(set, { ...wallet, allowanceCents: 500n }).state).toBe('being_set')
  const refusedAt = new Date(0)
  expect(allowanceView({ ...set, refusedAt }, { ...wallet, allowanceCents: 500n }).state).toBe('refused')
})

test('what is left is the allowance less what the wallet is below zero (domain §7)', () => {
  expect(allowanceView(set, { allowanceCents: 100_000n, usedCents: 70_180n })).toMatchObject({
    used: 70_180n,
    left: 29_820n,
  })
  expect(allowanceView(set, { allowanceCents: 100n, usedCents: 500n }).left).toBe(0n)
})

test('only companies of tier 2 and 3 get an allowance, and never less than they use', () => {
  const wallet = { allowanceCents: 1000n, usedCents: 300n }
  const obstacle = (tier: number, allowanceCents: bigint) => obstacleOf({ tier, allowanceCents, wallet })
  expect([1, 2, 3, 4].map((tier) => obstacle(tier, 500n))).toEqual([
    'allowance_not_for_tier',
    null,
    null,
    'allowance_not_for_tier',
  ])
  expect(obstacle(2, 299n)).toBe('allowance_in_use')
  expect(obstacle(2, 300n)).toBeNull()
  expect(obstacleOf({ tier: 1, allowanceCents: 0n, wallet: { ...wallet, usedCents: 0n } })).toBeNull()
})
