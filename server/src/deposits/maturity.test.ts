import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { lastDailyRun, maturedParts, sharesDueAt } from './maturity.ts'
import { nextDailyRun } from '../calendar/business-time.ts'

const at = (text: string) => new Date(text)
const calendar = { holidays: new Set(['2026-11-26']) }

describe('the last daily run', () => {
  test.each([
    ['2026-11-24T16:00:00.000Z', '2026-11-24T16:00:00.000Z'],
    ['2026-11-24T15:59:59.999Z', '2026-11-23T16:00:00.000Z'],
    ['2026-11-27T10:00:00.000Z', '2026-11-25T16:00:00.000Z'],
    ['2026-11-29T20:00:00.000Z', '2026-11-27T16:00:00.000Z'],
  ])('before %s: %s', (now, run) => {
    expect(lastDailyRun(at(now), calendar)).toEqual(at(run))
  })

  it('is the run after which no other one was', () => {
    fc.assert(
      fc.property(fc.date({ min: at('2026-01-01'), max: at('2027-01-01'), noInvalidDate: true }), (now) => {
        const run = lastDailyRun(now, calendar)
        expect(run.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(nextDailyRun(run, calendar).getTime()).toBeGreaterThan(now.getTime())
      }),
    )
  })
})

test('a matured top-up pays what is owed, then an immediate wallet below zero, then the wallet', () => {
  expect(maturedParts(1000n, { owedCents: 0n, immediateCents: 500n })).toEqual({
    recovered: 0n,
    toImmediate: 0n,
    toRegular: 1000n,
  })
  expect(maturedParts(1000n, { owedCents: 150n, immediateCents: -300n })).toEqual({
    recovered: 150n,
    toImmediate: 300n,
    toRegular: 550n,
  })
  expect(maturedParts(1000n, { owedCents: 900n, immediateCents: -300n })).toEqual({
    recovered: 900n,
    toImmediate: 100n,
    toRegular: 0n,
  })
  expect(maturedParts(1000n, { owedCents: 5000n, immediateCents: -300n }).recovered).toBe(1000n)
})

test('its parts add up, and none is below zero', () => {
  const cents = fc.bigInt({ min: 0n, max: 1_000_000n })
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
      (net, owedCents, immediateCents) => {
        const parts = maturedParts(net, { owedCents, immediateCents })
        const { recovered, toImmediate, toRegular } = parts
        expect(recovered + toImmediate + toRegular).toBe(net)
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0n)
        expect(toImmediate === 0n || immediateCents + toImmediate <= 0n).toBe(true)
      },
    ),
  )
})

test('shares are due when the wire is found, those of a regular top-up not before 48 business hours', () => {
  const dueAt = at('2026-11-24T15:00:00.000Z')
  const early = at('2026-11-23T10:00:00.000Z')
  expect(sharesDueAt({ wallet: 'regular', dueAt }, early)).toEqual(dueAt)
  expect(sharesDueAt({ wallet: 'immediate', dueAt: early }, dueAt)).toEqual(dueAt)
})
