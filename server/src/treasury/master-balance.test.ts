import { expect, test } from 'vitest'
import { floatForecast } from './master-balance.ts'

const calendar = { holidays: new Set<string>() }
/** A Friday. */
const now = new Date('2026-11-20T12:00:00Z')
const at = (text: string) => new Date(`2026-11-${text}:00Z`)

test('releases are summed in bars of 8 business hours, and weekends have none', () => {
  const { bars, shortfall } = floatForecast({
    floatCents: 100_000n,
    now,
    calendar,
    due: [
      { at: at('19T09:00'), cents: 10_000n },
      { at: at('20T13:00'), cents: 5000n },
      { at: at('23T15:00'), cents: 20_000n },
      { at: at('30T00:00'), cents: 999_999n },
    ],
  })
  expect(bars).toHaveLength(9)
  expect(bars[0]).toEqual({ from: now, to: at('20T20:00'), dueCents: 15_000n, floatAfterCents: 85_000n })
  // The second bar has the last four hours of Friday and the first four of Monday.
  expect(bars[1]).toEqual({
    from: at('20T20:00'),
    to: at('23T04:00'),
    dueCents: 0n,
    floatAfterCents: 85_000n,
  })
  expect(bars[3]).toMatchObject({ to: at('23T20:00'), dueCents: 20_000n, floatAfterCents: 65_000n })
  expect(bars[8]?.to).toEqual(at('25T12:00'))
  expect(shortfall).toBeNull()
})

test('what lacks has to be there before the first release that the float does not cover', () => {
  const due = [
    { at: at('24T09:00'), cents: 30_000n },
    { at: at('23T15:00'), cents: 60_000n },
    { at: at('25T09:00'), cents: 5000n },
  ]
  expect(floatForecast({ floatCents: 80_000n, due, now, calendar }).shortfall).toEqual({
    cents: 15_000n,
    by: at('24T09:00'),
  })
  expect(floatForecast({ floatCents: 95_000n, due, now, calendar }).shortfall).toBeNull()
  const overdue = [{ at: at('19T09:00'), cents: 1n }]
  expect(floatForecast({ floatCents: 0n, due: overdue, now, calendar }).shortfall).toEqual({
    cents: 1n,
    by: now,
  })
})
