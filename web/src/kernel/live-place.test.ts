import { afterEach, expect, it } from 'vitest'
import { firstPlace, forgetPlace, notePlace } from './live-place.ts'

afterEach(forgetPlace)

it('the stream begins at the earliest place of all answers, whatever their order', () => {
  expect(firstPlace()).toBeNull()
  for (const place of ['1000.5', '999.7', '1001.1']) notePlace(place)
  expect(firstPlace()).toBe('999.7')
})

it('an answer that names no place changes nothing', () => {
  for (const place of [null, '', 'x', '12']) notePlace(place)
  expect(firstPlace()).toBeNull()
  notePlace('7.7')
  notePlace(null)
  expect(firstPlace()).toBe('7.7')
  forgetPlace()
  expect(firstPlace()).toBeNull()
})
