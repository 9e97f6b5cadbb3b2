import type { RecurringJobHandler } from '../kernel/jobs.ts'
import type { Lane } from '../kernel/lanes.ts'
import type { Kernel } from '../kernel/module.ts'
import { masterChecks } from '../ledger/invariants.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import type { RailPort } from '../providers/rail/port.ts'
import { createAgeingCheck } from './ageing-check.jobs.ts'
import { createCardCheck } from './card-check.jobs.ts'
import { createCardComparison } from './card-comparison.ts'
import { createChainCheck } from './chain-check.jobs.ts'
import type { CheckName } from './findings.sql.ts'
import { createIssuerDays } from './issuer-days.jobs.ts'
import { createMasterCheck } from './master-check.jobs.ts'
import { recordingErrors } from './reconciliation-failures.ts'

/**
 * The checks of the reconciliation (money §5), each a job of its own. Those that read the issuer have a lane apart, so a
 * silent issuer delays no other check. None of them waits for a moment without traffic.
 */
export const scheduleReconciliation = (
  { jobs, ids, clock, log }: Pick<Kernel, 'jobs' | 'ids' | 'clock' | 'log'>,
  { issuer, rail }: { readonly issuer: IssuerPort; readonly rail: RailPort },
): void => {
  const scheduleIn = (lane: Lane) => (name: string, checks: readonly CheckName[], run: RecurringJobHandler) =>
    jobs.recurring(name, recordingErrors(log, checks, run), { lane })
  const atIssuer = scheduleIn('issuer-checks')
  const schedule = scheduleIn('reconciliation')
  const comparison = createCardComparison({ issuer, ids, clock })
  atIssuer('treasury.check_cards', ['R1'], createCardCheck({ issuer, clock, comparison }))
  atIssuer('treasury.check_master', masterChecks, createMasterCheck({ issuer, ids, clock }))
  atIssuer('treasury.check_days', ['issuer_day'], createIssuerDays({ issuer, ids, clock }))
  schedule('treasury.check_chain', ['R7'], createChainCheck({ rail, ids, clock }))
  schedule('treasury.check_ageing', ['ageing'], createAgeingCheck({ ids, clock }))
}
