import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import { after } from '../kernel/clock.ts'
import { DatabaseUnreachable } from '../kernel/lost-database.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { encodeBatch, type Batch } from './batch.ts'
import type { PreparedPlan } from './prepared-plan.ts'
import { rejectAll, settle, type WaitingPlan } from './waiting-plans.ts'

/** The database did not answer in time, so the outcome is unknown. A retry with the same keys returns it. */
export class PosterUnavailable extends DatabaseUnreachable {
  override name = 'PosterUnavailable'
}

const parameters = 38
const statement = `select post_batch(${Array.from({ length: parameters }, (_, position) => `$${position + 1}`).join(', ')}) as answer`
const timeoutMs = 30_000
const slowestRetryMs = 500

/** The transaction was rolled back and may be retried unchanged. */
const tryAgainCodes = new Set(['40001', '40P01'])
/** Another transaction holds a row that a plan of the batch needs. The whole batch was rolled back. */
const lockHeld = '55P03'
/** The pause of a plan whose batch met a lock, and how many such plans are tried in a row. */
const shortWaitMs = 250
const mostWaiting = 8
/**
 * Another copy of the server wrote these keys meanwhile. The next attempt finds them and answers as a replay.
 */
const keyConstraints = new Set(['journal_idem', 'idempotency_pkey'])
const accountMissing = 'LG001'
/** The batch was made too long before it came, for example because this process was stopped meanwhile. */
const madeEarlier = 'LG004'
/** The same plans may be sent again in a new batch. */
const encodedAgain = new Set([accountMissing, madeEarlier])
/** The reversed journal does not exist, or this one is not its only reversal (money §1). */
const reversalConstraints = new Set(['journal_reverses_one', 'journal_reversed_once'])
/** Waiting frees no disk space, so the callers get an error at once. Nothing was written. */
const diskFull = '53100'

const isNotReversible = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && reversalConstraints.has(error.constraint ?? '')
const isLockHeld = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === lockHeld

/** The database confirms that this attempt was rolled back. */
const wasRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:40|23|LG|55)/.test(error.code ?? '')

type Row = { answer: string | null }

/** The statement in its own transaction with a short lock timeout. */
const queryShortly = async (pool: pg.Pool, post: pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; set local lock_timeout = ${shortWaitMs}`)
    const answer = await client.query<Row>(post)
    await client.query('commit')
    return answer
  } catch (error) {
    // Closing the connection rolls back its uncommitted work.
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
  return tryAgainCodes.has(code) || encodedAgain.has(code) || /^(08|53|57P)/.test(code)
}

type Verdict = PlanOutcome & { readonly plan: number; readonly account?: number }

const outcomeOf = (verdict: Verdict, plan: PreparedPlan, batch: Batch): PlanOutcome => {
  const { plan: _plan, account, ...outcome } = verdict
  const named = account === undefined ? undefined : batch.accounts[account - 1]
  const key = named?.key
  if (outcome.outcome === 'account_closed') return { outcome: 'account_closed', code: key?.code ?? '' }
  if (outcome.outcome === 'insufficient_funds') {
    return { outcome: 'insufficient_funds', code: key?.code ?? '', ownerId: key?.ownerId ?? null }
  }
  if (outcome.outcome === 'guard_failed' && named) {
    return { outcome: 'guard_failed', table: 'account', id: named.id }
  }
  // The ids are ours: an earlier attempt was committed, and its answer was lost.
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
  /** Sends until the database answers. A retry has the same batch id, so a lost answer is found again. */
  const deliver = async (group: readonly WaitingPlan[], first: Batch, isShort = false): Promise<void> => {
    const deadline = after(clock.realNow(), timeoutMs)
    let batch = first
    /**
     * The answer of an attempt was lost, and the attempt may still be committed. Only the database knows its
     * outcome.
     */
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
        if (error instanceof pg.DatabaseError && encodedAgain.has(error.code ?? '')) {
          if (error.code === accountMissing) for (const account of batch.accounts) account.open = false
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
  /**
   * A row that one plan needs is locked. The other plans continue; the caller of that plan gets an error, and
   * nothing of it was written.
   */
  const sendAlone = async (group: readonly WaitingPlan[], error: unknown): Promise<void> => {
    if (group.length <= 1) return rejectAll(group, error)
    let waited = 0
    for (const waiting of group) {
      if (waited >= mostWaiting) {
        rejectAll([waiting], error)
        continue
      }
      const startedMs = performance.now()
      await deliver([waiting], encode([waiting], deps.nextId()), true)
      waited = performance.now() - startedMs < shortWaitMs ? 0 : waited + 1
    }
  }
  /**
   * One plan violated a constraint. The batch is halved until that plan is alone, and its caller gets the
   * error.
   */
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
