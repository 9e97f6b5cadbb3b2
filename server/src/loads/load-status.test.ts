import { loadStatuses } from '@cardamom/contract/loads/load-list'
import { describe, expect, it } from 'vitest'
import { isFinal, nextStatus, transitionsOf, statesOf } from '../kernel/states.ts'
import { loadExceptions, loadTransitions } from './load-status.ts'
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
  it('are the ones that a list can be filtered by', () => {
    expect(statesOf(loadTransitions).toSorted()).toEqual([...loadStatuses].toSorted())
  })

  it('ends refunded only: money that arrives late still finds its way', () => {
    expect(statesOf(loadTransitions).filter((state) => isFinal(loadTransitions, state))).toEqual(['refunded'])
  })

  it('reaches every state from a quote', () => {
    const reached = new Set<string>(['quoted'])
    for (let size = 0; size < reached.size;) {
      size = reached.size
      for (const { from, to } of transitionsOf(loadTransitions)) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(statesOf(loadTransitions).toSorted())
  })

  it('walks the ways that the product shows', () => {
    expect(
      walk(['load.detected', 'load.confirmed', 'load.accepted', 'issuer.transfer_started', 'load.credited']),
    ).toBe('credited')
    expect(
      walk([
        'load.detected',
        'load.undetected',
        'load.expired',
        'load.paid_late',
        'refund.sent',
        'refund.confirmed',
      ]),
    ).toBe('refunded')
    expect(walk(['load.cancelled', 'load.detected'])).toBe('no load.detected in cancelled')
    expect(walk(['load.detected', 'load.cancelled'])).toBe('no load.cancelled in detected')
    expect(
      walk(['load.detected', 'load.confirmed', 'load.accepted', 'issuer.transfer_started', 'load.undone']),
    ).toBe('no load.undone in crediting')
  })

  it('names each exception once', () => {
    expect(new Set(loadExceptions).size).toBe(9)
  })
})
