import { expect, test } from 'vitest'
import { chosenZone } from './browser-zone.ts'

test('only a zone in which this browser can tell times counts as chosen', () => {
  expect(chosenZone('Pacific/Kiritimati')).toBe('Pacific/Kiritimati')
  for (const odd of [null, undefined, '', 'Mars/Olympus_Mons']) expect(chosenZone(odd)).toBeNull()
})
