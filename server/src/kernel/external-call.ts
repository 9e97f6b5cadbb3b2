import type { CallRow } from './call-attempts.ts'
import type {
  OptionalNextRun,
  CallTimes,
  FoundEffect,
  ExternalCall,
  UndecidedReason,
} from './call-declaration.ts'
import { after } from './clock.ts'
import type { NextRun } from './job-run.ts'
import type { Job, JobHandler, Work } from './jobs.ts'

/**
 * A worker that could not send an attempt within this real time after it was saved never sends it, because
 * another worker's reads may soon prove its absence.
 */
const latestSendMs = 5000
/** Absence also needs this much real time. Business time can be advanced while an answer is on its way. */
const leastRealMs = 20_000
/** Pause while another call has the reservation. */
const busyMs = 15_000
/** First pause after an attempt that was not sent, or after a failed read before it; each further pause doubles. */
const notSentPauseMs = 5000
const longestNotSentPauseMs = 60_000

/** Time of the next read at the provider, in ms after the attempt. */
export const nextReadMs = (
  { readsAfterMs, everyMs }: Pick<CallTimes, 'readsAfterMs' | 'everyMs'>,
  elapsedMs: number,
): number => readsAfterMs.find((ms) => ms > elapsedMs) ?? (Math.floor(elapsedMs / everyMs) + 1) * everyMs

type CallRun<Call> = { readonly job: Job; readonly work: Work; readonly call: Call }

/** The job's next run, after a pause from now. */
const runAgainIn = ({ work }: CallRun<unknown>, ms: number): NextRun => ({
  againAt: after(work.clock.now(), ms),
})
const elapsedMs = ({ work }: CallRun<unknown>, since: Date | null): number =>
  work.clock.now().getTime() - (since?.getTime() ?? 0)

/** Decides what follows from a read at the provider. */
const createVerdicts = <Call extends CallRow, Value, Facts>(declared: ExternalCall<Call, Value, Facts>) => {
  const { attempts, confirmAbsence, endings, times } = declared
  /** The first read after an attempt. */
  const readSoon = (at: CallRun<Call>) => runAgainIn(at, times.readsAfterMs[0])
  const undecided = ({ work, call }: CallRun<Call>, reason: UndecidedReason, values: readonly Value[] = []) =>
    endings.undecided(work, call, { reason, values })
  const readLater = (at: CallRun<Call>, mostMs = Infinity): NextRun => {
    const sinceMs = elapsedMs(at, at.call.sentAt)
    return runAgainIn(at, Math.min(nextReadMs(times, sinceMs) - sinceMs, mostMs))
  }
  const isOverdue = (at: CallRun<Call>) =>
    elapsedMs(at, at.call.sentAt) >= (times.undecidedAfterMs ?? Infinity)
  const notProved = async (at: CallRun<Call>, why: { isSilent: boolean; reason?: UndecidedReason }) =>
    isOverdue(at)
      ? undecided(at, why.reason ?? 'overdue')
      : readLater(at, why.isSilent ? times.silentMs : Infinity)

  const done = async (at: CallRun<Call>, value: Value): Promise<OptionalNextRun> => {
    const end = await endings.done(at.work, at.call, value)
    return end === 'unconfirmed' ? readSoon(at) : undefined
  }

  /** No effect was found. Another attempt is made only when business time and real time prove the absence. */
  const absent = async (at: CallRun<Call>): Promise<OptionalNextRun> => {
    const { work, call } = at
    const { afterMs, stableMs } = declared.absence(call)
    if (elapsedMs(at, call.sentAt) < afterMs - stableMs) return readLater(at)
    const second = confirmAbsence ? await confirmAbsence(call) : 'absent'
    if (second !== 'absent') {
      if (second === 'pending' && call.absentSince && !isOverdue(at))
        await work.write(({ sql }) => attempts.absentSince(sql, call, null))
      return notProved(at, { isSilent: second === 'unavailable' })
    }
    const since = call.absentSince ?? work.clock.now()
    if (!call.absentSince && stableMs > 0) {
      await work.write(({ sql }) => attempts.absentSince(sql, call, since))
      return { againAt: after(since, stableMs) }
    }
    const realMs = work.clock.realNow().getTime() - (call.calledAt?.getTime() ?? 0)
    if (elapsedMs(at, since) < stableMs || realMs < leastRealMs) return readLater(at)
    if (call.attempts >= declared.mostAttempts) return undecided(at, 'absent_again')
    await work.write(({ sql }) => attempts.absent(sql, call))
    return runAgainIn(at, 0)
  }

  /** For a call that was sent and not answered. */
  const settle = async (at: CallRun<Call>, found: FoundEffect<Value>): Promise<OptionalNextRun> => {
    switch (found.outcome) {
      case 'ok':
        return done(at, found.value)
      case 'rejected':
        return endings.refused(at.work, at.call, found.code)
      case 'foreign':
        return undecided(at, 'foreign', found.values)
      case 'absent':
        return absent(at)
      default:
        return notProved(at, { isSilent: found.outcome !== 'pending' })
    }
  }

  /** For a call that was answered. It is never sent again, whatever the reads find. */
  const confirm = async (at: CallRun<Call>, found: FoundEffect<Value>): Promise<OptionalNextRun> => {
    if (found.outcome === 'ok' || found.outcome === 'foreign') return settle(at, found)
    const isSilent = found.outcome === 'unavailable' || found.outcome === 'unknown'
    return notProved(at, { isSilent, reason: 'unconfirmed' })
  }
  return { readSoon, undecided, done, settle, confirm }
}

