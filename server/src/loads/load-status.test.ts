import { loadExceptions } from '@cardamom/contract/loads/load-exceptions'
import { paymentStatuses } from '@cardamom/contract/loads'
import { coinDepositStatuses } from '@cardamom/contract/loads/wallet-payments'
import { describe, expect, it } from 'vitest'
import { isFinal, nextStatus, transitionsOf, statesOf } from '../kernel/states.ts'
import { loadTransitions } from './load-status.ts'
import type { LoadEvent, LoadStatus } from './load-status.ts'

const walk = (steps: readonly LoadEvent[]) => {
  let status: LoadStatus = 'quoted'
  for (const event of steps) {
    const next: LoadStatus | null = nextStatus(loadTransitions, status, event)
    if (next === null) return `no ${event} in ${status}`
    status = next
  }
  return status
}

describe('the states of a load', () => {
  it('are values of the filter of a list', () => {
    const later = ['confirmed']
    expect([...statesOf(loadTransitions), ...later].toSorted()).toEqual([...paymentStatuses].toSorted())
  })

  it('are those of deposits too, where no transition to a card is possible', () => {
    const reached = new Set<string>(loadTransitions.initial)
    for (let size = 0; size < reached.size;) {
      size = reached.size
      for (const { from, event, to } of transitionsOf(loadTransitions))
        if (event !== 'load.accepted' && reached.has(from)) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(coinDepositStatuses.toSorted())
  })

  it('has one final state: a credited load can be reversed, and other loads can still receive late money', () => {
    expect(statesOf(loadTransitions).filter((state) => isFinal(loadTransitions, state))).toEqual(['refunded'])
  })

  it('reaches every state from the first ones', () => {
    const reached = new Set<string>(loadTransitions.initial)
    for (let size = 0; size < reached.size;) {
      size = reached.size
      for (const { from, to } of transitionsOf(loadTransitions)) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(statesOf(loadTransitions).toSorted())
  })

  it('has the transitions of the product’s examples', () => {
    const credit = ['issuer.transfer_started', 'load.credited'] as const
    expect(walk(['load.detected', 'load.accepted', ...credit])).toBe('credited')
    const afterExpiry = ['load.detected', 'load.undetected', 'load.expired', 'load.paid_late'] as const
    expect(walk([...afterExpiry, 'load.accepted', ...credit])).toBe('credited')
    expect(walk(['load.cancelled', 'load.detected'])).toBe('no load.detected in cancelled')
    expect(walk(['load.detected', 'load.cancelled'])).toBe('no load.cancelled in detected')
    expect(walk(['load.detected', 'issuer.transfer_started'])).toBe('no issuer.transfer_started in detected')
  })

  it('names each exception once', () => {
    expect(new Set(loadExceptions).size).toBe(9)
  })
})
