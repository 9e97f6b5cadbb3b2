import { expect, test } from 'vitest'
import { accountId } from './account-id.ts'
import { credit, currencyOf, debit, imbalance, journal } from './posting.ts'

const bank = { code: 'bank.settlement' }
const capital = { code: 'equity.capital' }
const card = { code: 'card.available', ownerId: 'c1', companyId: 'k1' }
const draft = {
  kind: 'capital.contributed',
  key: 'capital:1',
  command: 'x',
  effectiveAt: new Date('2026-11-20T15:00:00Z'),
}

test('credit is positive, debit negative', () => {
  expect(credit(bank, 5n).amount).toBe(5n)
  expect(debit(bank, 5n).amount).toBe(-5n)
  expect(debit(bank, -5n).amount).toBe(5n)
})

test('legs on the same account and reference are merged, legs of zero are dropped', () => {
  const { legs } = journal({
    ...draft,
    legs: [
      debit(bank, 5n),
      debit(bank, 7n, { atLeast: 3n }),
      credit(capital, 12n, { atLeast: 1n }),
      debit({ code: 'expense.losses' }, 0n),
    ],
  })
  expect(legs).toEqual([
    { account: bank, amount: -12n, atLeast: 3n },
    { account: capital, amount: 12n, atLeast: 1n },
  ])
})

test('merged legs have the strictest floor', () => {
  const { legs } = journal({
    ...draft,
    legs: [debit(bank, 5n, { atLeast: 9n }), debit(bank, 7n, { atLeast: 0n }), credit(capital, 12n)],
  })
  expect(legs[0]).toEqual({ account: bank, amount: -12n, atLeast: 9n })
})

test.each([
  [0n, -50n],
  [-50n, 0n],
])('of the floors %s and %s, nothing is the strictest', (first, second) => {
  const { legs } = journal({
    ...draft,
    legs: [debit(bank, 5n, { atLeast: first }), debit(bank, 7n, { atLeast: second }), credit(capital, 12n)],
  })
  expect(legs[0]).toEqual({ account: bank, amount: -12n, atLeast: 0n })
})

test('legs that cancel out make no journal', () => {
  expect(journal({ ...draft, legs: [debit(bank, 5n), credit(bank, 5n)] }).legs).toEqual([])
})

test.each([
  ['a sum that is not zero', [debit(bank, 5n), credit(capital, 4n)], 'USD is off by -1'],
  ['an account that is not in the chart', [debit({ code: 'bank.moon' }, 5n)], 'not in the chart'],
  ['an asset where there is none', [debit({ ...bank, asset: 'USDC@1' }, 5n)], 'not in the chart'],
  ['a missing asset', [debit({ code: 'crypto.deposits' }, 5n)], 'not in the chart'],
  ['a missing owner', [debit({ code: 'card.available' }, 5n)], 'needs an owner'],
  ['an owner of what is the operator’s', [debit({ ...bank, ownerId: 'x' }, 5n)], 'has no owner'],
  ['a missing reference', [debit({ code: 'fee.deferred' }, 5n), credit(bank, 5n)], 'needs a reference'],
  ['a broken twin rule', [debit(card, 5n), credit(bank, 5n)], 'apart by -5'],
  [
    'a leg that gives what there is',
    [credit(card, 5n, { restOn: { account: { ...card, ownerId: 'c2' } } }), debit(card, 5n)],
    'what there is of card.available cannot be added to it',
  ],
  [
    'the same on the debit side',
    [debit(bank, 5n, { restOn: { account: bank } }), credit(bank, 5n)],
    'what there is of bank.settlement cannot be added to it',
  ],
  [
    'a rest in another currency',
    [debit(card, 5n, { restOn: { account: { code: 'fx.units', asset: 'A@1' } } })],
    'the rest of card.available cannot be on fx.units',
  ],
  [
    'a rest of a card that is on no card',
    [debit(card, 5n, { restOn: { account: bank } })],
    'the rest of card.available cannot be on bank.settlement',
  ],
  [
    'a rest without a reference',
    [debit(bank, 5n, { restOn: { account: { code: 'fee.deferred' } } }), credit(bank, 5n)],
    'fee.deferred needs a reference',
  ],
])('refuses %s', (_name, legs, message) => {
  expect(() => journal({ ...draft, legs })).toThrow(message)
})

test('refuses kinds that are not built and keys of another form', () => {
  expect(() => journal({ ...draft, kind: 'deposit.frozen', key: 'deposit:a:b:1:frozen', legs: [] })).toThrow(
    'is not a kind that the product writes',
  )
  expect(() => journal({ ...draft, kind: 'nothing.known', legs: [] })).toThrow(
    'is not a kind that the product writes',
  )
  expect(() => journal({ ...draft, key: 'fund:1:sent', legs: [] })).toThrow('does not have the form')
})

test('each currency must balance separately', () => {
  const units = { code: 'fx.units', asset: 'USDC@1' }
  const value = { code: 'fx.usd', asset: 'USDC@1' }
  expect(currencyOf(units)).toBe('USDC@1')
  expect(currencyOf(value)).toBe('USD')
  expect(imbalance([credit(units, 5n), debit(value, 5n)])).toContain('off by')
})

test('an account’s id follows from its key, not from its company', () => {
  const id = accountId(card)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(accountId({ ...card, companyId: 'k2' })).toBe(id)
  const others = [
    { ...card, ownerId: 'c2' },
    { code: 'card.floating', ownerId: 'c1' },
    { code: 'fx.usd', asset: 'A' },
    { code: 'fx.usd', asset: 'B' },
    { code: 'suspense' },
  ]
  expect(new Set([id, ...others.map(accountId)]).size).toBe(6)
})
