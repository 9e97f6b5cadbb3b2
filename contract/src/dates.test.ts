import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { adultFrom, ageOn, isAdult, isTimeZone, todayIn } from './dates.ts'

const anyDate = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))

const dayBefore = (date: string) =>
  new Date(new Date(`${date}T00:00:00Z`).getTime() - 86_400_000).toISOString().slice(0, 10)

describe('age', () => {
  test.each([
    ['2008-11-20', '2026-11-19', 17],
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-20', '2026-11-21', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-28', 19],
    ['2008-02-29', '2028-02-29', 20],
    ['2008-03-01', '2026-02-28', 17],
    ['2000-12-31', '2026-01-01', 25],
    ['2026-06-01', '2026-05-31', -1],
    ['1896-02-29', '1900-03-01', 4],
    ['1896-02-29', '1900-02-28', 3],
  ])('born %s, on %s: %d', (birthDate, today, age) => {
    expect(ageOn({ birthDate, today })).toBe(age)
    expect(isAdult({ birthDate, today })).toBe(age >= 18)
  })

  test.each(['', '2026-2-1', '2026-02-30', '2026-13-01', '2026-02-01T00:00:00Z', '20260201', 'today'])(
    '%j is no date',
    (wrong) => {
      expect(() => ageOn({ birthDate: wrong, today: '2026-01-01' })).toThrow(RangeError)
      expect(() => ageOn({ birthDate: '2000-01-01', today: wrong })).toThrow(RangeError)
      expect(() => adultFrom(wrong)).toThrow(RangeError)
    },
  )

  it('names the first day as an adult', () => {
    expect(adultFrom('2008-11-20')).toBe('2026-11-20')
    expect(adultFrom('2008-02-29')).toBe('2026-03-01')
    fc.assert(
      fc.property(anyDate, (birthDate) => {
        const first = adultFrom(birthDate)
        expect(isAdult({ birthDate, today: first })).toBe(true)
        expect(isAdult({ birthDate, today: dayBefore(first) })).toBe(false)
      }),
    )
  })

  it('never decreases from one day to the next, and grows by at most one', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (birthDate, today) => {
        const gained = ageOn({ birthDate, today }) - ageOn({ birthDate, today: dayBefore(today) })
        expect(gained === 0 || gained === 1).toBe(true)
      }),
    )
  })
})

describe('today', () => {
  test.each([
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['America/Lima', '2026-11-20T04:59:59.999Z', '2026-11-19'],
    ['America/Lima', '2026-11-20T05:00:00.000Z', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31'],
    ['Asia/Kathmandu', '2026-01-01T18:15:00.000Z', '2026-01-02'],
  ])('in %s at %s is %s', (timeZone, instant, date) => {
    expect(todayIn(timeZone, new Date(instant))).toBe(date)
  })

  test.each([
    ['America/Lima', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
    ['+05:00', false],
  ])('%j is a time zone: %j', (zone, is) => {
    expect(isTimeZone(zone)).toBe(is)
  })

  it('refuses a time zone that does not exist', () => {
    expect(() => todayIn('Mars/Olympus', new Date(0))).toThrow(RangeError)
  })

  it('agrees with the instant in UTC', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (at) => {
          expect(todayIn('UTC', at)).toBe(at.toISOString().slice(0, 10))
        },
      ),
    )
  })
})

test('the cache does not store every spelling of a zone', () => {
  const at = new Date('2026-03-01T02:00:00Z')
  const spelt = (index: number) =>
    Array.from('america/lima', (sign, bit) => ((index >> bit) & 1 ? sign.toUpperCase() : sign)).join('')
  todayIn('America/Lima', at)
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  expect(todayIn('America/Lima', at)).toBe('2026-02-28')
  expect(made).not.toHaveBeenCalled()
  for (let index = 0; index < 100; index += 1) todayIn(spelt(index), at)
  made.mockClear()
  for (let index = 0; index < 100; index += 1) todayIn(spelt(index), at)
  expect(made.mock.calls.length).toBeGreaterThan(30)
  made.mockRestore()
})
