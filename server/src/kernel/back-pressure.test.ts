import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackPressure } from './back-pressure.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const effects = ['read', 'write', 'outside', 'money'] as const

test('while callers wait for the database, reads are refused first and money last', () => {
  let poolWaitMs = 0
  const pressure = createBackPressure({ poolWaitMs: () => poolWaitMs, isOn: true })
  const sentAway = (ms: number) => {
    poolWaitMs = ms
    return effects.filter((effect) => pressure.refuses(effect) !== null)
  }
  expect(sentAway(200)).toEqual([])
  expect(sentAway(201)).toEqual(['read'])
  expect(sentAway(600)).toEqual(['read', 'write', 'outside'])
  expect(sentAway(1001)).toEqual([...effects])
  expect(pressure.refuses('read')).toBe(1)
  expect(sentAway(0)).toEqual([])
  pressure.stop()
})

test('a server whose event loop is delayed by a whole second refuses reads; one pause of the garbage collector does not', () => {
  let nowMs = 0
  const pressure = createBackPressure({ poolWaitMs: () => 0, isOn: true, nowMs: () => nowMs })
  const second = (delayMs: (index: number) => number) => {
    for (let index = 0; index < 10; index += 1) {
      nowMs += 100 + delayMs(index)
      vi.advanceTimersByTime(100)
    }
    return effects.filter((effect) => pressure.refuses(effect) !== null)
  }
  expect(second(() => 0)).toEqual([])
  expect(second((index) => (index === 4 ? 2000 : 0))).toEqual([])
  expect(second(() => 250)).toEqual(['read'])
  expect(second((index) => (index === 9 ? 0 : 250))).toEqual([])
  pressure.stop()
})

test('every call is accepted without limits', () => {
  const pressure = createBackPressure({ poolWaitMs: () => 60_000, isOn: false })
  expect(effects.map((effect) => pressure.refuses(effect))).toEqual([null, null, null, null])
})
