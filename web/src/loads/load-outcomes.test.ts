import { expect, test } from 'vitest'
import { dateText } from '../kernel/date-text.ts'
import { isOnAnotherDay } from './load-outcomes.tsx'

const labels = { today: 'Today', yesterday: 'Yesterday', tomorrow: 'Tomorrow' }
const dayTextIn = (timeZone: string) => (value: string, style: 'day') =>
  dateText(value, style, { locale: 'en', timeZone, labels })

test('an evening in Lima is on the next day in UTC, which the strip states; noon is not', () => {
  const noon = '2026-11-24T17:00:00.000Z'
  const evening = '2026-11-25T02:00:00.000Z'
  expect(isOnAnotherDay([noon], dayTextIn('America/Lima'))).toBe(false)
  expect(isOnAnotherDay([noon, evening], dayTextIn('America/Lima'))).toBe(true)
  expect(isOnAnotherDay([noon, evening], dayTextIn('UTC'))).toBe(false)
  expect(isOnAnotherDay([noon], dayTextIn('Pacific/Auckland'))).toBe(true)
})
