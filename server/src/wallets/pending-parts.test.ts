import { expect, test } from 'vitest'
import { pendingParts } from './pending-parts.ts'

/** 2031-11-21 is a Friday. */
const friday = new Date('2031-11-21T15:00:00Z')
const calendar = { holidays: new Set(['2031-11-24']) }
const share = (dueAt: string | null, amountCents: bigint, wallet: 'regular' | 'immediate' = 'regular') => ({
  wallet,
  dueAt: dueAt === null ? null : new Date(dueAt),
  since: friday,
  amountCents,
  count: 1,
})
const of = (pending: { regular: bigint; immediate: bigint }, now = friday) => ({ calendar, now, pending })

test('shares of the same run are one part, with the days that do not count', () => {
  const shares = [share('2031-11-26T15:00:00Z', 300n), share('2031-11-25T17:00:00Z', 200n)]
  const [part, ...others] = pendingParts(shares, of({ regular: 500n, immediate: 0n }))
  expect(others).toEqual([])
  expect(part).toMatchObject({
    reason: 'hold',
    amount: 500n,
    count: 2,
    runAt: new Date('2031-11-26T16:00:00Z'),
  })
  expect(part?.skipped).toEqual([
    { day: '2031-11-22', why: 'weekend' },
    { day: '2031-11-23', why: 'weekend' },
    { day: '2031-11-24', why: 'holiday' },
  ])
})

test('what is due waits for the next run, which is never in the past', () => {
  const monday = new Date('2031-11-25T16:30:00Z')
  const shares = [share('2031-11-25T15:00:00Z', 100n)]
  expect(pendingParts(shares, of({ regular: 100n, immediate: 0n }, monday))).toMatchObject([
    { reason: 'run', runAt: new Date('2031-11-26T16:00:00Z'), skipped: [] },
  ])
})

test('top-ups have the run after 48 business hours, and say whether their wire was found', () => {
  const topUp = (wire: 'matched' | 'unmatched', dueAt: string, amountCents: bigint) => ({
    wire,
    dueAt: new Date(dueAt),
    since: friday,
    amountCents,
    count: 1,
  })
  const topUps = [
    topUp('unmatched', '2031-11-26T15:00:00Z', 100n),
    topUp('matched', '2031-11-26T15:00:00Z', 200n),
    topUp('unmatched', '2031-11-20T15:00:00Z', 50n),
  ]
  expect(pendingParts([], { ...of({ regular: 400n, immediate: 0n }), topUps })).toMatchObject([
    { reason: 'wire', amount: 50n, runAt: new Date('2031-11-21T16:00:00Z'), skipped: [] },
    { reason: 'wire', amount: 100n, runAt: new Date('2031-11-26T16:00:00Z'), count: 1 },
    { reason: 'topup', amount: 200n, runAt: new Date('2031-11-26T16:00:00Z') },
    { reason: 'other', amount: 50n, runAt: null },
  ])
})

test('parts without a date come last, and all parts add up to the balances', () => {
  const shares = [share(null, 40n, 'immediate'), share('2031-11-26T15:00:00Z', 300n)]
  expect(pendingParts(shares, of({ regular: 1000n, immediate: 40n }))).toMatchObject([
    { wallet: 'regular', reason: 'hold', amount: 300n },
    { wallet: 'immediate', reason: 'credit', amount: 40n, runAt: null },
    { wallet: 'regular', reason: 'other', amount: 700n, runAt: null, count: 0 },
  ])
})
