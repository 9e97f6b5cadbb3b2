import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { addBusinessHours } from '../calendar/business-time.ts'
import { readLoadableCard } from '../cards/card-for-load.ts'
import { after } from '../kernel/clock.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { originOf } from '../loads/issuer-transfers.sql.ts'
import type { TellOfCredit } from '../loads/load-credit-news.ts'
import { createCreditReads } from '../loads/load-credit-reads.ts'
import { createCreditReviews } from '../loads/load-credit-review.ts'
import { createCreditWatch } from '../loads/load-credit-watch.jobs.ts'
import { createCreditCalls } from '../loads/load-credit.jobs.ts'
import type { LimitUse } from '../loads/limit-use.ts'
import { readEmergencyDay } from '../loads/load-limits.ts'
import { readDueUntil } from '../loads/load-releases.sql.ts'
import { readLimitUse } from '../loads/load-sums.sql.ts'
import type { ReleaseSource, StartOutcome } from '../loads/release-queue.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { readReleasableTransfers, readTransfer, recordWait, type TransferRecord } from './transfers.sql.ts'
import { startWalletLoadPlan, type WalletLoadStep } from './wallet-load-credit-plans.ts'
import { createWalletLoadEndings } from './wallet-load-ending.ts'
import { cancelPlan } from './wallet-load-plan.ts'

const waitForFloatMs = 60_000
const waitForCardMs = 300_000
/** The limits of a person may change while a transfer starts. */
const mostTries = 5
/** After that the money of a paused card returns to its wallet: reserved money is reported after ten days (money §2). */
const longestPauseMs = 7 * 86_400_000
/** Business hours of releases that the float must cover before immediate money may use it (domain §5). */
const promisedHours = 24

type Waiting = WalletLoadStep['row']
const isWaiting = (row: TransferRecord | null): row is Waiting =>
  row?.status === 'pending' && !row.isCrediting

/**
 * The maximum emergency load of today for an immediate transfer that waited for its card and counts for an earlier day; null:
 * it does not use it now.
 */
const readEmergency = async (
  sql: Queries,
  row: Waiting,
  now: Date,
): Promise<{ readonly use: LimitUse; readonly fits: boolean } | null> => {
  const { cardHolderId: userId, toOwnerId: cardId, companyId, countsFrom } = row
  if (row.wallet !== 'immediate' || countsFrom === null || userId === null) return null
  // First the row that guards the limits, then what they have used.
  const use = await readLimitUse(sql, userId)
  const { start, leftCents } = await readEmergencyDay(sql, { userId, cardId, companyId, now })
  return use && countsFrom < start ? { use, fits: row.totalCents <= leftCents } : null
}

