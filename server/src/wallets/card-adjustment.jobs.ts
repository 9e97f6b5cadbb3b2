import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { bindLater, listStrayRows } from '../loads/credit-history.sql.ts'
import { originOf, type IssuerTransfer } from '../loads/issuer-transfers.sql.ts'
import type { CreditEndings } from '../loads/load-credit-ending.ts'
import type { TellOfCredit } from '../loads/load-credit-news.ts'
import { createCreditReads } from '../loads/load-credit-reads.ts'
import { createCreditReviews } from '../loads/load-credit-review.ts'
import { createCreditWatch } from '../loads/load-credit-watch.jobs.ts'
import { createCreditCalls } from '../loads/load-credit.jobs.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import {
  adjustedPlan,
  againAdjustmentPlan,
  refusedAdjustmentPlan,
  type AdjustmentStep,
} from './card-adjustment-ending.ts'
import { readAdjustment, type AdjustmentRecord } from './wallet-adjustments.sql.ts'

/** Posted now or earlier with the same key. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

const isUnderWay = (row: AdjustmentRecord | null): row is AdjustmentStep['row'] => row?.status === 'pending'

/** The results of the end of a call at the issuer that adjusts a card. */
const createEndings = ({ ids, clock, log }: Pick<Kernel, 'ids' | 'clock' | 'log'>): CreditEndings => {
  const readFacts = (work: Work, transfer: IssuerTransfer) =>
    work.read(async (sql) => ({
      row: await readAdjustment(sql, originOf(transfer)),
      strays: await listStrayRows(sql, transfer.issuerCardId),
    }))

  const finish: CreditEndings['finish'] = async (work, transfer, seen) => {
    const { row, strays } = await readFacts(work, transfer)
    const strayId = strays.find(({ rowId }) => rowId === seen?.rowId)?.id ?? null
    const bound = seen && { row: seen, strayId }
    const now = clock.now()
    if (isUnderWay(row)) {
      const outcome = await work.apply(adjustedPlan({ ids, row, now, transfer, bound }))
      // A debit may be ahead of the payments that the feed brings; the job then books it when it runs again.
      if (!stands(outcome)) throw new Error(`An adjustment could not be booked: ${outcome.outcome}`)
      return
    }
    if (bound) await bindLater(work, { ids, transfer, at: now }, bound)
  }

  const refuse: CreditEndings['refuse'] = async (work, transfer, { code, to }) => {
    const { row } = await readFacts(work, transfer)
    if (!isUnderWay(row)) return
    const step = { ids, row, now: clock.now(), transfer, refusal: code }
    const isAgain = to === 'held'
    const outcome = await work.apply(isAgain ? againAdjustmentPlan(step) : refusedAdjustmentPlan(step))
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (!isAgain) log.warn('The card issuer did not adjust a card', { entityId: row.id, code })
  }
  return { finish, refuse }
}

const tellReview: TellOfCredit<string> = async ({ sql, emit }, transfer, reason) => {
  const row = await readAdjustment(sql, originOf(transfer))
  if (!row) return
  const { id: entityId, companyId } = row
  emit({ type: 'card_adjustment.review_opened', entityId, companyId, userId: null, payload: { reason } })
}

const tellStray: TellOfCredit<null> = async ({ emit }, transfer) => {
  const { companyId } = transfer
  emit({ type: 'card_adjustment.stray_found', entityId: originOf(transfer), companyId, userId: null })
}

/**
 * Registers the job that adjusts cards at the issuer, by the machinery of the credits of loads: it is sent once, an unknown
 * outcome is looked up, and one that was proved absent is not sent again.
 */
export const runCardAdjustmentJobs = (
  kernel: Pick<Kernel, 'jobs' | 'ids' | 'clock' | 'log'>,
  needs: { readonly issuer: IssuerPort },
): void => {
  const { jobs, ids, clock, log } = kernel
  const endings = createEndings(kernel)
  const reads = createCreditReads({ clock, needs })
  const reviews = createCreditReviews({ ids, clock, log, needs, reads, endings, tell: tellReview })
  const call: JobHandler = createCreditCalls({ needs, reads, endings, reviews, whenAbsent: 'return' })
  const jobName = 'wallets.watch_adjustment'
  const watch = createCreditWatch({ ids, clock, log, needs, tell: tellStray, jobName })
  jobs.handle('wallets.adjust_card', call, { lane: 'issuer' })
  jobs.handle(jobName, watch, { lane: 'issuer' })
}
