import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { NextRun } from '../kernel/job-run.ts'
import type { JobHandler, RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { applyTransition } from '../kernel/states.ts'
import type { IssuerPort, IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { bookMissing, scanMs } from '../transactions/issuer-poll.jobs.ts'
import { runTransitions } from './break-status.ts'
import { readOldestOpen } from './breaks.sql.ts'
import { hasUnbooked, listUnnamed } from './compared-events.sql.ts'
import { endRun } from './run-ending.ts'
import { findRun, insertRecords, insertRun, writeProgress, type RunRecord } from './runs.sql.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The run of the night begins at this time of the day (UTC), when the day before is over. */
const nightMs = 90 * minuteMs
const whileSilentMs = minuteMs
const nextSliceMs = 1000
const pagesPerSlice = 20
const singlesPerSlice = 25
/** How long a run waits for the booking of what was missing here, and how often it looks. */
const bookingWaitMs = 2 * minuteMs
const bookingPauseMs = 5000
const unreadableMs = 60 * minuteMs

type Deps = { readonly issuer: IssuerPort; readonly ids: Ids; readonly clock: Clock }

export const runJob = (runId: string) => ({
  name: 'reconciliation.run',
  key: `reconciliation.run:${runId}`,
  payload: { runId },
})

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)
/** A run compares the days of open breaks again, so that they end; the issuer's pages reach this far back. */
const fromOf = (from: Date, { oldest, now }: { readonly oldest: Date | null; readonly now: Date }): Date => {
  const reach = after(startOfDay(now), -scanMs)
  const first = oldest === null ? from : startOfDay(oldest)
  const wanted = first < from ? first : from
  return wanted < reach && from >= reach ? reach : wanted
}
/** A run that a person starts compares from the start of yesterday, or of the oldest open break. */
export const spanUntil = (now: Date, oldest: Date | null) => ({
  from: fromOf(after(startOfDay(now), -dayMs), { oldest, now }),
  until: now,
})

type Position = Partial<Pick<RunRecord, 'nextPage' | 'checkedTo'>>

/** Stores what the issuer has of the run's days, books what is missing here, and writes the position. */
const store = (
  work: Work,
  run: RunRecord,
  events: readonly IssuerTransactionEvent[],
  { position, ids }: { readonly position: Position; readonly ids: Ids },
): Promise<RunRecord> =>
  work.write(async (tx) => {
    const missing = await bookMissing(tx, events, { ids, receivedAt: work.clock.now() })
    const { comparedFrom, comparedUntil } = run
    const ofDays = events.filter(({ occurredAt }) => occurredAt >= comparedFrom && occurredAt < comparedUntil)
    const stored = await insertRecords(tx.sql, run.id, ofDays)
    const healed = [...stored].filter((id) => missing.has(id)).length
    const set = { ...position, healedCount: run.healedCount + healed, failure: null }
    await writeProgress(tx.sql, run.id, set)
    return { ...run, ...set }
  })

const turn = (work: Work, { id }: RunRecord, to: 'pages.read' | 'missing.checked') =>
  work.write(({ sql }) => {
    const set = { readAt: work.clock.now() }
    return to === 'pages.read'
      ? applyTransition(sql, runTransitions, { id, status: 'reading' }, to, { set })
      : applyTransition(sql, runTransitions, { id, status: 'checking' }, to, { set })
  })

/** Reads transactions by themselves, up to the first about which the issuer is silent; `last` is the last one that is done. */
const readSingles = async (
  issuer: IssuerPort,
  ids: readonly string[],
  isLate: boolean,
): Promise<{ events: IssuerTransactionEvent[]; last: string | undefined; isSilent: boolean }> => {
  const events: IssuerTransactionEvent[] = []
  let last: string | undefined
  for (const id of ids) {
    const read = await issuer.readTransaction(id)
    if (read.outcome === 'ok') events.push(...read.value)
    // A transaction that the issuer cannot tell for an hour is left out, so that it stops no other.
    else if (read.outcome !== 'rejected' && !(isLate && last === undefined))
      return { events, last, isSilent: true }
    last = id
  }
  return { events, last, isSilent: false }
}

/**
 * A run of the reconciliation (domain §12). The issuer's transactions are read page by page, and only the events of the run's
 * days are stored, so memory and time do not depend on the age of the books. Each slice commits its position with its work: after
 * an interruption the run continues, and what it did twice has the same result.
 */
export const createReconcileRun = ({ issuer, ids, clock }: Deps): JobHandler => {
  const soon = (ms: number): NextRun => ({ againAt: after(clock.now(), ms) })

  const silence = async (work: Work, run: RunRecord): Promise<NextRun> => {
    await work.write(({ sql }) => writeProgress(sql, run.id, { failure: 'issuer_silent' }))
    return soon(whileSilentMs)
  }

  const readPages = async (work: Work, first: RunRecord): Promise<NextRun> => {
    let run = first
    const [from, to] = [after(run.comparedFrom, -scanMs), after(run.comparedUntil, dayMs)]
    for (let pages = 0; pages < pagesPerSlice; pages += 1) {
      const page = await issuer.transactionsBetween({ from, to, page: run.nextPage })
      if (page.outcome !== 'ok') return silence(work, run)
      run = await store(work, run, page.value.events, { position: { nextPage: run.nextPage + 1 }, ids })
      if (page.value.hasMore) continue
      await turn(work, run, 'pages.read')
      return soon(0)
    }
    return soon(nextSliceMs)
  }

  /** Events of old transactions may be on no page, so each transaction that the pages left out is read by itself. */
  const readUnnamed = async (work: Work, run: RunRecord): Promise<NextRun> => {
    const page = { after: run.checkedTo, limit: singlesPerSlice }
    const transactionIds = await work.read((sql) => listUnnamed(sql, run, page))
    const isLate = clock.now() > after(run.readAt ?? run.startedAt, unreadableMs)
    const { events, last, isSilent } = await readSingles(issuer, transactionIds, isLate)
    const position = last === undefined ? {} : { checkedTo: last }
    const next = last === undefined ? run : await store(work, run, events, { position, ids })
    if (isSilent) return silence(work, next)
    if (transactionIds.length === singlesPerSlice) return soon(nextSliceMs)
    await turn(work, run, 'missing.checked')
    return soon(0)
  }

  const compare = async (work: Work, run: RunRecord): Promise<NextRun | void> => {
    const now = clock.now()
    const waitsUntil = after(run.readAt ?? run.startedAt, bookingWaitMs)
    if (now < waitsUntil && (await work.read((sql) => hasUnbooked(sql, run)))) return soon(bookingPauseMs)
    await endRun(work, run, { ids, now })
  }

  return async ({ payload }, work) => {
    const run = await work.read((sql) => findRun(sql, String(payload['runId'])))
    if (run === null || run.status === 'done') return
    if (run.status === 'reading') return readPages(work, run)
    return run.status === 'checking' ? readUnnamed(work, run) : compare(work, run)
  }
}

/** Starts a run each night over the days since the last one, and over those of open breaks. The first night of an installation only notes its day. */
export const createNightlyRun =
  ({ ids, clock }: Pick<Deps, 'ids' | 'clock'>): RecurringJobHandler =>
  async ({ payload }, work) => {
    const now = clock.now()
    const until = startOfDay(now)
    const { since } = payload
    const from = typeof since === 'string' ? new Date(since) : until
    const tonight = after(until, nightMs)
    const nextNight = now < tonight ? tonight : after(tonight, dayMs)
    if (from >= until || now < tonight) return { againAt: nextNight, payload: { since: from.toISOString() } }
    const id = ids.next()
    const isStarted = await work.write(async ({ sql, enqueue }) => {
      const oldest = await readOldestOpen(sql)
      const span = { from: fromOf(from, { oldest, now }), until }
      const isAlone = await insertRun(sql, { id, requestedBy: null, ...span, startedAt: now })
      if (isAlone) enqueue(runJob(id))
      return isAlone
    })
    return isStarted
      ? { againAt: nextNight, payload: { since: until.toISOString() } }
      : { againAt: after(now, minuteMs), payload: { ...payload } }
  }
