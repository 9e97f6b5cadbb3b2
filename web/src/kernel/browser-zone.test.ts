import { expect, test } from 'vitest'
import { chosenZone } from './browser-zone.ts'

test('a chosen zone is used only when this browser can format times in it', () => {
  expect(chosenZone('Pacific/Kiritimati')).toBe('Pacific/Kiritimati')
  for (const odd of [null, undefined, '', 'Mars/Olympus_Mons']) expect(chosenZone(odd)).toBeNull()
})
