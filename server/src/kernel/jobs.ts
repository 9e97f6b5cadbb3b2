import { after, type Clock } from './clock.ts'
import { everything, type Database, type Queries, type Scope } from './database.ts'
import type { LeaseHolder } from './lease-holder.ts'
import type { Log } from './log.ts'
import type { Outbox } from './outbox.ts'
import type { ApplyPlan, EventDraft, JobDraft } from './plan.ts'

/** A transaction of a job or a handler: statements, and what leaves with the commit. */
export type WriteTransaction = {
  readonly sql: Queries
  readonly emit: (event: EventDraft) => void
  readonly enqueue: (job: JobDraft) => void
}

/** What background work is given. Each transaction is its own; an outside service is never called inside one. */
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
  /** Tries before this one. */
  readonly attempts: number
}

/** Does the work; runs at least once, so its effects carry keys of their own. Says when to run again, or nothing. */
export type JobHandler = (job: Job, work: Work) => Promise<{ readonly againAt: Date } | void>

/** The work of a job that is always there: it always says when to run again, and so is never deleted. */
export type KeptJobHandler = (job: Job, work: Work) => Promise<{ readonly againAt: Date }>

export type Jobs = {
  readonly handle: (name: string, run: JobHandler) => void
  /** `run` is called for each event of this type, after the transaction that wrote it. */
  readonly on: (eventType: string, consumer: string, run: JobHandler) => void
  /** A job that is always there, under its own name: makes it when it is missing. */
  readonly keep: (name: string, run: KeptJobHandler) => void
  readonly start: () => Promise<void>
  /** Runs everything that is due, in due order, until nothing is. */
  readonly drain: () => Promise<number>
  /** Due instant of the next job, or null; `besidesKept` leaves out the jobs that are always there. */
  readonly nextDue: (which?: 'all' | 'besidesKept') => Promise<Date | null>
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

type JobRow = {
  id: string
  name: string
  payload: Record<string, unknown>
  due_at: Date
  attempts: number
  leased_until: Date
}

const leaseMs = 60_000
const pollMs = 500
const retryPausesMs = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000]
const maxAttempts = 30
/** A job that is always there never waits longer than this after a failure, and never dies. */
const longestKeptPauseMs = 60_000

const claimDue = `update job set leased_until = $2, leased_by = $5 where id in (
    select id from job where not dead and due_at <= $1 and (leased_until is null or leased_until < $3) and name = any($4)
    order by due_at, id limit 1 for update skip locked)
  returning id, name, payload, due_at, attempts, leased_until`
// A worker whose lease ran out does not decide: another one has the job now.
const putBack = `update job set attempts = $3, due_at = $4, leased_until = null, last_error = $5, dead = $6
  where id = $1 and leased_until = $2`
const again = `update job set due_at = $3, attempts = 0, leased_until = null, last_error = null
  where id = $1 and leased_until = $2`
const finished = 'delete from job where id = $1 and leased_until = $2'
const revive = 'update job set dead = false where dead and key = any($1)'

