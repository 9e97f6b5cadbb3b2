import { cardBlockReasons, cardStates } from '@cardamom/contract/cards'
import { expect, test } from 'vitest'
import { loadableNow, loadObstacle } from './card-for-load.ts'
import { blockReasons, cardStatuses, type CardStatus } from './card-status.ts'
import { explanationOf, holderMayResume, holderMayReveal, inFlight } from './card-view.ts'

const card = (status: CardStatus, more: object = {}) => ({
  status,
  pendingCall: null,
  pendingFrom: null,
  blockReason: null,
  enabled: true,
  refusal: null,
  issuerCardId: 'issuer-card',
  ...more,
})
const money = { availableCents: 0n, floatingCents: 0n }
const explained = (status: CardStatus, more: object = {}, availableCents = 0n) =>
  explanationOf(card(status, more), { ...money, availableCents })

test('the wire has exactly the states and reasons of the table of transitions', () => {
  expect([...cardStates].sort()).toEqual([...cardStatuses].sort())
  expect([...cardBlockReasons].sort()).toEqual([...blockReasons].sort())
})

test('every state has its explanation', () => {
  expect(explained('new')).toBe('being_made')
  expect(explained('new', { refusal: 'absent' })).toBe('being_made_late')
  for (const gap of ['details_missing', 'document_missing'] as const)
    expect(explained('new', { refusal: gap })).toBe(gap)
  expect(explained('associated')).toBe('not_activated')
  expect(explained('requested_activation')).toBe('waits_for_activation')
  expect(explained('activated')).toBe('ready')
  expect(explained('activated', {}, -1n)).toBe('overdrawn')
  expect(explained('activated', { enabled: false })).toBe('disabled')
  expect(explained('blocked', { blockReason: 'self' })).toBe('paused_by_you')
  expect(explained('blocked', { blockReason: 'fraud' })).toBe('blocked_for_fraud')
  for (const status of ['replaced', 'expired', 'closing', 'closed'] as const) {
    expect(explained(status)).toBe(status)
  }
})

test('a pending card names the operation that it waits for', () => {
  const pending = (pendingCall: string) => card('pending', { pendingCall })
  expect(inFlight(pending('card.associated'))).toBe('making')
  expect(inFlight(pending('card.blocked'))).toBe('pausing')
  expect(explained('pending', { pendingCall: 'card.resumed' })).toBe('resuming')
  expect(inFlight(card('activated'))).toBeNull()
})

test('the holder can resume only their own pause, and only an enabled card', () => {
  expect(holderMayResume(card('blocked', { blockReason: 'self' }))).toBe(true)
  expect(holderMayResume(card('blocked', { blockReason: 'self', enabled: false }))).toBe(false)
  for (const blockReason of ['admin', 'issuer', 'fraud']) {
    expect(holderMayResume(card('blocked', { blockReason })), blockReason).toBe(false)
  }
  expect(holderMayResume(card('activated'))).toBe(false)
})

test('the number is shown only for a card in use', () => {
  expect(cardStatuses.filter((status) => holderMayReveal(card(status)))).toEqual(['activated'])
  expect(holderMayReveal(card('activated', { enabled: false }))).toBe(false)
})

test('only an activated, enabled card can be loaded; the refusal says why', () => {
  expect(cardStatuses.filter((status) => loadableNow(card(status)))).toEqual(['activated'])
  expect(loadObstacle(card('activated', { enabled: false }))).toBe('card_not_loadable')
  for (const status of ['blocked', 'pending', 'closing', 'closed'] as const) {
    expect(loadObstacle(card(status)), status).toBe('card_not_loadable')
  }
  expect(loadObstacle(card('new'))).toBe('card_not_associated')
  for (const status of ['associated', 'requested_activation', 'replaced', 'expired'] as const) {
    expect(loadObstacle(card(status)), status).toBe('card_invalid')
  }
})
