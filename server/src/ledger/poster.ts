import type pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { requireNoSecondTransaction } from '../kernel/open-transaction.ts'
import type { AnnounceCall, ApplyPlan } from '../kernel/plan.ts'
import { createAccountBook } from './account-book.ts'
import { createBatchSender } from './batch-sender.ts'
import { postingKind, type KindFinder } from './kinds.ts'
import { preparePlan, type PrepareDeps } from './prepared-plan.ts'
import { releaseBatch, nextBatch, type WaitingPlan } from './waiting-plans.ts'

export type Poster = {
  /**
   * Applies a plan as a whole or not at all. Rejects with the database's error when a row violates a
   * constraint of its table, with JournalRefused for a kind that is not built, and with PosterUnavailable
   * when the database is away.
   */
  readonly apply: ApplyPlan
  readonly announceCall: AnnounceCall
  /** Resolves when no plan waits or runs. */
  readonly drain: () => Promise<void>
  /** Refuses new plans and finishes the accepted ones. */
  readonly close: () => Promise<void>
}

const mostPlans = 512
/**
 * While a batch runs, fewer plans than this wait for its end. A batch costs the database as much as ten
 * plans, so two small batches at the same time are slower than one after the other.
 */
const worthLane = 24
/**
 * The same while calls are served. The server prepares the next batch while one is applied; with a second one, most
 * callers would wait for the database at the same time, and the server for them.
 */
const worthLaneOfCalls = 128
/** The longest such wait: the running batch may be blocked by a lock that these plans do not need. */
const patienceMs = 20
/**
 * While no batch runs and most announced calls are still being decided, plans wait this long for theirs. The processors
 * decide on them meanwhile, and a batch costs as much as many plans.
 */
const gatherMs = 8

/**
 * The only way to write money (money §8). All plans that queued during the last batch are sent to the
 * database as one call. Callers hold no open transaction while they wait.
 */
export const createPoster = (deps: {
  pool: pg.Pool
  ids: Ids
  clock: Clock
  expandEvents: PrepareDeps['expandEvents']
  /** Number of simultaneous batches. With 1, effects have the order of the calls. */
  batchesInFlight?: number
  findKind?: KindFinder
}): Poster => {
  const { pool, clock } = deps
  const nextId = () => deps.ids.next()
  const book = createAccountBook()
  const prepare = {
    nextId,
    realNow: clock.realNow,
    book,
    findKind: deps.findKind ?? postingKind,
    expandEvents: deps.expandEvents,
  }
  const send = createBatchSender({ pool, clock, nextId })
  /** Numbers of the free lanes. */
  const free = Array.from({ length: deps.batchesInFlight ?? 2 }, (_, index) => index + 1)
  const lanes = free.length
  const queue: WaitingPlan[] = []
  const idle: (() => void)[] = []
  let scheduled = false
  let startedMs = 0
  /** When the first of the queued plans could have been sent. */
  let gatheredMs = 0
  let patience: { readonly timer: NodeJS.Timeout; readonly endsMs: number } | null = null
  let closed = false
  /** Number of announced calls. */
  let calls = 0
  const worth = () => (calls > 0 ? worthLaneOfCalls : worthLane)

  const run = async (group: readonly WaitingPlan[], lane: number) => {
    await send(group)
    releaseBatch(group, lane)
    free.push(lane)
    gatheredMs = performance.now()
    schedule()
  }
  /** Starts a batch on a free lane; false: another lane holds an account that each waiting plan needs. */
  const startBatch = (): boolean => {
    const lane = free[0]!
    const share = queue.length < 2 * worth() ? queue.length : Math.ceil(queue.length / free.length)
    const group = nextBatch(queue, { lane, share, most: mostPlans })
    if (queue.length === 0) book.trim()
    if (group.length === 0) return false
    free.shift()
    startedMs = performance.now()
    void run(group, lane)
    return true
  }
  /** How long the queued plans wait for the running batch, or without one for the plans of more calls. */
  const waitMs = (): number => {
    if (queue.length >= worth()) return 0
    if (free.length < lanes) return startedMs + patienceMs - performance.now()
    return calls - queue.length > queue.length ? gatheredMs + gatherMs - performance.now() : 0
  }
  const waits = (): boolean => {
    const leftMs = waitMs()
    if (leftMs <= 0) return false
    const endsMs = performance.now() + leftMs
    if (patience && patience.endsMs <= endsMs) return true
    clearTimeout(patience?.timer)
    const timer = setTimeout(() => {
      patience = null
      schedule()
    }, leftMs)
    patience = { timer, endsMs }
    return true
  }
  const pump = () => {
    scheduled = false
    while (free.length > 0 && queue.length > 0 && !waits()) if (!startBatch()) break
    if (free.length === lanes) for (const done of idle.splice(0)) done()
  }
  /**
   * Runs later in this turn of the event loop, so that callers who just got their answer can join the next
   * batch.
   */
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(pump)
  }
  const drain = () =>
    new Promise<void>((done) => {
      idle.push(done)
      schedule()
    })
  return {
    apply: (plan) =>
      new Promise((resolve, reject) => {
        requireNoSecondTransaction()
        if (closed) throw new Error('The poster is closed')
        const prepared = preparePlan(plan, prepare)
        if ('outcome' in prepared) return resolve(prepared)
        if (queue.length === 0) gatheredMs = performance.now()
        queue.push({ plan: prepared, resolve, reject, followers: [] })
        schedule()
      }),
    announceCall: () => {
      calls += 1
      return () => {
        calls -= 1
        if (queue.length > 0) schedule()
      }
    },
    drain,
    close: () => {
      closed = true
      return drain()
    },
  }
}