/** Starts the credit of transfers to cards: at once, or with the hourly release. */
const createStart = ({ ids, clock }: Pick<Kernel, 'ids' | 'clock'>) => {
  const readFacts = (work: Work, row: Waiting) =>
    work.read(async (sql) => {
      const soon = addBusinessHours(clock.now(), promisedHours, await readBusinessCalendar(sql))
      return {
        card: await readLoadableCard(sql, row.toOwnerId),
        kyc: await readKyc(sql, row.cardHolderId ?? ''),
        leaveAtLeastCents: row.wallet === 'immediate' ? await readDueUntil(sql, soon) : 0n,
        emergency: await readEmergency(sql, row, clock.now()),
      }
    })

  const start = async (work: Work, row: Waiting, tries = 1): Promise<StartOutcome> => {
    const { card, kyc, leaveAtLeastCents, emergency } = await readFacts(work, row)
    const now = clock.now()
    const mayWait = after(row.madeAt, longestPauseMs) > now
    const isOver = emergency?.fits === false
    const refusal = card ? (card.obstacle ?? (isOver ? 'over_emergency' : null)) : 'card_invalid'
    if (card?.isPaused && mayWait) {
      await work.write(({ sql }) => recordWait(sql, row, 'card'))
      return 'card_paused'
    }
    if (refusal === 'over_emergency' && mayWait) {
      await work.write(({ sql }) => recordWait(sql, row, 'limit'))
      return 'over_emergency'
    }
    if (!card?.issuerCardId || refusal) {
      await work.apply(cancelPlan(row, { now, refusal: refusal ?? 'card_invalid' }))
      return 'stuck'
    }
    if (!kyc.isVerified || kyc.isHeld) return 'kyc_hold'
    const { issuerCardId } = card
    const use = emergency?.use ?? null
    const { outcome } = await work.apply(
      startWalletLoadPlan({ ids, row, now, issuerCardId, leaveAtLeastCents, use }),
    )
    if (outcome === 'insufficient_funds') {
      await work.write(({ sql }) => recordWait(sql, row, 'float'))
      return 'no_float'
    }
    if (outcome === 'guard_failed' && use && tries < mostTries) {
      // The person's limits were used since they were read, or the transfer itself is under way.
      const present = await work.read((sql) => readTransfer(sql, row.id))
      return isWaiting(present) ? start(work, present, tries + 1) : 'started'
    }
    if (outcome === 'posted' || outcome === 'replayed' || outcome === 'guard_failed') return 'started'
    throw new Error(`A credit from a wallet could not be started: ${outcome}`)
  }
  return start
}

/** What of transfers to cards the hourly release sends on, in one order with loads. */
export const createWalletLoadReleases = (kernel: Pick<Kernel, 'ids' | 'clock'>): ReleaseSource => {
  const start = createStart(kernel)
  return async (work, of) => {
    const rows = await work.read((sql) => readReleasableTransfers(sql, of))
    return rows.flatMap((row) =>
      isWaiting(row) ? [{ id: row.id, since: row.madeAt, start: () => start(work, row) }] : [],
    )
  }
}

const tellReview: TellOfCredit<string> = async ({ sql, emit }, transfer, reason) => {
  const row = await readTransfer(sql, originOf(transfer))
  if (!row) return
  const { id: entityId, companyId } = row
  emit({
    type: 'transfer.credit_review_opened',
    entityId,
    companyId,
    userId: null,
    payload: { reason },
  })
}

const tellStray: TellOfCredit<null> = async ({ emit }, transfer) => {
  const { companyId } = transfer
  emit({ type: 'transfer.stray_credit_found', entityId: originOf(transfer), companyId, userId: null })
}

/** Registers the jobs that bring the money of wallets to cards, by the machinery of the credits of loads. */
export const runWalletLoadJobs = (kernel: Kernel, { issuer }: { readonly issuer: IssuerPort }): void => {
  const { jobs, ids, clock, log } = kernel
  const needs = { issuer }
  const start = createStart(kernel)
  const endings = createWalletLoadEndings({ ids, clock, log })
  const reads = createCreditReads({ clock, needs })
  const reviews = createCreditReviews({ ids, clock, log, needs, reads, endings, tell: tellReview })
  const startOne: JobHandler = async ({ payload }, work) => {
    const row = await work.read((sql) => readTransfer(sql, String(payload['transferId'])))
    if (!isWaiting(row)) return
    const outcome = await start(work, row)
    if (outcome === 'no_float') return { againAt: after(clock.now(), waitForFloatMs) }
    if (outcome === 'card_paused' || outcome === 'over_emergency')
      return { againAt: after(clock.now(), waitForCardMs) }
  }
  const atIssuer = { lane: 'issuer' } as const
  const credit = createCreditCalls({ needs, reads, endings, reviews, whenAbsent: 'return' })
  const jobName = 'transfers.watch_credit'
  jobs.handle('transfers.start_credit', startOne)
  jobs.handle('transfers.credit', credit, atIssuer)
  jobs.handle(jobName, createCreditWatch({ ids, clock, log, needs, tell: tellStray, jobName }), atIssuer)
}
