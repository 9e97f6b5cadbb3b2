import { expect, test } from 'vitest'
import { followIssuer, type IssuerView } from './issuer-view.ts'

const theirs = (status: IssuerView['status'], block: Partial<IssuerView> = {}): IssuerView => ({
  status,
  blockReason: null,
  ...block,
})
const fraud = theirs('blocked', { blockReason: 'SUSPECTED_FRAUD_CVV' })
const activated = { status: 'activated', blockReason: null } as const
const blocked = (blockReason: 'self' | 'admin' | 'issuer' | 'fraud') =>
  ({ status: 'blocked', blockReason }) as const

test('a block of the issuer blocks, with the reason that only the issuer can undo', () => {
  expect(followIssuer(activated, fraud)).toEqual({
    events: ['card.blocked'],
    status: 'blocked',
    reason: 'fraud',
  })
  const other = theirs('blocked', { blockReason: 'INTERNAL_REVIEW_FAILED' })
  expect(followIssuer(activated, other)?.reason).toBe('issuer')
  expect(followIssuer(activated, theirs('frozen'))?.reason).toBe('admin')
})

test("the issuer's block replaces a pause, and an active card at the issuer does not end a pause", () => {
  expect(followIssuer(blocked('self'), fraud)).toMatchObject({ status: 'blocked', reason: 'fraud' })
  expect(followIssuer(blocked('fraud'), fraud)).toBeNull()
  expect(followIssuer(blocked('fraud'), theirs('frozen'))).toBeNull()
  expect(followIssuer(blocked('fraud'), theirs('active'))).toEqual({
    events: ['card.resumed'],
    status: 'activated',
    reason: null,
  })
  expect(followIssuer(blocked('self'), theirs('active'))).toBeNull()
  expect(followIssuer(blocked('self'), theirs('frozen'))).toBeNull()
})

test('an equal state changes nothing', () => {
  expect(followIssuer(activated, theirs('active'))).toBeNull()
  expect(followIssuer({ status: 'associated', blockReason: null }, theirs('inactive'))).toBeNull()
  expect(followIssuer({ status: 'closed', blockReason: null }, theirs('closed'))).toBeNull()
})

test('activation, expiry and closing follow', () => {
  expect(followIssuer({ status: 'associated', blockReason: null }, theirs('active'))?.status).toBe(
    'activated',
  )
  expect(followIssuer(activated, theirs('frozen'))).toMatchObject({ status: 'blocked', reason: 'admin' })
  expect(followIssuer(blocked('self'), theirs('expired'))?.status).toBe('expired')
  expect(followIssuer(activated, theirs('closed'))).toEqual({
    events: ['card.closing_started', 'card.closed'],
    status: 'closed',
    reason: null,
  })
})
