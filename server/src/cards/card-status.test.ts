import { describe, expect, it, test } from 'vitest'
import { isFinal, nextStatus, startWaiting, statesOf, stopWaiting, transitionsOf } from '../kernel/states.ts'
import { blockReasons, canWaitFor, cardTransitions, cardStatuses, mayResume } from './card-status.ts'
import type { CardEvent, SettledCardStatus } from './card-status.ts'

/** The table of domain §15, written again by hand. */
const expected = [
  ['new', 'card.associated', 'associated'],
  ['new', 'card.closed', 'closed'],
  ['associated', 'card.activation_requested', 'requested_activation'],
  ['associated', 'card.activated', 'activated'],
  ['requested_activation', 'card.activated', 'activated'],
  ['activated', 'card.blocked', 'blocked'],
  ['activated', 'card.replaced', 'replaced'],
  ['activated', 'card.expired', 'expired'],
  ['activated', 'card.closing_started', 'closing'],
  ['blocked', 'card.resumed', 'activated'],
  ['blocked', 'card.replaced', 'replaced'],
  ['blocked', 'card.expired', 'expired'],
  ['blocked', 'card.closing_started', 'closing'],
  ['closing', 'card.closed', 'closed'],
] as const

const events = [...new Set(transitionsOf(cardTransitions).map(({ event }) => event))]
const targetOf = (from: SettledCardStatus, event: CardEvent) =>
  expected.find((row) => row[0] === from && row[1] === event)?.[2] ?? null

describe('the states of a card', () => {
  it('has exactly the transitions of the design', () => {
    for (const from of statesOf(cardTransitions)) {
      for (const event of events)
        expect([from, event, nextStatus(cardTransitions, from, event)]).toEqual([
          from,
          event,
          targetOf(from, event),
        ])
    }
  })

  it('ends replaced, expired or closed', () => {
    expect(statesOf(cardTransitions).filter((state) => isFinal(cardTransitions, state))).toEqual([
      'replaced',
      'expired',
      'closed',
    ])
    expect(cardStatuses).toContain('pending')
  })

  test.each(expected)('%s with %s requested at the issuer: pending, then %s or back', (from, event, to) => {
    expect(canWaitFor(from, event)).toBe(true)
    const card = { id: 'c', version: 1 }
    expect(startWaiting(cardTransitions, { ...card, status: from }, event).set).toMatchObject({
      status: 'pending',
    })
    const after = (isDone: boolean) =>
      stopWaiting(cardTransitions, { ...card, status: 'pending' }, { from, event, isDone }).set['status']
    expect([after(true), after(false)]).toEqual([to, from])
  })

  it('requests no impossible transition at the issuer, and only one at a time', () => {
    expect(canWaitFor('closed', 'card.resumed')).toBe(false)
    expect(canWaitFor('new', 'card.blocked')).toBe(false)
    expect(canWaitFor('pending', 'card.blocked')).toBe(false)
  })

  it('lets each block be undone by one party', () => {
    const parties = ['holder', 'admin', 'issuer'] as const
    const allowed = blockReasons.map((reason) => parties.filter((by) => mayResume({ reason, by })))
    expect(allowed).toEqual([['holder'], ['admin'], ['issuer'], ['issuer']])
  })
})
