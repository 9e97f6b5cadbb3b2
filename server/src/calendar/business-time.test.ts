import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  addBusinessHours,
  businessHoursBetween,
  dailyRunFor,
  isBusinessDay,
  nextDailyRun,
  releaseWindow,
  shareDue,
} from './business-time.ts'
import type { BusinessCalendar } from './business-time.ts'

const noHolidays: BusinessCalendar = { holidays: new Set() }
const thanksgiving: BusinessCalendar = { holidays: new Set(['2026-11-26', '2026-11-28']) }
const at = (text: string) => new Date(text)
const hourMs = 3_600_000

const anyInstant = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  .map((milliseconds) => new Date(milliseconds))
const anyCalendar = fc
  .uniqueArray(
    fc
      .integer({ min: 0, max: 400 })
      .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
    { maxLength: 60 },
  )
  .map((dates): BusinessCalendar => ({ holidays: new Set(dates) }))
/** Whole milliseconds as hours, so that sums are exact to the millisecond. */
const anyHours = fc.integer({ min: 0, max: 200 * hourMs }).map((milliseconds) => milliseconds / hourMs)

describe('business days', () => {
  test.each([
    ['2026-11-20T00:00:00.000Z', true],
    ['2026-11-20T23:59:59.999Z', true],
    ['2026-11-21T00:00:00.000Z', false],
    ['2026-11-22T23:59:59.999Z', false],
    ['2026-11-23T00:00:00.000Z', true],
    ['2026-11-26T12:00:00.000Z', false],
  ])('%s: %s', (instant, isBusiness) => {
    expect(isBusinessDay(at(instant), thanksgiving)).toBe(isBusiness)
  })
})

describe('adding business hours', () => {
  test.each([
    ['2026-11-20T15:00:00.000Z', 24, '2026-11-23T15:00:00.000Z'],
    ['2026-11-20T15:00:00.000Z', 48, '2026-11-24T15:00:00.000Z'],
    ['2026-11-20T15:00:00.000Z', 72, '2026-11-25T15:00:00.000Z'],
    ['2026-11-20T15:00:00.000Z', 73, '2026-11-25T16:00:00.000Z'],
    ['2026-11-20T15:00:00.000Z', 9, '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T15:00:00.000Z', 9.5, '2026-11-23T00:30:00.000Z'],
    ['2026-11-21T08:00:00.000Z', 0, '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00.000Z', 1, '2026-11-23T01:00:00.000Z'],
    ['2026-11-25T15:00:00.000Z', 24, '2026-11-27T15:00:00.000Z'],
    ['2026-11-25T15:00:00.000Z', 48, '2026-11-30T15:00:00.000Z'],
  ])('%s + %d', (from, hours, expected) => {
    expect(addBusinessHours(at(from), hours, thanksgiving)).toEqual(at(expected))
  })

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d hours', (hours) => {
    expect(() => addBusinessHours(at('2026-11-20T15:00:00.000Z'), hours, noHolidays)).toThrow(RangeError)
  })

  it('is additive', () => {
    fc.assert(
      fc.property(anyInstant, anyHours, anyHours, anyCalendar, (from, first, second, calendar) => {
        const inTwoSteps = addBusinessHours(addBusinessHours(from, first, calendar), second, calendar)
        expect(inTwoSteps).toEqual(addBusinessHours(from, first + second, calendar))
      }),
    )
  })

  it('is monotone in the hours and in the start', () => {
    fc.assert(
      fc.property(
        anyInstant,
        anyInstant,
        anyHours,
        anyHours,
        anyCalendar,
        (one, other, few, more, calendar) => {
          const [early, second] = one < other ? [one, other] : [other, one]
          const [less, most] = few < more ? [few, more] : [more, few]
          const sooner = addBusinessHours(early, less, calendar).getTime()
          expect(sooner).toBeLessThanOrEqual(addBusinessHours(early, most, calendar).getTime())
          expect(sooner).toBeLessThanOrEqual(addBusinessHours(second, less, calendar).getTime())
        },
      ),
    )
  })

  it('is undone by counting, and is the first instant that is far enough', () => {
    fc.assert(
      fc.property(anyInstant, anyHours, anyCalendar, (from, hours, calendar) => {
        const to = addBusinessHours(from, hours, calendar)
        expect(businessHoursBetween({ from, to }, calendar)).toBeCloseTo(hours, 7)
        if (hours > 0) {
          const justBefore = new Date(to.getTime() - 1)
          expect(businessHoursBetween({ from, to: justBefore }, calendar)).toBeLessThan(hours)
        }
      }),
    )
  })

  it('counts the hours that adding would pass', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, anyCalendar, (one, other, calendar) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const hours = businessHoursBetween({ from, to }, calendar)
        const reached = addBusinessHours(from, hours, calendar)
        expect(reached.getTime()).toBeLessThanOrEqual(to.getTime())
        expect(businessHoursBetween({ from: reached, to }, calendar)).toBe(0)
        expect(businessHoursBetween({ from: to, to: from }, calendar)).toBeCloseTo(-hours, 9)
      }),
    )
  })

  it('is never sooner with holidays than without', () => {
    fc.assert(
      fc.property(anyInstant, anyHours, anyCalendar, (from, hours, calendar) => {
        const without = addBusinessHours(from, hours, noHolidays).getTime()
        expect(addBusinessHours(from, hours, calendar).getTime()).toBeGreaterThanOrEqual(without)
      }),
    )
  })
})

