import type { EventType } from '@cardamom/contract/events'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import type { Queries } from './queries.ts'
import { createJobLeases, LeaseLost } from './job-leases.ts'
import { claimJob, lockHeld, readNextDue, readOldestDue, reviveJobs, type JobRow } from './job-rows.sql.ts'
import { createJobRun, type NextRun } from './job-run.ts'
import { lanes, laneWorkers, type Lane } from './lanes.ts'
import type { LeaseHolder } from './lease-holder.ts'
import type { Log } from './log.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { EventMessage, Outbox } from './outbox.ts'
import type { ApplyPlan } from './plan.ts'
import { createSleepers, type Sleepers } from './sleepers.ts'
import { writeWith, type RecordJob, type WriteTransaction } from './write-transaction.ts'

export { writeWith, type WriteTransaction } from './write-transaction.ts'

/**
 * What a job handler receives. Each transaction is separate, and no outside service is called inside one.
 * `write` throws LeaseLost, and changes nothing, when another worker has claimed the job. `apply` does not
 * check leases: the keys of its journals prevent a second effect.
 */
export type Work = {
  readonly read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
  readonly write: <T>(use: (tx: WriteTransaction) => Promise<T>) => Promise<T>
  readonly apply: ApplyPlan
  readonly clock: Clock
}

export type Job = {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly dueAt: Date
  /** Number of earlier attempts. */
  readonly attempts: number
}

/**
 * Does the work and returns the next run, or nothing when the job is done. It runs at least once, and a
 * second worker may run it while the first is frozen. An outside effect therefore needs a key that is stored
 * before the call.
 */
export type JobHandler = (job: Job, work: Work) => Promise<NextRun | void>

/** Consumes an event, like the work of a job. */
export type EventHandler<Type extends EventType> = (
  event: EventMessage<Type>,
  work: Work,
  job: Job,
) => Promise<NextRun | void>

/** The work of a recurring job: it always returns the next run, so the job is never deleted. */
export type RecurringJobHandler = (job: Job, work: Work) => Promise<NextRun>

/** The lane in which a job runs: that of the outside service that it calls, else `default`. */
type LaneChoice = { readonly lane?: Lane }

/** A lane of this process, for readiness and metrics. */
export type LaneState = {
  readonly lane: Lane
  readonly running: number
  /** Real time in ms since one of its workers last tried to claim a job; 0 before the start. */
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
const pollMs = 500
type RegisteredJob = { readonly run: JobHandler; readonly lane: Lane; readonly isRecurring: boolean }

/** The audit row of what a job changes. */
const entryOfJob = ({ id, name }: JobRow): AuditEntry => ({
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
  const wake = () => sleepersOf.forEach((sleepers) => sleepers.wakeAll())
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
  const run = createJobRun({ db, clock, log, leases, find })
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
        if (isRunning) await sleepers.sleep(pollMs)
        continue
      }
      sleepers.wakeOne()
      running.set(lane, (running.get(lane) ?? 0) + 1)
      claimed = await run(claimed, async (sql) => (isRunning ? claimNext(sql) : null))
      running.set(lane, (running.get(lane) ?? 1) - 1)
    }
  }
  let areThere = false
  /** Once: a job that always runs again is never deleted, and does not die. */
  const ensureRecurring = async () => {
    if (areThere) return
    const recurring = [...handled].flatMap(([name, each]) => (each.isRecurring ? [name] : []))
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
    start: async () => {
      await deps.holder.start()
      await ensureRecurring()
      isRunning = true
      startedAt = clock.realNow()
      const workers = { ...laneWorkers, ...deps.workers }
      loops = [...sleepersOf]
        .filter(([lane]) => namesIn.has(lane))
        .flatMap(([lane, sleepers]) => Array.from({ length: workers[lane] }, () => loop(lane, sleepers)))
    },
    drain: async () => {
      await ensureRecurring()
      const claimAny = (sql: Queries) => claimOn(sql, [...handled.keys()])
      let claimed: JobRow | null = null
      for (let done = 0; ; done += 1) {
        claimed ??= await db.write(wholeInstallation, claimAny)
        if (!claimed) return done
        claimed = await run(claimed, claimAny)
      }
    },
    nextDue: (which = 'all') => db.read(wholeInstallation, (sql) => readNextDue(sql, which)),
    lanes: async () => {
      const laneOf = new Map([...handled].map(([name, { lane }]) => [name, lane]))
      const [now, realNow] = [clock.now(), clock.realNow()]
      const oldest = await db.read(wholeInstallation, (sql) => readOldestDue(sql, { laneOf, now, realNow }))
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
    wake,
    stop: async () => {
      isRunning = false
      wake()
      await Promise.all(loops)
      await deps.holder.stop()
    },
  }
}
