import type { EventType } from '@cardamom/contract/events'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import type { Queries } from './queries.ts'
import { createJobLeases, LeaseLost } from './job-leases.ts'
import type { EventHandler, Job, JobHandler, RecurringJobHandler, Work } from './job-handlers.ts'
import { createJobPoll } from './job-poll.ts'
import { claimJob, lockHeld, readNextDue, readOldestDue, reviveJobs, type JobRow } from './job-rows.sql.ts'
import { createJobRun } from './job-run.ts'
import { createJobRuns } from './job-runs.ts'
import { lanes, laneWorkers, type Lane } from './lanes.ts'
import type { LeaseHolder } from './lease-holder.ts'
import type { Log } from './log.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { EventMessage, Outbox } from './outbox.ts'
import type { ApplyPlan } from './plan.ts'
import { createSleepers, type Sleepers } from './sleepers.ts'
import { writeWith, type RecordJob } from './write-transaction.ts'

export type { EventHandler, Job, JobHandler, RecurringJobHandler, Work } from './job-handlers.ts'
export { writeWith, type WriteTransaction } from './write-transaction.ts'

/** The lane in which a job runs: that of the outside service that it calls, else `default`. */
type LaneChoice = { readonly lane?: Lane }

/** A lane of this process, for readiness and metrics. */
export type LaneState = {
  readonly lane: Lane
  readonly running: number
  /** Real time in ms since one of its workers last looked for a job or was free; 0 before the start. */
  readonly silentMs: number
  /** How long its first due job has waited for a worker of this process; 0: none waits. */
  readonly waitMs: number
}

