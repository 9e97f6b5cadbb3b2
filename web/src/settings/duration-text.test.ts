import { lockPresets } from '@cardamom/contract/settings/setting-pages'
import { expect, test } from 'vitest'
import { countedUnit, durationText, typedSeconds } from './duration-text.ts'

test('a stored time is typed in its largest whole unit, and read back as the same seconds', () => {
  expect([3600, 600, 90, 86_400, 0].map(durationText)).toEqual(['1 h', '10 min', '90 s', '24 h', '0 s'])
  const times = lockPresets.flatMap(({ name: _name, ...seconds }) => Object.values(seconds))
  expect(times.map((seconds) => typedSeconds(durationText(seconds)))).toEqual(times)
  expect(countedUnit(1800)).toEqual({ word: 'minutes', count: 30 })
})

test('a number without a unit is minutes, and another text stays as it was typed', () => {
  expect([' 5 ', '5min', '2 H', '15 s'].map(typedSeconds)).toEqual([300, 300, 7200, 15])
  expect(['', 'soon', '1.5 h', '-5', '5 days'].map(typedSeconds)).toEqual([
    '',
    'soon',
    '1.5 h',
    '-5',
    '5 days',
  ])
})
