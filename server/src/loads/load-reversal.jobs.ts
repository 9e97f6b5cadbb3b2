import type { JobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import { readAcceptedMoney } from './accepted-load.sql.ts'
import { bindLater, listStrayRows } from './credit-history.sql.ts'
import { originOf, type IssuerTransfer, type ReviewReason } from './issuer-transfers.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import type { TellOfCredit } from './load-credit-news.ts'
import { createCreditReads } from './load-credit-reads.ts'
import { createCreditReviews } from './load-credit-review.ts'
import { createCreditWatch } from './load-credit-watch.jobs.ts'
import { createCreditCalls } from './load-credit.jobs.ts'
import { divide } from './load-part-plan.ts'
import type { LoadsNeeds } from './load-needs.ts'
import {
  againReversalPlan,
  refusedReversalPlan,
  reversedPlan,
  type ReversalStep,
} from './load-reversal-plans.ts'
import { readReversal, type LoadReversal } from './load-reversals.sql.ts'
import { readLoadById } from './loads.sql.ts'

/** Posted now or earlier with the same key. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

const isUnderWay = (reversal: LoadReversal | null): reversal is ReversalStep['reversal'] =>
  reversal?.status === 'pending'

/** The results of the end of a call at the issuer that reverses a load. */
const createEndings = ({ ids, clock, log }: Pick<Kernel, 'ids' | 'clock' | 'log'>): CreditEndings => {
  const readFacts = (work: Work, transfer: IssuerTransfer) =>
    work.read(async (sql) => {
      const reversal = await readReversal(sql, originOf(transfer))
      const load = reversal && (await readLoadById(sql, reversal.loadId))
      return {
        reversal,
        load,
        money: load && isUnderWay(reversal) ? await readAcceptedMoney(sql, load) : null,
        strays: await listStrayRows(sql, transfer.issuerCardId),
      }
    })

  const finish: CreditEndings['finish'] = async (work, transfer, seen) => {
    const { reversal, load, money, strays } = await readFacts(work, transfer)
    const strayId = strays.find(({ rowId }) => rowId === seen?.rowId)?.id ?? null
    const bound = seen && { row: seen, strayId }
    const now = clock.now()
    if (isUnderWay(reversal) && load && money) {
      const divided = reversal.grossCents === null ? null : divide(load, money, reversal.grossCents)
      // Nothing else changes a load that is being reversed.
      if (divided?.accepted === false)
        throw new Error(`A part of ${load.id} cannot be booked: ${divided.code}`)
      const step = { ids, load, now, reversal, transfer, money, bound, divided: divided?.value ?? null }
      const outcome = await work.apply(reversedPlan(step))
      // The card may lack what the feed has not brought yet, or a share was settled meanwhile: the job then runs again.
      if (!stands(outcome)) throw new Error(`A reversal of a load could not be booked: ${outcome.outcome}`)
      return
    }
    if (bound) await bindLater(work, { ids, transfer, at: now }, bound)
  }

  const refuse: CreditEndings['refuse'] = async (work, transfer, { code, to }) => {
    const { reversal, load } = await readFacts(work, transfer)
    if (!isUnderWay(reversal) || !load) return
    const step = { ids, load, reversal, now: clock.now(), transfer, refusal: code }
    const isAgain = to === 'held'
    const outcome = await work.apply(isAgain ? againReversalPlan(step) : refusedReversalPlan(step))
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (!isAgain) log.warn('The card issuer did not reverse a load', { entityId: load.id, code })
  }
  return { finish, refuse }
}

const loadOf = async ({ sql }: WriteTransaction, transfer: IssuerTransfer) => {
  const reversal = await readReversal(sql, originOf(transfer))
  const load = reversal && (await readLoadById(sql, reversal.loadId))
  if (!load) throw new Error('A reversal has a load')
  const { id: entityId, companyId, userId, ref } = load
  return { entityId, companyId, userId, ref }
}

const tellReview: TellOfCredit<ReviewReason> = async (tx, transfer, reason) => {
  const { ref, ...load } = await loadOf(tx, transfer)
  tx.emit({ type: 'load.credit_review_opened', ...load, payload: { ref, reason } })
}

const tellStray: TellOfCredit<null> = async (tx, transfer) => {
  const { ref: _ref, ...load } = await loadOf(tx, transfer)
  tx.emit({ type: 'load.stray_credit_found', ...load, userId: null })
}

/**
 * Registers the job that takes reversed loads off their cards at the issuer, by the machinery of their credits: it is sent
 * once, an unknown outcome is looked up, and one that was proved absent is not sent again.
 */
export const runReversalJobs = (
  kernel: Pick<Kernel, 'jobs' | 'ids' | 'clock' | 'log'>,
  needs: Pick<LoadsNeeds, 'issuer'>,
): void => {
  const { jobs, ids, clock, log } = kernel
  const endings = createEndings(kernel)
  const reads = createCreditReads({ clock, needs })
  const reviews = createCreditReviews({ ids, clock, log, needs, reads, endings, tell: tellReview })
  const call: JobHandler = createCreditCalls({ needs, reads, endings, reviews, whenAbsent: 'return' })
  const jobName = 'loads.watch_reversal'
  jobs.handle('loads.reverse_credit', call, { lane: 'issuer' })
  jobs.handle(jobName, createCreditWatch({ ids, clock, log, needs, tell: tellStray, jobName }), {
    lane: 'issuer',
  })
}
