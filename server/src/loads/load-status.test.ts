import { describe, expect, it } from 'vitest'
import { isFinal, move, movesOf, statesOf } from '../kernel/states.ts'
import { loadExceptions, loadMoves } from './load-status.ts'
import type { LoadEvent, LoadStatus } from './load-status.ts'

/** The table of domain §15, written again by hand. */
const expected: readonly (readonly [LoadStatus, LoadEvent, LoadStatus])[] = [
  ['quoted', 'load.detected', 'detected'],
  ['quoted', 'load.cancelled', 'cancelled'],
  ['quoted', 'load.expired', 'expired'],
  ['detected', 'load.confirmed', 'confirmed'],
  ['detected', 'load.undetected', 'quoted'],
  ['detected', 'load.undetected_after_time', 'expired'],
  ['cancelled', 'load.paid_late', 'review'],
  ['expired', 'load.paid_late', 'review'],
  ['confirmed', 'load.accepted', 'held'],
  ['confirmed', 'load.set_aside', 'review'],
  ['review', 'load.accepted', 'held'],
  ['review', 'refund.sent', 'refunding'],
  ['held', 'issuer.move_started', 'crediting'],
  ['held', 'load.undone', 'review'],
  ['crediting', 'load.credited', 'credited'],
  ['crediting', 'issuer.move_refused', 'held'],
  ['crediting', 'load.credit_failed', 'credit_failed'],
  ['credit_failed', 'issuer.move_started', 'crediting'],
  ['credit_failed', 'load.undone', 'review'],
  ['credited', 'load.reversed', 'review'],
  ['refunding', 'refund.confirmed', 'refunded'],
  ['refunding', 'refund.failed', 'review'],
]

const events = [...new Set(movesOf(loadMoves).map(({ event }) => event))]
const walk = (steps: readonly LoadEvent[]) => {
  let status: LoadStatus = 'quoted'
  for (const event of steps) {
    const next: LoadStatus | null = move(loadMoves, status, event)
    if (next === null) return `no ${event} in ${status}`
    status = next
  }
  return status
}

describe('the states of a load', () => {
  it('has the moves of the design and no other', () => {
    for (const from of statesOf(loadMoves)) {
      for (const event of events) {
        const to = expected.find((row) => row[0] === from && row[1] === event)?.[2] ?? null
        expect([from, event, move(loadMoves, from, event)]).toEqual([from, event, to])
      }
    }
    expect(movesOf(loadMoves)).toHaveLength(expected.length)
  })

  it('ends refunded only: money that arrives late still finds its way', () => {
    expect(statesOf(loadMoves).filter((state) => isFinal(loadMoves, state))).toEqual(['refunded'])
  })

  it('reaches every state from a quote', () => {
    const reached = new Set<string>(['quoted'])
    for (let size = 0; size < reached.size;) {
      size = reached.size
      for (const { from, to } of movesOf(loadMoves)) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(statesOf(loadMoves).toSorted())
  })

  it('walks the ways that the product shows', () => {
    expect(
      walk(['load.detected', 'load.confirmed', 'load.accepted', 'issuer.move_started', 'load.credited']),
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
      walk(['load.detected', 'load.confirmed', 'load.accepted', 'issuer.move_started', 'load.undone']),
    ).toBe('no load.undone in crediting')
  })

  it('names each exception once', () => {
    expect(new Set(loadExceptions).size).toBe(9)
  })
})
