import { expect, test } from 'vitest'
import { pendingDays, reasonOf, releaseDays, skippedDays } from './pending-days.ts'

const at = (text: string) => new Date(`${text}:00.000Z`)
const holiday = { holidays: new Set(['2026-11-23']) }
const none = { holidays: new Set<string>() }
const base = {
  id: 'one',
  ref: 'L-ONE',
  speed: 'regular' as const,
  status: 'held' as const,
  netCents: 97_000n,
  acceptedAt: at('2026-11-20T15:00'),
  releaseFrom: at('2026-11-23T15:00'),
  releaseBy: at('2026-11-25T15:00'),
  waitsForFloat: false,
}
const friday = at('2026-11-20T17:40')

test('the reason names what the load waits for', () => {
  const later = at('2026-11-23T15:01')
  expect(reasonOf(base, friday)).toBe('rule')
  expect(reasonOf(base, later)).toBe('release')
  expect(reasonOf({ ...base, waitsForFloat: true }, later)).toBe('float')
  expect(reasonOf({ ...base, status: 'crediting' }, later)).toBe('crediting')
  expect(reasonOf({ ...base, status: 'credit_failed' }, later)).toBe('review')
  expect(reasonOf({ ...base, status: 'review' }, friday)).toBe('review')
})

test('the days up to the latest release are sent, each with the reason if it does not count', () => {
  const shown = (load: Parameters<typeof releaseDays>[0]) =>
    releaseDays(load, holiday).map(({ day, skipped }) => `${day.slice(8)} ${skipped ?? 'counts'}`)
  expect(shown(base)).toEqual([
    '20 counts',
    '21 weekend',
    '22 weekend',
    '23 holiday',
    '24 counts',
    '25 counts',
  ])
  expect(shown({ ...base, releaseBy: at('2026-11-25T00:00') }).at(-1)).toBe('24 counts')
  expect(shown({ ...base, speed: 'immediate' })).toEqual([])
  expect(shown({ ...base, acceptedAt: null })).toEqual([])
})

test('weekends and holidays between payment and release are named', () => {
  const weekend = [
    { day: '2026-11-21', why: 'weekend' },
    { day: '2026-11-22', why: 'weekend' },
  ]
  const span = { from: base.acceptedAt, to: base.releaseFrom }
  expect(skippedDays(span, none)).toEqual(weekend)
  const longer = { from: base.acceptedAt, to: at('2026-11-24T15:00') }
  expect(skippedDays(longer, holiday)).toEqual([...weekend, { day: '2026-11-23', why: 'holiday' }])
  expect(skippedDays({ from: at('2026-11-18T15:00'), to: at('2026-11-19T15:00') }, none)).toEqual([])
})

test('loads are grouped by the day of their release, in the zone of the company, undecided ones last', () => {
  const delayed = { ...base, id: 'two', releaseFrom: at('2026-11-24T03:00'), netCents: 3_000n }
  const undecided = { ...base, id: 'three', status: 'review' as const, acceptedAt: null }
  const of = { now: friday, timeZone: 'America/Lima', calendar: none }
  const days = pendingDays([undecided, delayed, base], of)
  expect(days.map(({ day, amount, loads }) => [day, amount, loads.map(({ id }) => id)])).toEqual([
    ['2026-11-23', 100_000n, ['two', 'one']],
    [null, 0n, ['three']],
  ])
  expect(days[1]?.loads[0]).toMatchObject({ amount: null, reason: 'review' })
  const utc = pendingDays([delayed, base], { ...of, timeZone: 'UTC' })
  expect(utc.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24'])
})

test('overdue loads are listed under today', () => {
  const of = { now: at('2026-11-26T10:00'), timeZone: 'UTC', calendar: none }
  const [day] = pendingDays([{ ...base, waitsForFloat: true }], of)
  expect(day).toMatchObject({ day: '2026-11-26', skipped: [], loads: [{ reason: 'float' }] })
})
