import { beforeAll, describe, expect, it } from 'vitest'
import { nowMs, realNow, setServerTime } from './clock.ts'
import { countdownText, dateText, localZone, type DateSetting } from './date-text.ts'

const en: DateSetting = {
  locale: 'en',
  timeZone: 'America/Lima',
  labels: { today: 'Today', yesterday: 'Yesterday', tomorrow: 'Tomorrow' },
}
const es: DateSetting = {
  locale: 'es',
  timeZone: 'America/Lima',
  labels: { today: 'Hoy', yesterday: 'Ayer', tomorrow: 'Mañana' },
}
const instant = '2026-11-20T17:40:00.000Z'

/** Business time is a day and more ahead of real time, as in a sandbox whose clock was moved. */
const reality = '2026-11-18T23:00:00.000Z'

beforeAll(() => setServerTime({ businessMs: Date.parse(instant), realMs: Date.parse(reality) }))

describe('the clock', () => {
  it('follows the server', () => {
    expect(Math.abs(nowMs() - Date.parse(instant))).toBeLessThan(5000)
    expect(Math.abs(realNow().getTime() - Date.parse(reality))).toBeLessThan(5000)
  })
  it('keeps a time that an answer does not have', () => {
    setServerTime({ businessMs: Number.NaN, realMs: Number.NaN })
    expect(Math.abs(nowMs() - Date.parse(instant))).toBeLessThan(5000)
    expect(Math.abs(realNow().getTime() - Date.parse(reality))).toBeLessThan(5000)
  })
})

describe('dates in English', () => {
  it('has the day before the month, and a 12-hour clock', () => {
    expect(dateText(instant, 'day', en)).toBe('Fri 20 Nov')
    expect(dateText(instant, 'dayTime', en)).toBe('Fri 20 Nov, 12:40\u00a0PM')
    expect(dateText('2026-11-20T05:05:00.000Z', 'time', en)).toBe('12:05\u00a0AM')
    expect(dateText(instant, 'full', en)).toBe('Fri 20 Nov 2026')
    expect(dateText(instant, 'month', en)).toBe('Nov 2026')
    expect(dateText(instant, 'short', en)).toBe('20 Nov')
  })
  it('has texts for the days around today, in the reader’s time zone', () => {
    expect(dateText('2026-11-20T16:32:00.000Z', 'near', en)).toBe('Today, 11:32\u00a0AM')
    expect(dateText('2026-11-20T04:59:00.000Z', 'near', en)).toBe('Yesterday, 11:59\u00a0PM')
    expect(dateText('2026-11-21T15:00:00.000Z', 'nearDay', en)).toBe('Tomorrow')
    expect(dateText('2026-11-17T15:00:00.000Z', 'nearDay', en)).toBe('Tue 17 Nov')
    expect(dateText('2026-11-21T15:00:00.000Z', 'inSentence', en)).toBe('tomorrow')
    expect(dateText('2026-11-17T15:00:00.000Z', 'inSentence', en)).toBe('Tue 17 Nov')
    expect(dateText('2026-11-21T15:00:00.000Z', 'inSentence', es)).toBe('mañana')
    expect(dateText('2026-11-17T15:00:00.000Z', 'inSentence', es)).toBe('el mar 17 nov')
  })
  it('compares instants of real time with the real day', () => {
    const real = { ...en, isReal: true }
    expect(dateText(reality, 'near', real)).toBe('Today, 6:00\u00a0PM')
    expect(dateText('2026-11-18T04:59:00.000Z', 'nearDay', real)).toBe('Yesterday')
    expect(dateText(instant, 'nearDay', real)).toBe('Fri 20 Nov')
    expect(dateText(reality, 'nearDay', en)).toBe('Wed 18 Nov')
  })
  it('shows the year when it is not the current one', () => {
    expect(dateText('2027-03-14T12:00:00.000Z', 'day', en)).toBe('Sun 14 Mar 2027')
  })
  it('shows the same calendar date in every time zone', () => {
    expect(dateText('2026-11-25', 'day', en)).toBe('Wed 25 Nov')
    expect(dateText('2026-11-25', 'day', { ...en, timeZone: 'Pacific/Kiritimati' })).toBe('Wed 25 Nov')
  })
  it('shows a text that is not a date unchanged', () => {
    expect(dateText('soon', 'day', en)).toBe('soon')
  })
})

describe('dates in Spanish', () => {
  it('has a 24-hour clock and no points', () => {
    expect(dateText(instant, 'dayTime', es)).toBe('vie 20 nov, 12:40')
    expect(dateText('2026-11-20T12:44:00.000Z', 'near', es)).toBe('Hoy, 7:44')
    expect(dateText('2026-11-20T02:40:00.000Z', 'near', es)).toBe('Ayer, 21:40')
  })
})

describe('dates in the browser’s own zone', () => {
  it('are the same as the formatter’s in that zone', () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    for (const setting of [en, es])
      for (const style of ['dayTime', 'near', 'full', 'short', 'month'] as const)
        for (let hour = 0; hour < 48; hour += 1) {
          const at = new Date(Date.parse(instant) + hour * 3_600_000)
          const named = dateText(at, style, { ...setting, timeZone: own })
          expect(dateText(at, style, { ...setting, timeZone: localZone })).toBe(named)
        }
  })
})

describe('a countdown', () => {
  it('shows minutes and seconds, and is never negative', () => {
    expect(countdownText(441_000)).toBe('7:21')
    expect(countdownText(59_001)).toBe('1:00')
    expect(countdownText(4_041_000)).toBe('1:07:21')
    expect(countdownText(-5)).toBe('0:00')
  })
})

describe('dates in UTC', () => {
  it('are the same as those that the browser formats for Etc/UTC', () => {
    for (const setting of [en, es]) {
      for (let at = 0; at < 400; at += 1) {
        const date = new Date(Date.UTC(2026, 0, 1 + at, at % 24, at % 60))
        const own = dateText(date, 'full', { ...setting, timeZone: 'UTC' })
        expect(own).toBe(dateText(date, 'full', { ...setting, timeZone: 'Etc/UTC' }))
        const time = dateText(date, 'time', { ...setting, timeZone: 'UTC' })
        expect(time).toBe(dateText(date, 'time', { ...setting, timeZone: 'Etc/UTC' }))
      }
    }
  })
})
