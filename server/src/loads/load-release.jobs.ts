import { readLoadableCard } from '../cards/card-for-load.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { addBusinessHours } from '../calendar/business-time.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { EventHandler, JobHandler, RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { hasJournal } from '../ledger/operator-balances.ts'
import { startCreditPlan } from './load-credit-plans.ts'
import { countLateReleases } from './load-figures.sql.ts'
import { createReleaseQueue, type Release, type ReleaseSource, type StartOutcome } from './release-queue.ts'
import { creditKeys } from './load-postings.ts'
import type { LoadRecord } from './load-record.ts'
import { readDueUntil, readReleasable } from './load-releases.sql.ts'
import { recordWaitForFloat, readFailedOfCard, readLoadById } from './loads.sql.ts'

const hourMs = 3_600_000
const waitForFloatMs = 60_000
const promisedHours = 24

export const createReleaseJobs = (deps: {
  ids: Ids
  clock: Clock
  log: Log
  others?: readonly ReleaseSource[]
}) => {
  const { ids, clock, log } = deps

  const recordWaiting = (work: Work, load: LoadRecord) =>
    work.write(async ({ sql, emit }) => {
      const changed = await recordWaitForFloat(sql, load.id)
      const { companyId, userId } = load
      if (changed)
        emit({
          type: 'load.release_delayed',
          entityId: load.id,
          companyId,
          userId,
          payload: { ref: load.ref },
        })
    })

  /** Reserves float and records the call. */
  const startCredit = async (work: Work, load: LoadRecord): Promise<StartOutcome> => {
    const now = clock.now()
    const { card, kyc, isBooked, leaveAtLeastCents } = await work.read(async (sql) => {
      const soon = addBusinessHours(now, promisedHours, await readBusinessCalendar(sql))
      const promised = load.speed === 'immediate' ? await readDueUntil(sql, soon) : 0n
      const kycNow = await readKyc(sql, load.userId)
      const card = await readLoadableCard(sql, load.cardId)
      const isBooked = await hasJournal(sql, creditKeys(load))
      return { card, kyc: kycNow, isBooked, leaveAtLeastCents: promised }
    })
    if (isBooked) {
      log.error('The credit of a load that waits for it is booked already', null, { entityId: load.id })
      return 'stuck'
    }
    if (!kyc.isVerified || kyc.isHeld) return 'kyc_hold'
    if (!card?.issuerCardId) {
      log.error('A held load has no card at the issuer', null, { entityId: load.id })
      return 'stuck'
    }
    const plan = startCreditPlan({ ids, load, now, issuerCardId: card.issuerCardId, leaveAtLeastCents })
    const { outcome } = await work.apply(plan)
    if (outcome === 'insufficient_funds') {
      await recordWaiting(work, load)
      return 'no_float'
    }
    if (outcome === 'posted' || outcome === 'replayed' || outcome === 'guard_failed') return 'started'
    throw new Error(`A credit could not be started: ${outcome}`)
  }

  const loads: ReleaseSource = async (work, of) =>
    (await work.read((sql) => readReleasable(sql, of))).map((load) => ({
      id: load.id,
      since: load.acceptedAt ?? load.quotedAt,
      start: () => startCredit(work, load),
    }))
  const sources = [loads, ...(deps.others ?? [])]

  /** One failure never stops the others; the job runs again for it. */
  const startEach = async (release: Release): Promise<StartOutcome | 'failed'> => {
    try {
      return await release.start()
    } catch (error) {
      log.error('A release failed', error, { entityId: release.id })
      return 'failed'
    }
  }

  /** Releases oldest first while the float is enough, and counts failures. What is blocked never delays others. */
  const releaseAll = async (work: Work, speed: LoadRecord['speed'], now: Date): Promise<number> => {
    const next = createReleaseQueue(sources, { work, speed, now })
    let failures = 0
    for (let each = await next(); each; each = await next()) {
      const outcome = await startEach(each)
      if (outcome === 'failed') failures += 1
      if (outcome === 'no_float') break
    }
    return failures
  }

  /**
   * Runs every hour: first in, first out (domain §5). Immediate loads have their own job; this job finds
   * those that it lost.
   */
  const release: RecurringJobHandler = async (_job, work) => {
    const now = clock.now()
    const regular = await releaseAll(work, 'regular', now)
    const failures = regular + (await releaseAll(work, 'immediate', after(now, -hourMs)))
    const overdue = await work.read((sql) => countLateReleases(sql, now))
    if (overdue > 0) log.error('Loads wait for longer than 60 business hours', null, { count: overdue })
    if (failures > 0) throw new Error(`${failures} releases failed`)
    return { againAt: new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs) }
  }

  /**
   * Releases an accepted immediate load, or one that a person tries again. Without float it runs again each
   * minute.
   */
  const releaseOne: JobHandler = async ({ payload }, work) => {
    const load = await work.read((sql) => readLoadById(sql, String(payload['loadId'])))
    if (load?.status !== 'held' && load?.status !== 'credit_failed') return
    if ((await startCredit(work, load)) === 'no_float') return { againAt: after(clock.now(), waitForFloatMs) }
  }

  /**
   * A card can be used again: its refused credits are retried. The refused attempts did nothing, so nothing
   * is doubled.
   */
  const retryOfCard: EventHandler<'card.activated' | 'card.resumed'> = async ({ entityId: cardId }, work) => {
    for (const load of await work.read((sql) => readFailedOfCard(sql, cardId))) await startCredit(work, load)
  }
  return { release, releaseOne, retryOfCard }
}
