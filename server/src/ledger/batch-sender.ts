import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import { after } from '../kernel/clock.ts'
import { DatabaseUnreachable } from '../kernel/database.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { encodeBatch, type Batch } from './batch.ts'
import type { PreparedPlan } from './prepared-plan.ts'
import { rejectAll, settle, type WaitingPlan } from './waiting-plans.ts'

/** The database did not answer for so long that the outcome is unknown; the same keys find it out later. */
export class PosterUnavailable extends DatabaseUnreachable {
  override name = 'PosterUnavailable'
}

const parameters = 35
const statement = `select post_batch(${Array.from({ length: parameters }, (_, place) => `$${place + 1}`).join(', ')}) as answer`
const giveUpMs = 30_000
const slowestRetryMs = 500

/** The transaction was rolled back and may run again as it is. */
const tryAgainCodes = new Set(['40001', '40P01'])
/** Somebody holds a row that a plan of the batch needs: all of it was rolled back. */
const lockHeld = '55P03'
/** How long a plan waits once its batch had to wait for a lock, and how many such plans are tried in a row. */
const shortWaitMs = 250
const mostWaiting = 8
/** Keys that another copy of the server wrote meanwhile: the next try sees them and answers as a replay. */
const keyConstraints = new Set(['journal_idem', 'idempotency_pkey'])
const accountMissing = 'LG001'
/** The plan takes back what is not there, or what was taken back before. */
const reversalConstraints = new Set(['journal_reverses_one', 'journal_reversed_once'])
/** Waiting frees no disk: the callers hear of it at once, and nothing of theirs was written. */
const diskFull = '53100'

const isNotReversible = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && reversalConstraints.has(error.constraint ?? '')
const isLockHeld = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === lockHeld

/** The database says itself that nothing of this try stays. */
const wasRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:40|23|LG|55)/.test(error.code ?? '')

type Row = { answer: string | null }

/** The statement in a transaction of its own that waits for a lock a short time only. */
const queryShortly = async (pool: pg.Pool, post: pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; set local lock_timeout = ${shortWaitMs}`)
    const answer = await client.query<Row>(post)
    await client.query('commit')
    return answer
  } catch (error) {
    // Its connection goes with it, and so does what it did not commit.
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof pg.DatabaseError)) return true
  const code = error.code ?? ''
  if (code === diskFull) return false
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

const finish = (group: readonly WaitingPlan[], batch: Batch, verdicts: readonly Verdict[]) => {
  for (const account of batch.opened) account.open = true
  const byPlan = new Map(verdicts.map((verdict) => [verdict.plan, verdict]))
  group.forEach((waiting, index) => {
    const verdict = byPlan.get(index + 1)
    settle(waiting, verdict ? outcomeOf(verdict, waiting.plan, batch) : posted(waiting.plan))
  })
}

/** Sends groups of plans to the database and settles their callers. Never rejects. */
export type BatchSender = (group: readonly WaitingPlan[]) => Promise<void>

export const createBatchSender = (deps: {
  pool: pg.Pool
  clock: Clock
  nextId: () => string
}): BatchSender => {
  const { pool, clock } = deps
  const query = async (batch: Batch, how: { isRetry: boolean; isShort: boolean }): Promise<Verdict[]> => {
    const values = how.isRetry ? batch.values.with(1, 't') : batch.values
    const post = { name: 'post_batch', text: statement, values }
    const { rows } = how.isShort ? await queryShortly(pool, post) : await pool.query<Row>(post)
    const answer = rows[0]?.answer
    return answer ? (JSON.parse(answer) as Verdict[]) : []
  }
  const encode = (group: readonly WaitingPlan[], id: string) =>
    encodeBatch(
      group.map(({ plan }) => plan),
      { id, recordedAt: clock.now() },
    )
  /** Sends until the database answers. A retry has the same batch id, so an answer that was lost is found again. */
  const deliver = async (group: readonly WaitingPlan[], first: Batch, isShort = false): Promise<void> => {
    const deadline = after(clock.realNow(), giveUpMs)
    let batch = first
    /** A try was lost on the way and may yet be committed: only the database can say what became of it. */
    let isUnknown = false
    for (let attempt = 0; ; attempt += 1) {
      try {
        finish(group, batch, await query(batch, { isRetry: attempt > 0, isShort }))
        return
      } catch (error) {
        if (isLockHeld(error) && !isUnknown) return sendAlone(group, error)
        if (!isTransient(error)) return sendApart(group, error)
        isUnknown ||= !wasRolledBack(error)
        if (clock.realNow() > deadline) {
          return rejectAll(group, new PosterUnavailable(error, 'The ledger does not answer'))
        }
        if (error instanceof pg.DatabaseError && error.code === accountMissing) {
          for (const account of batch.accounts) account.open = false
          batch = encode(group, batch.id)
        }
        await pause(Math.min(slowestRetryMs, 5 * 2 ** Math.min(attempt, 10)))
      }
    }
  }
  const send: BatchSender = async (group) => {
    try {
      await deliver(group, encode(group, deps.nextId()))
    } catch (error) {
      rejectAll(group, error)
    }
  }
  /** Somebody holds a row that one of them needs. The others go ahead; who needs it hears so, and nothing of theirs was done. */
  const sendAlone = async (group: readonly WaitingPlan[], error: unknown): Promise<void> => {
    if (group.length <= 1) return rejectAll(group, error)
    let waited = 0
    for (const waiting of group) {
      if (waited >= mostWaiting) {
        rejectAll([waiting], error)
        continue
      }
      const begunMs = performance.now()
      await deliver([waiting], encode([waiting], deps.nextId()), true)
      waited = performance.now() - begunMs < shortWaitMs ? 0 : waited + 1
    }
  }
  /** One plan broke a constraint: halves go alone until it stands alone and its caller hears of it. */
  const sendApart = async (group: readonly WaitingPlan[], error: unknown): Promise<void> => {
    const [first] = group
    if (group.length === 1 && first && isNotReversible(error))
      return settle(first, { outcome: 'not_reversible' })
    if (group.length <= 1) return rejectAll(group, error)
    const middle = Math.ceil(group.length / 2)
    await send(group.slice(0, middle))
    await send(group.slice(middle))
  }
  return send
}
