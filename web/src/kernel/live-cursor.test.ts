import { afterEach, expect, it } from 'vitest'
import { firstCursor, clearCursor, recordCursor } from './live-cursor.ts'

afterEach(clearCursor)

it('the stream starts at the earliest cursor of all answers, in any order', () => {
  expect(firstCursor()).toBeNull()
  for (const cursor of ['1000.5', '999.7', '1001.1']) recordCursor(cursor)
  expect(firstCursor()).toBe('999.7')
})

it('an answer without a cursor changes nothing', () => {
  for (const cursor of [null, '', 'x', '12']) recordCursor(cursor)
  expect(firstCursor()).toBeNull()
  recordCursor('7.7')
  recordCursor(null)
  expect(firstCursor()).toBe('7.7')
  clearCursor()
  expect(firstCursor()).toBeNull()
})