/** One transaction with its events and jobs written at the end of it. */
export const writeWith =
  (deps: { db: Database; outbox: Outbox }) =>
  async <T>(scope: Scope, use: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
    deps.db.write(scope, async (sql) => {
      const events: EventDraft[] = []
      const jobs: JobDraft[] = []
      const result = await use({ sql, emit: (event) => events.push(event), enqueue: (job) => jobs.push(job) })
      await deps.outbox.write(sql, { events, jobs })
      return result
    })

export const createJobs = (deps: {
  db: Database
  outbox: Outbox
  clock: Clock
  log: Log
  apply: ApplyPlan
  workers: number
  holder: LeaseHolder
}): Jobs => {
  const { db, outbox, clock, log } = deps
  const handlers = new Map<string, JobHandler>()
  const kept: string[] = []
  const write = writeWith(deps)
  const work: Work = {
    read: (use) => db.read(everything, use),
    write: (use) => write(everything, use),
    apply: deps.apply,
    clock,
  }
  let running = false
  const sleeping = new Set<() => void>()
  let loops: Promise<void>[] = []

  const claimOn = async (sql: Queries): Promise<JobRow | null> => {
    const real = clock.realNow()
    return sql.maybe<JobRow>(claimDue, [
      clock.now(),
      after(real, leaseMs),
      real,
      [...handlers.keys()],
      deps.holder.id(),
    ])
  }
  const claim = () => db.write(everything, claimOn)
  const failed = async (row: JobRow, error: unknown) => {
    const attempts = row.attempts + 1
    const isKept = kept.includes(row.name)
    const growing = retryPausesMs[Math.min(attempts, retryPausesMs.length) - 1] ?? 1000
    const pause = isKept ? Math.min(growing, longestKeptPauseMs) : growing
    const dead = !isKept && attempts >= maxAttempts
    const fields = { job: row.name, jobId: row.id, attempts }
    log.error(
      dead ? 'A job failed for good: a person has to let it run again' : 'A job failed',
      error,
      fields,
    )
    await db.write(everything, (sql) =>
      sql.run(putBack, [
        row.id,
        row.leased_until,
        attempts,
        after(clock.now(), pause),
        String(error).slice(0, 500),
        dead,
      ]),
    )
  }
  /** Runs a job. What becomes of it is written together with the claim of the next one, which it gives. */
  const runOne = async (row: JobRow, goesOn: () => boolean): Promise<JobRow | null> => {
    try {
      const run = handlers.get(row.name)
      if (!run) throw new Error(`No handler for ${row.name}`)
      const next = await run(
        { id: row.id, payload: row.payload, dueAt: row.due_at, attempts: row.attempts },
        work,
      )
      return await db.write(everything, async (sql) => {
        await (next
          ? sql.run(again, [row.id, row.leased_until, next.againAt])
          : sql.run(finished, [row.id, row.leased_until]))
        return goesOn() ? claimOn(sql) : null
      })
    } catch (error) {
      await failed(row, error).catch((lost: unknown) => log.error('A failed job could not be put back', lost))
      return null
    }
  }
  const sleep = () =>
    new Promise<void>((done) => {
      sleeping.add(done)
      setTimeout(() => {
        sleeping.delete(done)
        done()
      }, pollMs)
    })
  const loop = async () => {
    let claimed: JobRow | null = null
    // What is claimed is run, whatever happens meanwhile: nobody else takes it until its lease ends.
    while (running || claimed) {
      claimed ??= await claim().catch((error: unknown) => {
        log.error('Jobs could not be claimed', error)
        return null
      })
      if (claimed) claimed = await runOne(claimed, () => running)
      else await sleep()
    }
  }
  let areThere = false
  /** Once: a job that always runs again is never deleted, and does not die. */
  const ensureKept = async () => {
    if (areThere) return
    await write(everything, async ({ sql, enqueue }) => {
      await sql.run(revive, [kept])
      for (const name of kept) enqueue({ name, key: name })
    })
    areThere = true
  }
  const wake = () => {
    for (const done of sleeping) done()
    sleeping.clear()
  }
  return {
    handle: (name, run) => handlers.set(name, run),
    on: (eventType, consumer, run) => {
      handlers.set(consumer, run)
      outbox.subscribe(eventType, consumer)
    },
    keep: (name, run) => {
      handlers.set(name, run)
      kept.push(name)
      areThere = false
    },
    start: async () => {
      await deps.holder.start()
      await ensureKept()
      running = true
      loops = Array.from({ length: deps.workers }, loop)
    },
    drain: async () => {
      await ensureKept()
      let claimed: JobRow | null = null
      for (let done = 0; ; done += 1) {
        claimed ??= await claim()
        if (!claimed) return done
        claimed = await runOne(claimed, () => true)
      }
    },
    nextDue: async (which = 'all') => {
      const row = await db.read(everything, (sql) =>
        sql.maybe<{ due_at: Date }>(
          'select due_at from job where not dead and ($1 or key is distinct from name) order by due_at limit 1',
          [which === 'all'],
        ),
      )
      return row?.due_at ?? null
    },
    wake,
    stop: async () => {
      running = false
      wake()
      await Promise.all(loops)
      await deps.holder.stop()
    },
  }
}
