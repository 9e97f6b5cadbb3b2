import { expect, test } from 'vitest'
import { createIds, firstIdAt } from './ids.ts'

const start = Date.UTC(2026, 10, 20)

test('ids are in order, also within a millisecond and after a small step back of the clock', () => {
  let now = start
  const ids = createIds(() => now)
  const made = [0, 0, 1, -900, -59_000, 2].flatMap((step) => {
    now = start + step
    return Array.from({ length: 5000 }, ids.next)
  })
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
})

test('after a clock that was far ahead is set right, ids have the right time', () => {
  let now = start
  const ids = createIds(() => now)
  now = start + 3_600_000
  ids.next()
  now = start + 5
  const id = ids.next()
  expect(id >= firstIdAt(now) && id < firstIdAt(now + 1)).toBe(true)
  expect(ids.next() > id).toBe(true)
})

test('an instant before or after those that an id can have has an id too', () => {
  expect(firstIdAt(-1)).toBe('00000000-0000-0000-0000-000000000000')
  expect(firstIdAt(2 ** 48 + 3_600_000)).toBe('ffffffff-ffff-0000-0000-000000000000')
})