/**
 * Handles the job of every call that changes something at a provider (providers §1). The attempt is committed
 * before the call is sent. After a lost answer the call is sent again only when reads have proved that it had
 * no effect. Before a later attempt, the effect of earlier ones is read. Each step is committed before the
 * next, so the process may stop at any point.
 */
export const externalCall = <Call extends CallRow, Value, Facts = null>(
  declared: ExternalCall<Call, Value, Facts>,
): JobHandler => {
  const { attempts, endings, findEffect } = declared
  const { readSoon, undecided, done, settle, confirm } = createVerdicts(declared)

  /** Nothing was sent. The job's payload counts how often this happened in a row. */
  const sendLater = (at: CallRun<Call>): NextRun => {
    const inARow = Number(at.job.payload['notSent'] ?? 0)
    const pauseMs = Math.min(notSentPauseMs * 2 ** inARow, longestNotSentPauseMs)
    return { ...runAgainIn(at, pauseMs), payload: { ...at.job.payload, notSent: inARow + 1 } }
  }

  /** The saved attempt was not sent, so it does not count. This changes nothing after another worker's attempt. */
  const notSent = async (at: CallRun<Call>): Promise<OptionalNextRun> => {
    await at.work.write(({ sql }) => attempts.notSent(sql, at.call))
    return sendLater(at)
  }

  const send = async (at: CallRun<Call>, facts: Facts, mayBeThere: boolean): Promise<OptionalNextRun> => {
    const answer = await declared.send(at.call, facts)
    if (answer.outcome === 'ok') return done(at, answer.value)
    if (answer.outcome === 'unknown') return readSoon(at)
    if (answer.outcome === 'unavailable') return notSent(at)
    const earlier: FoundEffect<Value> = mayBeThere
      ? await findEffect(at.work, at.call)
      : { outcome: 'absent' }
    if (earlier.outcome === 'absent' || earlier.outcome === 'rejected')
      return endings.refused(at.work, at.call, answer.code)
    return earlier.outcome === 'ok' ? done(at, earlier.value) : readSoon(at)
  }

  /** Makes an attempt, unless an earlier attempt or another call already had the effect. */
  const startAttempt = async (at: CallRun<Call>): Promise<OptionalNextRun> => {
    const { work } = at
    const call = declared.reserve ? await declared.reserve(work, at.call) : at.call
    if (!call) return runAgainIn(at, busyMs)
    const mayBeThere = call.attempts > 0 || declared.followsAnother?.(call) === true
    const reads = mayBeThere || declared.readsFirst === true
    const earlier: FoundEffect<Value> = reads ? await findEffect(work, call) : { outcome: 'absent' }
    const before = earlier.outcome === 'absent' ? await declared.prepare(work, call) : earlier
    if (before.outcome === 'ok') return done({ ...at, call }, before.value)
    if (before.outcome === 'rejected') return endings.refused(work, call, before.code)
    if (before.outcome === 'foreign') return undecided({ ...at, call }, 'foreign', before.values)
    if (before.outcome !== 'ready') return sendLater(at)
    const { facts, set = {} } = before
    const [sentAt, calledAt] = [work.clock.now(), work.clock.realNow()]
    const sent = await work.write(({ sql }) => attempts.sent(sql, call, { sentAt, calledAt, set }))
    // Another worker makes this attempt, so only reads follow.
    if (!sent) return readSoon(at)
    const isLate = work.clock.realNow() > after(calledAt, latestSendMs)
    return isLate ? notSent({ ...at, call: sent }) : send({ ...at, call: sent }, facts, mayBeThere)
  }

  return async (job, work) => {
    const call = await work.read((sql) => declared.find(sql, job.payload))
    if (!call) return
    const at = { job, work, call }
    switch (declared.stages[call.status as Call['status']]) {
      case 'open':
        return startAttempt(at)
      case 'sent':
        return settle(at, await findEffect(work, call))
      case 'unconfirmed':
        return confirm(at, await findEffect(work, call))
      case 'review':
        return declared.review?.(work, call)
      default:
        return
    }
  }
}
