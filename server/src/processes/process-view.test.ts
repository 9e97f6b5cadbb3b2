import { expect, test } from 'vitest'
import type { JobState } from '../kernel/job-runs.sql.ts'
import { processViews, type ProcessFacts } from './process-view.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const idle: Omit<JobState, 'name'> = {
  waiting: 0,
  oldestAt: null,
  running: 0,
  nextAt: null,
  retrying: 0,
  dead: 0,
}
const view = (states: readonly JobState[], more: Partial<ProcessFacts> = {}) =>
  processViews({
    names: states.map(({ name }) => name),
    recurring: [],
    states,
    runs: [],
    now,
    mostWaitMs: Infinity,
    seesText: true,
    ...more,
  })
const states = (facts: Parameters<typeof view>) =>
  view(...facts).map(({ process, state }) => [process, state])

test('a process with due work that nobody begins for more than two minutes is late', () => {
  const waiting = { ...idle, name: 'mail.send', waiting: 3, oldestAt: minutesAgo(3) }
  expect(states([[waiting]])).toEqual([['mails', 'late']])
  expect(states([[{ ...waiting, oldestAt: minutesAgo(1) }]])).toEqual([['mails', 'waiting']])
  // A change of the clock made it due.
  expect(states([[waiting], { mostWaitMs: 1000 }])).toEqual([['mails', 'waiting']])
  // A person made it due: its time is long ago.
  expect(states([[{ ...waiting, oldestAt: new Date(0) }]])).toEqual([['mails', 'waiting']])
})

test('processes that need a person stand first: stopped, failing, late', () => {
  const found = states([
    [
      { ...idle, name: 'loads.scan', running: 1 },
      { ...idle, name: 'payouts.queued', waiting: 1, oldestAt: minutesAgo(9) },
      { ...idle, name: 'cards.freeze', retrying: 1 },
      { ...idle, name: 'mail.send', dead: 1, retrying: 1 },
      { ...idle, name: 'kyc.screen' },
    ],
  ])
  expect(found).toEqual([
    ['mails', 'stopped'],
    ['freezes', 'failing'],
    ['payouts', 'late'],
    ['chainScan', 'running'],
    ['screening', 'idle'],
  ])
})

test('several jobs are one process: the last run, the next one, and the last failure', () => {
  const [process] = view(
    [
      { ...idle, name: 'loads.credit', nextAt: new Date('2026-11-20T13:00:00Z') },
      { ...idle, name: 'loads.watch_credit', nextAt: new Date('2026-11-20T12:30:00Z') },
    ],
    {
      seesText: false,
      runs: [
        {
          name: 'loads.credit',
          startedAt: minutesAgo(5),
          durationMs: 40,
          failed: true,
          failedAt: minutesAgo(5),
          error: 'TypeError: fetch failed',
        },
        {
          name: 'loads.watch_credit',
          startedAt: minutesAgo(2),
          durationMs: 7,
          failed: false,
          failedAt: null,
          error: null,
        },
      ],
    },
  )
  expect(process).toMatchObject({
    process: 'credits',
    lastRunAt: minutesAgo(2),
    lastDurationMs: 7,
    hasLastFailed: false,
    nextAt: new Date('2026-11-20T12:30:00Z'),
    failure: { at: minutesAgo(5), meaning: 'silentService', text: null },
  })
})
