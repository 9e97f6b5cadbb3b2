import { after } from '../kernel/clock.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { JobDraft } from '../kernel/plan.ts'
import { findCase, findSession } from './kyc-cases.sql.ts'
import { eventSettled, findSessionOfEvent } from './kyc-events.sql.ts'
import type { KycReading } from './kyc-reading.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * After this time no job reads a session that is in review at the provider. Its webhook or an admin ends the
 * review.
 */
const longestReviewMs = 30 * 24 * hourMs

/**
 * The pause before the next reading: half of the time without a change, within bounds. Readings become rarer
 * with time.
 */
export const growingPause = (pause: { forMs: number; leastMs: number; mostMs: number }): number =>
  Math.min(Math.max(pause.forMs / 2, pause.leastMs), pause.mostMs)

/**
 * Reads an open session again and again, because webhooks may be lost and an unfinished session must expire.
 */
export const watchJob = (sessionId: string, now: Date): JobDraft => ({
  name: 'kyc.watch',
  key: `kyc.watch:${sessionId}`,
  payload: { sessionId },
  dueAt: after(now, minuteMs),
})

/** The time of the next reading. Null when the session cannot change any more. */
const nextCheck = (work: Work, sessionId: string): Promise<Date | null> =>
  work.read(async (sql) => {
    const session = await findSession(sql, sessionId)
    const kycCase = session && (await findCase(sql, session.caseId))
    if (!kycCase || session.status !== 'open' || kycCase.sessionId !== sessionId) return null
    const now = work.clock.now()
    const stableMs = now.getTime() - kycCase.changedAt.getTime()
    const isInReview = kycCase.status === 'needs_review'
    if (isInReview && stableMs > longestReviewMs) return null
    const mostMs = isInReview ? 6 * hourMs : hourMs
    const next = after(now, growingPause({ forMs: stableMs, leastMs: minuteMs, mostMs }))
    const end = session.expiresAt
    return end !== null && end > now && end < next ? end : next
  })

/** An approval that waits for its screening. `eventId`: the event that caused the reading. */
type ScreeningTask = { sessionId: string; encrypted: string; eventId?: string }

/**
 * Background jobs of identity checks: each reads the provider and merges the answer. Screening has a lane of
 * its own. So a silent provider does not delay screening, and silent lists do not delay readings.
 */
export const registerKycJobs = ({ jobs }: Pick<Kernel, 'jobs'>, reading: KycReading): void => {
  const atProvider = { lane: 'kyc' } as const
  const atLists = { lane: 'name-screening' } as const

  /** Returns `screening` when another job continues, which also settles the event. */
  const read = async (work: Work, of: { sessionId: string; eventId?: string }) => {
    const outcome = await reading.readUnscreened(work.write, of.sessionId)
    if (typeof outcome === 'string') return outcome
    const payload: ScreeningTask = { ...of, encrypted: outcome.toScreen.toString('base64') }
    await work.write(async ({ enqueue }) => enqueue({ name: 'kyc.screen', payload }))
    return 'screening'
  }
  const settleEvent = (work: Work, of: { id: string; sessionId: string | null; changed: boolean }) =>
    work.write(async ({ sql }) => {
      const { id, changed, sessionId } = of
      const session = sessionId === null ? null : await findSession(sql, sessionId)
      await eventSettled(sql, { id, changed, of: session })
    })

  const watch: JobHandler = async ({ payload }, work) => {
    const sessionId = String(payload['sessionId'])
    if ((await nextCheck(work, sessionId)) === null) return
    await read(work, { sessionId })
    const againAt = await nextCheck(work, sessionId)
    return againAt ? { againAt } : undefined
  }
  const settle: JobHandler = async ({ payload }, work) => {
    const id = String(payload['eventId'])
    const sessionId = await work.read((sql) => findSessionOfEvent(sql, id))
    const outcome = sessionId === null ? 'unchanged' : await read(work, { sessionId, eventId: id })
    if (outcome === 'screening') return undefined
    if (outcome === 'unavailable') {
      const now = work.clock.now()
      const forMs = now.getTime() - new Date(String(payload['receivedAt'])).getTime()
      return { againAt: after(now, growingPause({ forMs, leastMs: 5000, mostMs: 10 * minuteMs })) }
    }
    await settleEvent(work, { id, sessionId, changed: outcome === 'changed' })
    return undefined
  }
  const screen: JobHandler = async ({ payload }, work) => {
    const { sessionId, eventId: id, ...task } = payload as ScreeningTask
    const encrypted = Buffer.from(task.encrypted, 'base64')
    const outcome = await reading.screen(work.write, { sessionId, encrypted })
    if (id !== undefined) await settleEvent(work, { id, sessionId, changed: outcome === 'changed' })
  }
  jobs.handle('kyc.watch', watch, atProvider)
  jobs.handle('kyc.event', settle, atProvider)
  jobs.handle('kyc.screen', screen, atLists)
}
