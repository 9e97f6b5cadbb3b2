import { describe, expect, it } from 'vitest'
import { idleStateOf, idleTimesOf } from './idle.ts'

describe('the time without a touch', () => {
  it('warns a minute before ten minutes are over', () => {
    const times = idleTimesOf(600)
    expect(times).toEqual({ warnAfterMs: 540_000, lockAfterMs: 600_000 })
    expect(idleStateOf(539_999, times)).toBe('active')
    expect(idleStateOf(540_000, times)).toBe('warned')
    expect(idleStateOf(599_999, times)).toBe('warned')
    expect(idleStateOf(600_000, times)).toBe('over')
  })

  it('warns halfway through the ten seconds of the demo', () => {
    const times = idleTimesOf(10)
    expect(idleStateOf(4_999, times)).toBe('active')
    expect(idleStateOf(5_000, times)).toBe('warned')
    expect(idleStateOf(10_000, times)).toBe('over')
  })
})
