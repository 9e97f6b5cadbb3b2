import type { Kernel } from '../kernel/module.ts'
import { pruneDaily } from '../kernel/months.jobs.ts'
import { archiveQuotes } from './archived-quotes.sql.ts'
import { createChainScan } from './chain-scan.jobs.ts'
import { createCreditEndings } from './load-credit-ending.ts'
import { tellReview, tellStray } from './load-credit-news.ts'
import { createCreditReads } from './load-credit-reads.ts'
import { createCreditReviews } from './load-credit-review.ts'
import { createCreditWatch } from './load-credit-watch.jobs.ts'
import { createCreditCalls } from './load-credit.jobs.ts'
import { createFinalJobs } from './load-final.jobs.ts'
import { sumLoadDays } from './load-days.jobs.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { runReversalJobs } from './load-reversal.jobs.ts'
import { createReleaseJobs } from './load-release.jobs.ts'
import { createOrderRefund } from './refund-payouts.ts'
import { createLimitUse } from './limit-use.jobs.ts'

/** Days after which an unpaid quote leaves the table of loads (docs/operations.md, Retention). */
const archivedAfterDays = 400

/** Registers the jobs of loads: scanning the chain, decisions, and credits at the issuer. */
export const runLoadJobs = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { jobs, ids, clock, log } = kernel
  const scan = createChainScan({ rail: needs.rail, ids, clock })
  const finals = createFinalJobs({ ids, clock, needs })
  const releases = createReleaseJobs({ ids, clock, log, others: needs.releases })
  const endings = createCreditEndings({ ids, clock, log, needs })
  const reads = createCreditReads({ clock, needs })
  const reviews = createCreditReviews({ ids, clock, log, needs, reads, endings, tell: tellReview })
  const credit = createCreditCalls({ needs, reads, endings, reviews })
  const onChain = { lane: 'chain' } as const
  const atIssuer = { lane: 'issuer' } as const
  // The only job of this lane also calls the chain (decision 0007). A list that does not answer never delays
  // the scanner.
  const atScreening = { lane: 'screening' } as const
  jobs.recurring('loads.scan', scan.scan, onChain)
  jobs.recurring('loads.release', releases.release)
  jobs.recurring('loads.days', sumLoadDays)
  pruneDaily(jobs, 'loads.archive', archiveQuotes, { days: archivedAfterDays, time: 'now' })
  jobs.handle('loads.transfer_final', finals.transferFinal, atScreening)
  jobs.handle('loads.set_aside', finals.setAsideUnused, onChain)
  jobs.handle('loads.time_over', finals.timeOver, onChain)
  jobs.handle('loads.start_credit', releases.releaseOne)
  jobs.handle('loads.credit', credit, atIssuer)
  jobs.handle('loads.watch_credit', createCreditWatch({ ids, clock, log, needs, tell: tellStray }), atIssuer)
  runReversalJobs(kernel, needs)
  jobs.on('card.created', 'loads.limit_use', createLimitUse)
  const orderRefund = createOrderRefund({ ids, clock })
  jobs.on('load.refund_queued', 'loads.order_refund', orderRefund)
  jobs.on('topup.refund_queued', 'loads.order_company_refund', orderRefund)
  jobs.on('card.activated', 'loads.retry_activated', releases.retryOfCard)
  jobs.on('card.resumed', 'loads.retry_resumed', releases.retryOfCard)
}