describe('the daily run', () => {
  test.each([
    ['2026-11-24T15:59:59.999Z', '2026-11-24T16:00:00.000Z', '2026-11-24T16:00:00.000Z'],
    ['2026-11-24T16:00:00.000Z', '2026-11-24T16:00:00.000Z', '2026-11-25T16:00:00.000Z'],
    ['2026-11-25T16:00:00.001Z', '2026-11-27T16:00:00.000Z', '2026-11-27T16:00:00.000Z'],
    ['2026-11-28T00:00:00.000Z', '2026-11-30T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
  ])('due at %s: accepted at %s; after it: %s', (instant, acceptedAt, next) => {
    expect(dailyRunFor(at(instant), thanksgiving)).toEqual(at(acceptedAt))
    expect(nextDailyRun(at(instant), thanksgiving)).toEqual(at(next))
  })

  it('is on a business day at 16:00 UTC, at most 24 business hours away', () => {
    fc.assert(
      fc.property(anyInstant, anyCalendar, (instant, calendar) => {
        const run = nextDailyRun(instant, calendar)
        expect(run.toISOString().slice(11)).toBe('16:00:00.000Z')
        expect(isBusinessDay(run, calendar)).toBe(true)
        expect(run.getTime()).toBeGreaterThan(instant.getTime())
        expect(businessHoursBetween({ from: instant, to: run }, calendar)).toBeLessThanOrEqual(24)
      }),
    )
  })
})

describe('due times of a load', () => {
  it('is as worked for Friday 2026-11-20 15:00 UTC (domain §5)', () => {
    const acceptedAt = at('2026-11-20T15:00:00.000Z')
    expect(releaseWindow(acceptedAt, noHolidays)).toEqual({
      earliestAt: at('2026-11-23T15:00:00.000Z'),
      alarmAt: at('2026-11-25T03:00:00.000Z'),
      latestAt: at('2026-11-25T15:00:00.000Z'),
    })
    expect(shareDue(acceptedAt, noHolidays)).toEqual(at('2026-11-24T15:00:00.000Z'))
    expect(dailyRunFor(shareDue(acceptedAt, noHolidays), noHolidays)).toEqual(at('2026-11-24T16:00:00.000Z'))
  })

  it('pays no share before 48 business hours, and by 72 at the latest (domain §13, 6)', () => {
    fc.assert(
      fc.property(anyInstant, anyCalendar, (acceptedAt, calendar) => {
        const paidAt = dailyRunFor(shareDue(acceptedAt, calendar), calendar)
        const waited = businessHoursBetween({ from: acceptedAt, to: paidAt }, calendar)
        expect(waited).toBeGreaterThanOrEqual(48)
        expect(waited).toBeLessThanOrEqual(72)
      }),
    )
  })
})
