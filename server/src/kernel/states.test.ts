import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  isFinal,
  nextStatus,
  NoTransition,
  statesOf,
  statusPairs,
  transition,
  transitions,
  transitionsOf,
} from './states.ts'
import type { EventOf, StateOf } from './states.ts'

const door = transitions({
  table: 'load',
  initial: ['open'],
  states: {
    open: { closed: 'shut' },
    shut: { opened: 'open', locked: 'bolted' },
    bolted: {},
  },
})

describe('a table of transitions', () => {
  it('leads to the state in the table', () => {
    expect(nextStatus(door, 'open', 'closed')).toBe('shut')
    expect(nextStatus(door, 'shut', 'locked')).toBe('bolted')
  })

  it('answers null for every other pair', () => {
    expect(nextStatus(door, 'open', 'locked')).toBeNull()
    expect(nextStatus(door, 'bolted', 'opened')).toBeNull()
  })

  it('ignores inherited properties of the table', () => {
    expect(nextStatus(door, 'constructor' as 'open', 'name' as 'closed')).toBeNull()
    expect(nextStatus(door, 'open', 'toString' as 'closed')).toBeNull()
  })

  it('lists its states, its transitions and its final states', () => {
    expect(statesOf(door)).toEqual(['open', 'shut', 'bolted'])
    expect(transitionsOf(door)).toEqual([
      { from: 'open', event: 'closed', to: 'shut' },
      { from: 'shut', event: 'opened', to: 'open' },
      { from: 'shut', event: 'locked', to: 'bolted' },
    ])
    expect(statesOf(door).filter((state) => isFinal(door, state))).toEqual(['bolted'])
  })

  it('lists the pairs that the database allows: first states, transitions, and the wait for an outside service', () => {
    const slow = transitions({
      table: 'card',
      initial: ['open'],
      waiting: 'requested',
      states: { open: { closed: 'shut' }, shut: {} },
    })
    expect(statusPairs(slow).map(({ from, to }) => `${from} ${to}`)).toEqual([
      'null open',
      'null requested',
      'open shut',
      'open requested',
      'requested open',
      'requested shut',
    ])
  })

  it('makes a guarded update of a transition and refuses an unknown one', () => {
    const row = { id: 'x', status: 'open', version: 3 } as const
    const versioned = { ...door, versioned: true }
    expect(transition(versioned, row, 'closed', { set: { part: 2 } })).toEqual({
      table: 'load',
      id: 'x',
      from: { status: 'open', version: 3 },
      set: { status: 'shut', part: 2, version: 4 },
    })
    expect(() => transition(door, row, 'locked')).toThrow(NoTransition)
  })

  it('infers states and events', () => {
    expectTypeOf<StateOf<typeof door>>().toEqualTypeOf<'open' | 'shut' | 'bolted'>()
    expectTypeOf<EventOf<typeof door>>().toEqualTypeOf<'closed' | 'opened' | 'locked'>()
    expectTypeOf(nextStatus(door, 'open', 'closed')).toEqualTypeOf<'open' | 'shut' | 'bolted' | null>()
  })
})