export type Jobs = {
  readonly handle: (name: string, run: JobHandler, where?: LaneChoice) => void
  /** `run` is called for each event of this type, after the transaction that wrote it. */
  readonly on: <Type extends EventType>(
    eventType: Type,
    consumer: string,
    run: EventHandler<Type>,
    where?: LaneChoice,
  ) => void
  /** Registers a recurring job under its name, and creates its row where it is missing. */
  readonly recurring: (name: string, run: RecurringJobHandler, where?: LaneChoice) => void
  /** Names of the registered jobs. */
  readonly names: () => readonly string[]
  /** Names of those that always run again. */
  readonly recurringNames: () => readonly string[]
  readonly start: () => Promise<void>
  /** Runs all due jobs in due order until none is left. */
  readonly drain: () => Promise<number>
  /** Due instant of the next job, or null; `notRecurring` leaves out the recurring jobs. */
  readonly nextDue: (which?: 'all' | 'notRecurring') => Promise<Date | null>
  /** The lanes that have jobs to do here. */
  readonly lanes: () => Promise<readonly LaneState[]>
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

const usualLeaseMs = 60_000
type RegisteredJob = { readonly run: JobHandler; readonly lane: Lane; readonly isRecurring: boolean }

/** The audit row of what a job changes. */
export const entryOfJob = ({ id, name }: Pick<JobRow, 'id' | 'name'>): AuditEntry => ({
  principal: { kind: 'job', name },
  action: name,
  objectId: null,
  outcome: 'done',
  requestId: id,
  address: '',
})

export const createJobs = (deps: {
  db: Database
  outbox: Outbox
  clock: Clock
  log: Log
  apply: ApplyPlan
  holder: LeaseHolder
  recordJob?: RecordJob
  workers?: Readonly<Partial<Record<Lane, number>>>
  leaseMs?: number
}): Jobs => {
  const { db, outbox, clock, log } = deps
  const handled = new Map<string, RegisteredJob>()
  const namesIn = new Map<Lane, string[]>()
  const leases = createJobLeases({ db, clock, log, leaseMs: deps.leaseMs ?? usualLeaseMs })
  const sleepersOf = new Map(lanes.map((lane) => [lane, createSleepers()]))
  const triedAt = new Map<Lane, Date>()
  const running = new Map<Lane, number>()
  let isRunning = false
  let startedAt: Date | null = null
  let loops: Promise<void>[] = []

  const claimOn = async (sql: Queries, names: readonly string[]): Promise<JobRow | null> => {
    const holder = deps.holder.id()
    return claimJob(sql, { names, holder, now: clock.now(), realNow: clock.realNow(), until: leases.until() })
  }
  const write = writeWith(deps)
  /** What a handler receives. Its writes hold the job, so a worker that lost the job changes nothing. */
  const workOf = (row: JobRow): Work => ({
    read: (use) => db.read(wholeInstallation, use),
    write: (use) =>
      write(
        wholeInstallation,
        async (tx) => {
          if (!(await lockHeld(tx.sql, row))) throw new LeaseLost(`Another worker runs ${row.name}`)
          return use(tx)
        },
        entryOfJob(row),
      ),
    apply: deps.apply,
    clock,
  })
  const find = (name: string) => {
    const code = handled.get(name)
    if (!code) return undefined
    const jobOf = ({ id, payload, dueAt, attempts }: JobRow): Job => ({ id, payload, dueAt, attempts })
    return { isRecurring: code.isRecurring, run: (row: JobRow) => code.run(jobOf(row), workOf(row)) }
  }
  const runs = createJobRuns({ db, log })
  const run = createJobRun({ db, clock, log, leases, find, record: runs.record })
  const loop = async (lane: Lane, sleepers: Sleepers) => {
    const names = namesIn.get(lane) ?? []
    let claimed: JobRow | null = null
    const claimNext = async (sql: Queries) => {
      const next = await claimOn(sql, names)
      triedAt.set(lane, clock.realNow())
      return next
    }
    // A claimed job always runs: no other worker claims it before its lease ends.
    while (isRunning || claimed) {
      claimed ??= await db.write(wholeInstallation, claimNext).catch((error: unknown) => {
        log.error('Jobs could not be claimed', error)
        return null
      })
      if (!claimed) {
        if (isRunning) await sleepers.sleep()
        continue
      }
      sleepers.wakeOne()
      running.set(lane, (running.get(lane) ?? 0) + 1)
      claimed = await run(claimed, async (sql) => (isRunning ? claimNext(sql) : null))
      running.set(lane, (running.get(lane) ?? 1) - 1)
    }
  }
  const readDue = (now = clock.now(), realNow = clock.realNow()) => {
    const laneOf = new Map([...handled].map(([name, { lane }]) => [name, lane]))
    return db.read(wholeInstallation, (sql) => readOldestDue(sql, { laneOf, now, realNow }))
  }
  /** A worker that finds a job wakes the next one. */
  const poll = createJobPoll({
    log,
    read: () => readDue(),
    onRead: (due) => {
      for (const [lane, sleepers] of sleepersOf) {
        if (due.has(lane)) sleepers.wakeOne()
        else if (!sleepers.isEmpty()) triedAt.set(lane, clock.realNow())
      }
    },
  })
  const recurringNames = () => [...handled].flatMap(([name, each]) => (each.isRecurring ? [name] : []))
  let areThere = false
  /** Once: a job that always runs again is never deleted, and does not die. */
  const ensureRecurring = async () => {
    if (areThere) return
    const recurring = recurringNames()
    await write(wholeInstallation, async ({ sql, enqueue }) => {
      await reviveJobs(sql, recurring)
      for (const name of recurring) enqueue({ name, key: name })
    })
    areThere = true
  }
  const add = (name: string, each: Omit<RegisteredJob, 'lane'>, lane: Lane = 'default') => {
    handled.set(name, { ...each, lane })
    namesIn.set(lane, [...(namesIn.get(lane) ?? []), name])
    areThere = false
  }
  return {
    handle: (name, handler, where) => add(name, { run: handler, isRecurring: false }, where?.lane),
    on: (eventType, consumer, handler, where) => {
      const run: JobHandler = (job, work) => handler(job.payload as EventMessage<typeof eventType>, work, job)
      add(consumer, { run, isRecurring: false }, where?.lane)
      outbox.subscribe(eventType, consumer)
    },
    recurring: (name, handler, where) => add(name, { run: handler, isRecurring: true }, where?.lane),
    names: () => [...handled.keys()],
    recurringNames,
    start: async () => {
      await deps.holder.start()
      await ensureRecurring()
      isRunning = true
      runs.start()
      startedAt = clock.realNow()
      const workers = { ...laneWorkers, ...deps.workers }
      loops = [...sleepersOf]
        .filter(([lane]) => namesIn.has(lane))
        .flatMap(([lane, sleepers]) => Array.from({ length: workers[lane] }, () => loop(lane, sleepers)))
      poll.start()
    },
    drain: async () => {
      await ensureRecurring()
      const claimAny = (sql: Queries) => claimOn(sql, [...handled.keys()])
      let claimed: JobRow | null = null
      for (let done = 0; ; done += 1) {
        claimed ??= await db.write(wholeInstallation, claimAny)
        if (!claimed) {
          await runs.store()
          return done
        }
        claimed = await run(claimed, claimAny)
      }
    },
    nextDue: (which = 'all') => db.read(wholeInstallation, (sql) => readNextDue(sql, which)),
    lanes: async () => {
      const [now, realNow] = [clock.now(), clock.realNow()]
      const oldest = await readDue(now, realNow)
      const since = (at: Date | null | undefined) => (at ? realNow.getTime() - at.getTime() : 0)
      // Jobs that a change of the clock or a delayed start made due are no delay of the workers.
      const mostMs = Math.min(since(startedAt), clock.advancedAt() ? since(clock.advancedAt()) : Infinity)
      return [...namesIn.keys()].map((lane) => {
        const dueAt = oldest.get(lane)
        const waitMs = dueAt ? Math.min(now.getTime() - dueAt.getTime(), mostMs) : 0
        const silentMs = since(triedAt.get(lane) ?? startedAt)
        return { lane, running: running.get(lane) ?? 0, silentMs, waitMs }
      })
    },
    wake: poll.announce,
    stop: async () => {
      isRunning = false
      await poll.stop()
      for (const sleepers of sleepersOf.values()) sleepers.wakeAll()
      await Promise.all(loops)
      await runs.stop()
      await deps.holder.stop()
    },
  }
}
