import type { Kernel } from '../kernel/module.ts'
import { webhookUrl } from '../transactions/issuer-poll.jobs.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import type { RailPort } from '../providers/rail/port.ts'
import { accountChangedJob } from './account-changed.jobs.ts'
import { createDemoFunding, type FundMaster } from './demo-funding.jobs.ts'
import { createDemoTrades } from './demo-trade.jobs.ts'
import { createDemoTreasury, type TreasuryOwner } from './demo-treasury.jobs.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { createOwnTransfers, type IsPayout } from './own-transfer.jobs.ts'
import { createGasBooking } from './gas-booking.jobs.ts'
import { mountMasterBalance } from './master-balance.routes.ts'
import { masterBalanceGauges } from './master-balance-gauges.ts'
import { reconciliationGauges } from './reconciliation-gauges.ts'
import { scheduleReconciliation } from './reconciliation.jobs.ts'
import { createRevaluation } from './revaluation.jobs.ts'
import { mountTreasuryOperations } from './treasury-operations.routes.ts'
import { createChainReadings, createFloatReadings } from './treasury-readings.jobs.ts'
import { treasuryStepUps } from './treasury-step-up.ts'

/**
 * The operator's money at the card issuer: fundings, fees, and the comparison of both sides. The demo's float
 * is filled only in sandbox mode: `fundMaster` is null elsewhere.
 */
export const treasuryModule = (
  kernel: Kernel,
  needs: {
    readonly issuer: IssuerPort
    readonly rail: RailPort
    readonly fundMaster: FundMaster | null
    readonly isPayout: IsPayout
    readonly rates: RatesPort
    readonly treasuryOwner: TreasuryOwner | null
  },
) => {
  const { jobs, ids, clock, config } = kernel
  const { issuer, rail, fundMaster, isPayout, rates, treasuryOwner } = needs
  mountTreasuryOperations(kernel, { rail, rates })
  mountMasterBalance(kernel)
  jobs.on('issuer.account_changed', 'treasury.account_changed', accountChangedJob)
  jobs.handle('treasury.own_transfer', createOwnTransfers({ ids, clock, isPayout }))
  jobs.recurring('treasury.revalue', createRevaluation({ rail, rates, ids, clock }), { lane: 'chain' })
  jobs.recurring('treasury.book_gas', createGasBooking({ rail, rates, ids, clock }), { lane: 'chain' })
  const atIssuer = { lane: 'issuer' } as const
  jobs.recurring('treasury.read_wallets', createChainReadings({ rail, clock }), { lane: 'chain' })
  jobs.recurring('treasury.read_float', createFloatReadings({ issuer, clock }), atIssuer)
  scheduleReconciliation(kernel, { issuer, rail })
  if (fundMaster)
    jobs.recurring(
      'treasury.fund_demo',
      createDemoFunding({ issuer, clock, fundMaster, webhookUrl: webhookUrl(config) }),
      atIssuer,
    )
  if (treasuryOwner) {
    const owner = treasuryOwner
    jobs.recurring('treasury.demo_owner', createDemoTreasury({ rail, rates, clock, owner }), {
      lane: 'chain',
    })
    jobs.on('treasury.recorded', 'treasury.demo_trade', createDemoTrades({ rail, owner }), { lane: 'chain' })
  }
  return { stepUps: treasuryStepUps, gauges: [...reconciliationGauges, ...masterBalanceGauges] }
}
