import { expect, test } from 'vitest'
import { decidePayment } from './settlement.ts'
import { settlementPaid } from './settlement-postings.ts'

const paid = (
  of: { maturedCents: bigint; addedCents?: bigint; deductedCents?: bigint },
  standing: { owedCents: bigint; immediateCents: bigint },
  wallet: 'regular' | 'immediate' = 'regular',
) => {
  const pot = { addedCents: 0n, deductedCents: 0n, ...of }
  return settlementPaid({
    ...pot,
    ...decidePayment(pot, standing),
    id: 'settlement',
    ownerId: 'andes',
    companyId: 'andes',
    wallet,
    periodEnd: new Date('2026-11-24T16:00:00Z'),
    effectiveAt: new Date('2026-11-24T16:00:01Z'),
  })
}
const legsOf = (...of: Parameters<typeof paid>) =>
  paid(...of).legs.map(({ account, amount }) => [account.code, amount])

test('the settlement of Andes (money §4.6)', () => {
  const journal = paid({ maturedCents: 1299n }, { owedCents: 150n, immediateCents: 0n })
  expect(journal).toMatchObject({
    kind: 'settlement.paid',
    key: 'settlement:andes:regular:2026-11-24T16:00:00.000Z',
    command: 'settle settlement',
    subjectId: 'settlement',
  })
  expect(journal.legs.map(({ account, amount }) => [account.code, amount])).toEqual([
    ['wallet.regular.pending', -1299n],
    ['partner.owed', 150n],
    ['wallet.regular.available', 1149n],
  ])
})

test('a line by hand is an expense; below zero it is owed', () => {
  const standing = { owedCents: 0n, immediateCents: 0n }
  expect(legsOf({ maturedCents: 300n, addedCents: 900n }, { ...standing, owedCents: 1000n })).toEqual([
    ['wallet.regular.pending', -300n],
    ['expense.adjustments', -900n],
    ['partner.owed', 1000n],
    ['wallet.regular.available', 200n],
  ])
  expect(legsOf({ maturedCents: 300n, deductedCents: 1000n }, standing)).toEqual([
    ['wallet.regular.pending', -300n],
    ['expense.adjustments', 1000n],
    ['partner.owed', -700n],
  ])
})

test('an allowance in use is filled first; of an immediate wallet by the credit itself', () => {
  const below = { owedCents: 0n, immediateCents: -200n }
  expect(legsOf({ maturedCents: 500n }, below)).toEqual([
    ['wallet.regular.pending', -500n],
    ['wallet.immediate.available', 200n],
    ['wallet.regular.available', 300n],
  ])
  expect(legsOf({ maturedCents: 500n }, below, 'immediate')).toEqual([
    ['wallet.immediate.pending', -500n],
    ['wallet.immediate.available', 500n],
  ])
})
