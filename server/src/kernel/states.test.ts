import { describe, expect, expectTypeOf, it } from 'vitest'
import { isFinal, move, moveTable, movesOf, statesOf } from './states.ts'
import type { EventOf, StateOf } from './states.ts'

const door = moveTable({
  open: { closed: 'shut' },
  shut: { opened: 'open', locked: 'bolted' },
  bolted: {},
})

describe('a table of moves', () => {
  it('moves where the table says so', () => {
    expect(move(door, 'open', 'closed')).toBe('shut')
    expect(move(door, 'shut', 'locked')).toBe('bolted')
  })

  it('answers null for every other pair', () => {
    expect(move(door, 'open', 'locked')).toBeNull()
    expect(move(door, 'bolted', 'opened')).toBeNull()
  })

  it('knows nothing that it inherits', () => {
    expect(move(door, 'constructor' as 'open', 'name' as 'closed')).toBeNull()
    expect(move(door, 'open', 'toString' as 'closed')).toBeNull()
  })

  it('lists its states, its moves and its ends', () => {
    expect(statesOf(door)).toEqual(['open', 'shut', 'bolted'])
    expect(movesOf(door)).toEqual([
      { from: 'open', event: 'closed', to: 'shut' },
      { from: 'shut', event: 'opened', to: 'open' },
      { from: 'shut', event: 'locked', to: 'bolted' },
    ])
    expect(statesOf(door).filter((state) => isFinal(door, state))).toEqual(['bolted'])
  })

  it('infers states and events', () => {
    expectTypeOf<StateOf<typeof door>>().toEqualTypeOf<'open' | 'shut' | 'bolted'>()
    expectTypeOf<EventOf<typeof door>>().toEqualTypeOf<'closed' | 'opened' | 'locked'>()
    expectTypeOf(move(door, 'open', 'closed')).toEqualTypeOf<'open' | 'shut' | 'bolted' | null>()
  })
})
