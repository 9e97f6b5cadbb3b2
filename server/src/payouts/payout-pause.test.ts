import { expect, test } from 'vitest'
import { laterThan } from './payout-pause.ts'

test('a pause doubles while the reason stays, up to an hour, and starts again with another reason', () => {
  const pauses: number[] = []
  let at = new Date(0)
  let payout = { reason: null as 'not_booked' | null, nextAt: at, updatedAt: at }
  for (let n = 0; n < 11; n += 1) {
    const nextAt = laterThan(payout, 'not_booked', at)
    pauses.push((nextAt.getTime() - at.getTime()) / 1000)
    payout = { reason: 'not_booked', nextAt, updatedAt: at }
    at = nextAt
  }
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  expect(laterThan(payout, 'transfer_refused', at).getTime() - at.getTime()).toBe(10_000)
})
