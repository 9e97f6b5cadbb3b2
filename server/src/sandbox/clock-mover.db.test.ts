import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobRunner, type JobRunner } from '../../../tests/support/job-runner.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { createClockMover } from './clock-mover.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let database: TestDatabase
let runner: JobRunner
/** The business times of all jobs that ran, as hours after the start. */
const happened: [what: string, hours: number][] = []
let startMs: number
/** Held loads: the earliest release of each, as hours after the start. */
let held: number[] = []

const at = (hours: number) => new Date(startMs + hours * hourMs)
const note = (what: string) => happened.push([what, (runner.clock.now().getTime() - startMs) / hourMs])
const timesOf = (what: string) => happened.flatMap(([name, hours]) => (name === what ? [hours] : []))

beforeAll(async () => {
  database = await createTestDatabase()
  runner = createJobRunner({ database })
  startMs = runner.clock.now().getTime()
  const { jobs, clock } = runner
  jobs.recurring('test.poll', async () => {
    note('poll')
    return { againAt: new Date(clock.now().getTime() + hourMs / 2) }
  })
  jobs.recurring('test.day', async () => {
    note('day')
    return { againAt: new Date((Math.floor(clock.now().getTime() / dayMs) + 1) * dayMs) }
  })
  jobs.recurring('test.release', async () => {
    const due = held.filter((hours) => at(hours) <= clock.now())
    held = held.filter((hours) => !due.includes(hours))
    for (const hours of due) note(`release of ${hours}`)
    return { againAt: new Date((Math.floor(clock.now().getTime() / hourMs) + 1) * hourMs) }
  })
  jobs.handle('test.single', async ({ payload }) => void note(String(payload['name'])))
})
afterAll(() => database.drop())

const advance = (hours: number) =>
  createClockMover({
    db: database.db,
    clock: runner.clock,
    jobs: runner.jobs,
    advanceClocks: async () => void note('services'),
    nextRelease: async () => (held.length > 0 ? at(Math.min(...held)) : null),
  }).advanceTo(at(hours))

test('a month passes in due order, and jobs that only poll do not run for each hour of it', async () => {
  held = [30.2, 400]
  for (const [name, hours] of [
    ['late', 401.5],
    ['early', 50.5],
  ] as const) {
    await runner.enqueue({ name: 'test.single', payload: { name }, dueAt: at(hours) })
  }
  await advance(743)
  const single = happened.filter(([what]) => !['poll', 'day', 'services'].includes(what))
  expect(single.map(([what]) => what)).toEqual(['release of 30.2', 'early', 'release of 400', 'late'])
  // A job runs when it is due, and a release at the first full hour after that.
  const within = (what: string, from: number, to: number) => {
    const [hours = 0] = timesOf(what)
    expect([what, hours >= from && hours < to]).toEqual([what, true])
  }
  within('early', 50.5, 50.6)
  within('late', 401.5, 401.6)
  within('release of 30.2', 30.2, 31.3)
  within('release of 400', 400, 401.1)
  // A daily job runs when its UTC day begins.
  const sinceMidnight = timesOf('day').map((hours) => at(hours).getTime() % dayMs)
  expect(sinceMidnight.length).toBeGreaterThanOrEqual(31)
  expect(Math.max(...sinceMidnight.slice(1))).toBeLessThan(hourMs / 10)
  // At every half hour it would run 1,486 times; each start of a day may add a run.
  expect(timesOf('poll').length).toBeLessThan(743 / 6 + 31 + 12)
  const services = timesOf('services')
  const gaps = services.map((hours, index) => hours - (services[index - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(6.1)
  expect(services.at(-1)).toBeGreaterThanOrEqual(743)
})

test('while a released load waits for float, time advances hour by hour', async () => {
  const from = timesOf('services').at(-1) ?? 0
  const before = timesOf('poll').length
  const { clock, jobs } = runner
  const mover = createClockMover({
    db: database.db,
    clock,
    jobs,
    advanceClocks: async () => undefined,
    // The release time is reached, but there is no float for the load.
    nextRelease: async () => at(from),
  })
  await mover.advanceTo(at(from + 10))
  expect(timesOf('poll').length - before).toBeGreaterThanOrEqual(10)
})

test('a step that a busy service refused is tried again, and the time is still reached', async () => {
  const { clock, jobs } = runner
  const from = (clock.now().getTime() - startMs) / hourMs
  const offsets: number[] = []
  let refusals = 0
  const moverWith = (tries?: number) =>
    createClockMover({
      db: database.db,
      clock,
      jobs,
      advanceClocks: async (offsetMs) => {
        if (refusals > 0) {
          refusals -= 1
          throw new Error('chain/clock answered 503')
        }
        offsets.push(offsetMs)
      },
      ...(tries === undefined ? {} : { tries }),
    })
  refusals = 1
  await expect(moverWith().advanceTo(at(from + 1))).rejects.toThrow('503')
  refusals = 1
  await moverWith(2).advanceTo(at(from + 10))
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(at(from + 10).getTime())
  expect(refusals).toBe(0)
  // The service that refused has the last time too.
  expect(offsets.at(-1)).toBe(clock.offsetMs())
})
