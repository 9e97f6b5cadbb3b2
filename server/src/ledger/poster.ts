import type pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { requireNoSecondTransaction } from '../kernel/open-transaction.ts'
import type { ApplyPlan } from '../kernel/plan.ts'
import { createAccountBook } from './account-book.ts'
import { createBatchSender } from './batch-sender.ts'
import { postingKind, type KindFinder } from './kinds.ts'
import { preparePlan, type PrepareDeps } from './prepared-plan.ts'
import { releaseBatch, nextBatch, type WaitingPlan } from './waiting-plans.ts'

export type Poster = {
  /**
   * Applies a plan whole or not at all. Rejects with the database's error when a row breaks a constraint of its table,
   * with JournalRefused for a kind that is not built, with PosterUnavailable when the database stays away.
   */
  readonly apply: ApplyPlan
  /** Resolves when nothing waits and nothing is under way. */
  readonly drain: () => Promise<void>
  /** Refuses new plans, finishes the old ones. */
  readonly close: () => Promise<void>
}

const mostPlans = 512
/**
 * Beside a batch under way, fewer plans than this wait for its end. A batch costs the database as much as ten plans, so two
 * small ones at the same time are slower than one after the other.
 */
const worthLane = 24
/** They wait no longer than this: a batch may be held up by a lock that none of them needs. */
const patienceMs = 20

/**
 * The one way money is written (money §8): all that queued while the last batch ran goes to the database as one call.
 * Callers hold no transaction open while they wait.
 */
export const createPoster = (deps: {
  pool: pg.Pool
  ids: Ids
  clock: Clock
  expandEvents: PrepareDeps['expandEvents']
  /** Batches under way at the same time; 1 makes the order of effects that of the calls. */
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
  /** Numbers of the lanes that are free. */
  const free = Array.from({ length: deps.batchesInFlight ?? 2 }, (_, place) => place + 1)
  const lanes = free.length
  const queue: WaitingPlan[] = []
  const idle: (() => void)[] = []
  let scheduled = false
  let begunMs = 0
  let patience: NodeJS.Timeout | null = null
  let closed = false

  const run = async (group: readonly WaitingPlan[], lane: number) => {
    await send(group)
    releaseBatch(group, lane)
    free.push(lane)
    schedule()
  }
  /** Begins a batch on a free lane; false: another lane holds what all of them need. */
  const begin = (): boolean => {
    const lane = free[0]!
    const share = queue.length < 2 * worthLane ? queue.length : Math.ceil(queue.length / free.length)
    const group = nextBatch(queue, { lane, share, most: mostPlans })
    if (queue.length === 0) book.trim()
    if (group.length === 0) return false
    free.shift()
    begunMs = performance.now()
    void run(group, lane)
    return true
  }
  /** Whether those in the queue wait for the batch under way. */
  const waits = (): boolean => {
    if (free.length === lanes || queue.length >= worthLane) return false
    const leftMs = begunMs + patienceMs - performance.now()
    if (leftMs <= 0) return false
    patience ??= setTimeout(() => {
      patience = null
      schedule()
    }, leftMs)
    return true
  }
  const pump = () => {
    scheduled = false
    while (free.length > 0 && queue.length > 0 && !waits()) if (!begin()) break
    if (free.length === lanes) for (const done of idle.splice(0)) done()
  }
  /** Later in this turn of the event loop, so that callers who were just answered can join the next batch. */
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
        queue.push({ plan: prepared, resolve, reject, followers: [] })
        schedule()
      }),
    drain,
    close: () => {
      closed = true
      return drain()
    },
  }
}
