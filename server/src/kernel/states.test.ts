import { describe, expect, expectTypeOf, it } from 'vitest'
import { isFinal, nextStatus, transitions, transitionsOf, statesOf } from './states.ts'
import type { EventOf, StateOf } from './states.ts'

const door = transitions({
  open: { closed: 'shut' },
  shut: { opened: 'open', locked: 'bolted' },
  bolted: {},
})

describe('a table of transitions', () => {
  it('goes where the table says so', () => {
    expect(nextStatus(door, 'open', 'closed')).toBe('shut')
    expect(nextStatus(door, 'shut', 'locked')).toBe('bolted')
  })

  it('answers null for every other pair', () => {
    expect(nextStatus(door, 'open', 'locked')).toBeNull()
    expect(nextStatus(door, 'bolted', 'opened')).toBeNull()
  })

  it('knows nothing that it inherits', () => {
    expect(nextStatus(door, 'constructor' as 'open', 'name' as 'closed')).toBeNull()
    expect(nextStatus(door, 'open', 'toString' as 'closed')).toBeNull()
  })

  it('lists its states, its transitions and its ends', () => {
    expect(statesOf(door)).toEqual(['open', 'shut', 'bolted'])
    expect(transitionsOf(door)).toEqual([
      { from: 'open', event: 'closed', to: 'shut' },
      { from: 'shut', event: 'opened', to: 'open' },
      { from: 'shut', event: 'locked', to: 'bolted' },
    ])
    expect(statesOf(door).filter((state) => isFinal(door, state))).toEqual(['bolted'])
  })

  it('infers states and events', () => {
    expectTypeOf<StateOf<typeof door>>().toEqualTypeOf<'open' | 'shut' | 'bolted'>()
    expectTypeOf<EventOf<typeof door>>().toEqualTypeOf<'closed' | 'opened' | 'locked'>()
    expectTypeOf(nextStatus(door, 'open', 'closed')).toEqualTypeOf<'open' | 'shut' | 'bolted' | null>()
  })
})
