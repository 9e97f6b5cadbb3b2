import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { ApplyPlan, PlanOutcome } from '../kernel/plan.ts'
import { createAccountBook } from './account-book.ts'
import { encodeBatch, type Batch } from './batch.ts'
import { postingKind, type KindFinder } from './kinds.ts'
import { preparePlan, sameRequest, type PrepareDeps, type PreparedPlan } from './prepared-plan.ts'

/** The database did not answer for so long that the outcome is unknown; the same keys find it out later. */
export class PosterUnavailable extends Error {
  override name = 'PosterUnavailable'
}

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

type Waiting = {
  readonly plan: PreparedPlan
  readonly resolve: (outcome: PlanOutcome) => void
  readonly reject: (error: unknown) => void
  /** Callers with the same request, answered by this one's effect. */
  readonly followers: Waiting[]
}

const statement = `select post_batch(${Array.from({ length: 30 }, (_, place) => `$${place + 1}`).join(', ')}) as answer`
const maxPlans = 512
const giveUpMs = 30_000
const slowestRetryMs = 500

/** The transaction was rolled back and may run again as it is. */
const tryAgainCodes = new Set(['40001', '40P01', '55P03'])
/** Keys that another copy of the server wrote meanwhile: the next try sees them and answers as a replay. */
const keyConstraints = new Set(['journal_idem', 'idempotency_pkey'])
const accountMissing = 'LG001'

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof pg.DatabaseError)) return true
  const code = error.code ?? ''
  if (code === '23505') return keyConstraints.has(error.constraint ?? '')
  return tryAgainCodes.has(code) || code === accountMissing || /^(08|53|57P)/.test(code)
}

type Verdict = PlanOutcome & { readonly plan: number; readonly account?: number }

const outcomeOf = (verdict: Verdict, plan: PreparedPlan, batch: Batch): PlanOutcome => {
  const { plan: _plan, account, ...outcome } = verdict
  const key = account === undefined ? undefined : batch.accounts[account - 1]?.key
  if (outcome.outcome === 'account_closed') return { outcome: 'account_closed', code: key?.code ?? '' }
  if (outcome.outcome === 'insufficient_funds') {
    return { outcome: 'insufficient_funds', code: key?.code ?? '', ownerId: key?.ownerId ?? null }
  }
  // Our own ids: an earlier try was committed and its answer was lost on the way.
  if (outcome.outcome === 'replayed' && outcome.journalIds[0] === plan.journals[0]?.id) {
    return { outcome: 'posted', journalIds: outcome.journalIds }
  }
  return outcome
}

const posted = (plan: PreparedPlan): PlanOutcome => ({
  outcome: 'posted',
  journalIds: plan.journals.map(({ id }) => id),
})

/** What a caller with the same request gets when another one's plan was decided. */
const followed = (outcome: PlanOutcome, plan: PreparedPlan): PlanOutcome => {
  if (outcome.outcome !== 'posted') return outcome
  const { answer } = plan.source
  return answer
    ? { outcome: 'answered', status: answer.status, body: answer.body }
    : { outcome: 'replayed', journalIds: outcome.journalIds }
}

const settle = (waiting: Waiting, outcome: PlanOutcome) => {
  waiting.resolve(outcome)
  for (const follower of waiting.followers) follower.resolve(followed(outcome, waiting.plan))
}

/**
 * Takes up to 512 plans for the next batch. Plans that share a key or a row do not go together: the same request again
 * follows the first one, anything else waits for the next batch, in order.
 */
const takeBatch = (queue: Waiting[]): Waiting[] => {
  const taken: Waiting[] = []
  const left: Waiting[] = []
  const claimed = new Map<string, Waiting>()
  let seen = 0
  for (; seen < queue.length && taken.length < maxPlans; seen += 1) {
    const waiting = queue[seen]!
    const claim = waiting.plan.claims.find((each) => claimed.has(each))
    const holder = claim === undefined ? undefined : claimed.get(claim)
    if (!holder) {
      taken.push(waiting)
      for (const each of waiting.plan.claims) claimed.set(each, waiting)
    } else if (sameRequest(holder.plan, waiting.plan)) holder.followers.push(waiting)
    else left.push(waiting)
  }
  queue.splice(0, seen, ...left)
  return taken
}

const createSender = (deps: { pool: pg.Pool; clock: Clock; nextId: () => string }) => {
  const { pool, clock } = deps
  const query = async (batch: Batch): Promise<Verdict[]> => {
    const { rows } = await pool.query<{ answer: string | null }>({
      name: 'post_batch',
      text: statement,
      values: batch.values,
    })
    const answer = rows[0]?.answer
    return answer ? (JSON.parse(answer) as Verdict[]) : []
  }
  const finish = (group: readonly Waiting[], batch: Batch, verdicts: readonly Verdict[]) => {
    for (const account of batch.opened) account.open = true
    const byPlan = new Map(verdicts.map((verdict) => [verdict.plan, verdict]))
    group.forEach((waiting, index) => {
      const verdict = byPlan.get(index + 1)
      settle(waiting, verdict ? outcomeOf(verdict, waiting.plan, batch) : posted(waiting.plan))
    })
  }
  const encode = (group: readonly Waiting[], id: string) =>
    encodeBatch(
      group.map(({ plan }) => plan),
      { id, recordedAt: clock.now() },
    )
  /** Sends until the database answers. A retry has the same batch id, so an answer that was lost is found again. */
  const send = async (group: readonly Waiting[]): Promise<void> => {
    const id = deps.nextId()
    const deadline = clock.realNow().getTime() + giveUpMs
    let batch = encode(group, id)
    for (let attempt = 0; ; attempt += 1) {
      try {
        finish(group, batch, await query(batch))
        return
      } catch (error) {
        if (!isTransient(error)) return sendApart(group, error)
        if (clock.realNow().getTime() > deadline) {
          const unavailable = new PosterUnavailable('The ledger does not answer', { cause: error })
          return rejectAll(group, unavailable)
        }
        if (error instanceof pg.DatabaseError && error.code === accountMissing) {
          for (const account of batch.accounts) account.open = false
          batch = encode(group, id)
        }
        await pause(Math.min(slowestRetryMs, 5 * 2 ** Math.min(attempt, 10)))
      }
    }
  }
  /** One plan broke a constraint: halves go alone until it stands alone and its caller hears of it. */
  const sendApart = async (group: readonly Waiting[], error: unknown): Promise<void> => {
    if (group.length <= 1) return rejectAll(group, error)
    const middle = Math.ceil(group.length / 2)
    await send(group.slice(0, middle))
    await send(group.slice(middle))
  }
  const rejectAll = (group: readonly Waiting[], error: unknown) => {
    for (const waiting of group) {
      waiting.reject(error)
      for (const follower of waiting.followers) follower.reject(error)
    }
  }
  return send
}

/**
 * The one way money is written (money §2): all that queued while the last batch ran goes to the database as one call.
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
  const send = createSender({ pool, clock, nextId })
  const most = deps.batchesInFlight ?? 2
  const queue: Waiting[] = []
  const idle: (() => void)[] = []
  let underWay = 0
  let scheduled = false
  let closed = false

  const pump = () => {
    scheduled = false
    while (underWay < most && queue.length > 0) {
      underWay += 1
      void send(takeBatch(queue)).finally(() => {
        underWay -= 1
        schedule()
      })
      if (queue.length === 0) book.trim()
    }
    if (underWay === 0) for (const done of idle.splice(0)) done()
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
