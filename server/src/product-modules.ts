import { accessModule } from './access/access.routes.ts'
import { createSessionsOfRequest } from './access/session-cookie.ts'
import type { SessionCache } from './access/session-cache.ts'
import { createEndSessions } from './access/session-endings.ts'
import { approvalsModule, type ApprovalNeeds } from './approvals/approvals.routes.ts'
import { auditModule } from './audit/audit.routes.ts'
import { cardsModule } from './cards/cards.routes.ts'
import { countActiveCardsOf } from './cards/card-figures.sql.ts'
import { countCards } from './cards/cards.sql.ts'
import { companiesModule } from './companies/companies.routes.ts'
import { houseId } from './companies/company.ts'
import { topUpPayments } from './deposits/coin-top-up-plan.ts'
import { depositsModule } from './deposits/deposits.routes.ts'
import { sumAllPendingTopUps, sumPendingTopUps } from './deposits/top-ups.sql.ts'
import { feesModule } from './fees/fees.routes.ts'
import { nameOfPerson, readAuditNames } from './identity/audit-names.ts'
import { createThrottles } from './identity/throttles.sql.ts'
import { countSuperAdminsWithPasskey } from './identity/staff.sql.ts'
import { readTierCounts } from './identity/tier-counts.sql.ts'
import { identityModule } from './identity/users.routes.ts'
import { countPeopleOf } from './identity/people-figures.sql.ts'
import { countPeople, countWithoutPasskey, readNames } from './identity/users.sql.ts'
import { processesModule } from './processes/processes.routes.ts'
import { mountDownloads } from './kernel/mount-downloads.ts'
import type { ChangeNotices } from './kernel/change-notices.ts'
import type { Gauge, LabelledGauge } from './kernel/metrics.ts'
import type { Kernel } from './kernel/module.ts'
import { wholeInstallation } from './kernel/scopes.ts'
import type { StepUpDescribers } from './kernel/step-up-facts.ts'
import { kycModule } from './kyc/kyc-cases.routes.ts'
import { createSelfieCheck } from './kyc/selfie-check.ts'
import { ledgerModule } from './ledger/ledger.jobs.ts'
import { limitsModule } from './limits/payin-limits.routes.ts'
import { createCompanyChange } from './loads/company-change.ts'
import { readEmergencyUse, readLoadUse } from './loads/load-limits.ts'
import { createRefundOwner } from './loads/refund-payouts.ts'
import { loadsModule } from './loads/loads.routes.ts'
import { notesModule } from './notes/notes.routes.ts'
import { readMailChoices } from './notifications/mail-choices.sql.ts'
import { mailTextStepUps, mountMailTexts } from './notifications/mail-texts.routes.ts'
import { createNoticeMail } from './notifications/notice-mail.ts'
import { notificationsModule } from './notifications/notifications.routes.ts'
import { payoutsModule } from './payouts/payouts.jobs.ts'
import { isPayoutTransaction } from './payouts/payouts.sql.ts'
import { createProviders } from './providers/configured.ts'
import { createGatewayNeeds } from './providers/gateway-needs.ts'
import { createMailer } from './providers/mail/mailer.ts'
import { watchProviders } from './providers/watched-providers.ts'
import { demoAccounts, demoPassword } from './sandbox/demo-cast.ts'
import { createSandboxParts } from './sandbox/sandbox-parts.ts'
import { reconciliationModule } from './reconciliation/reconciliation.routes.ts'
import { reportsModule } from './reports/reports.routes.ts'
import { sandboxModule } from './sandbox/sandbox.routes.ts'
import { createPaymentScreening } from './screening/payment-screening.ts'
import { createScreening } from './screening/screening.ts'
import { sellerCodes } from './sellers/codes.sql.ts'
import { createRecordCall } from './settings/provider-health.routes.ts'
import { readUnpaidSettlements } from './settlements/unpaid-settlements.ts'
import { readShareOrigins } from './settlements/share-origins.ts'
import { settlementsModule } from './settlements/settlements.routes.ts'
import { settingsModule } from './settings/settings.routes.ts'
import { sellersModule } from './sellers/sellers.routes.ts'
import { seesChange } from './companies/share-access.ts'
import { shareStepUps, sharesModule } from './shares/shares.routes.ts'
import { termsModule } from './terms/terms.routes.ts'
import { readCardSpending } from './transactions/card-spending.sql.ts'
import { recentDeclines } from './transactions/recent-declines.ts'
import { transactionsModule } from './transactions/transactions.routes.ts'
import { transfersModule } from './transfers/transfers.routes.ts'
import { readTransferUse } from './transfers/transfer-use.ts'
import { createWalletLoadReleases } from './transfers/wallet-load.jobs.ts'
import { treasuryModule } from './treasury/treasury.routes.ts'
import { createWithdrawalPayouts } from './withdrawals/withdrawal-payout.ts'
import { ordersModule } from './orders/card-orders.routes.ts'
import { withdrawalsModule } from './withdrawals/withdrawals.routes.ts'
import { hasOpenWithdrawal } from './withdrawals/withdrawals.sql.ts'
import { mountAdjustments } from './wallets/wallet-adjustments.routes.ts'
import { readAdjustmentUse } from './wallets/wallet-adjustments.sql.ts'
import { mountWalletHolders } from './wallets/wallet-holders.routes.ts'
import { adjustmentStepUps } from './wallets/adjustment-step-up.ts'
import { walletsModule } from './wallets/wallets.routes.ts'

/** What the modules return to the product. */
type ProductModules = {
  /** Descriptions of the operations that need a step-up. An operation without a description does not compile. */
  readonly describers: StepUpDescribers
  readonly gauges: readonly (Gauge | LabelledGauge)[]
}

/**
 * Mounts every module in rank order, with the functions of higher modules and outside services that it needs.
 */
export const mountModules = (
  kernel: Kernel,
  built: ApprovalNeeds & {
    readonly sessions: SessionCache
    readonly notices: ChangeNotices
    readonly version: string
    readonly webDir: string | null
  },
): ProductModules => {
  const { config } = kernel
  const providers = watchProviders(createProviders(config), createRecordCall(kernel))
  const { issuer, rail, signer, rates, veriff, mail, sms, lists, stepUp, stepUpService } = providers
  const throttles = createThrottles(kernel)
  const gateway = createGatewayNeeds(kernel, providers, throttles)
  const { controls, providerLocks, fundMaster, treasuryOwner } = createSandboxParts(config, stepUpService)
  const mailer = createMailer({
    ...kernel,
    port: mail,
    readChoices: (kind, lang) => kernel.db.read(wholeInstallation, (sql) => readMailChoices(sql, kind, lang)),
  })
  const screening = createScreening({ config, ...lists })
  const endSessions = createEndSessions(kernel)
  const selfieCheck = createSelfieCheck(kernel, veriff)
  const paymentScreening = createPaymentScreening({ ...kernel, screening })

  mountDownloads(kernel, createSessionsOfRequest(config))
  const auditPages = auditModule(kernel, { readNames: readAuditNames, nameOfPerson, seesChange })
  const settings = settingsModule(kernel, {
    operatorCompanyId: houseId,
    readNames,
    countTiers: readTierCounts,
    ...gateway,
    hasSuperWithPasskey: async (sql) => (await countSuperAdminsWithPasskey(sql)) > 0,
  })
  const ledger = ledgerModule(kernel)
  const companies = companiesModule(kernel, {
    ...built,
    demoAccounts,
    demoPassword,
    facts: { countPeople, countCards, countPeopleOf, countActiveCardsOf, countWithoutPasskey, readNames },
  })
  const terms = termsModule(kernel, { readNames })
  identityModule(kernel, { mailer, throttles, providerLocks, codes: sellerCodes, endSessions })
  const access = accessModule(kernel, {
    ...built,
    throttles,
    mailer,
    stepUpService,
    stepUp,
    sms,
    selfieCheck,
    providerLocks,
    companyChange: createCompanyChange(kernel, { hasOpenWithdrawal }),
  })
  const approvals = approvalsModule(kernel, built)
  const sellers = sellersModule(kernel, { mailer, throttles })
  const kyc = kycModule(kernel, { providers: { veriff }, screening })
  const limits = limitsModule(kernel, {
    readNames,
    // Both count together: a person has one daily limit of loads.
    useToday: {
      virtual_load: readLoadUse,
      plastic_first_load: readLoadUse,
      transfer: readTransferUse,
      adjustment: readAdjustmentUse,
    },
    readEmergencyUse,
  })
  sharesModule(kernel, { readOrigins: readShareOrigins })
  const fees = feesModule(kernel, { readNames })
  const cards = cardsModule(kernel, {
    issuer,
    recentDeclines,
    cardSpending: readCardSpending,
    mailer,
    throttles,
  })
  const transactions = transactionsModule(kernel, { issuer })
  const payouts = payoutsModule(kernel, {
    rail,
    signer,
    screening,
    owners: [createRefundOwner(kernel), createWithdrawalPayouts({ ...kernel, rail, rates })],
  })
  const payments = {
    rail,
    rates,
    issuer,
    paymentScreening,
    releases: [createWalletLoadReleases(kernel)],
    topUps: topUpPayments,
  }
  const loads = loadsModule(kernel, payments)
  const wallets = walletsModule(kernel, { sumPendingTopUps, sumAllPendingTopUps, readUnpaidSettlements })
  mountWalletHolders(kernel)
  mountAdjustments(kernel, { issuer })
  const treasury = treasuryModule(kernel, {
    issuer,
    rail,
    rates,
    fundMaster,
    treasuryOwner,
    isPayout: isPayoutTransaction,
  })
  const deposits = depositsModule(kernel, payments)
  const transfers = transfersModule(kernel, { issuer })
  const settlements = settlementsModule(kernel)
  const withdrawals = withdrawalsModule(kernel, { rail, rates, screening })
  ordersModule(kernel)
  const processes = processesModule(kernel)
  const reconciliation = reconciliationModule(kernel, { issuer })
  const notes = notesModule(kernel)
  notificationsModule(kernel, { mailNotice: createNoticeMail({ ...kernel, mailer, throttles }) })
  reportsModule(kernel, { ...gateway, assets: rail.assets })
  mountMailTexts(kernel, { mailer, throttles, readNames })
  if (controls) sandboxModule(kernel, { controls, rail, treasuryOwner, fundMaster })
  return {
    describers: {
      ...companies.stepUps,
      ...auditPages.stepUps,
      ...settings.stepUps,
      ...terms.stepUps,
      ...access.stepUps,
      ...approvals.stepUps,
      ...sellers.stepUps,
      ...shareStepUps,
      ...kyc.stepUps,
      ...limits.stepUps,
      ...fees.stepUps,
      ...cards.stepUps,
      ...transactions.stepUps,
      ...loads.stepUps,
      ...wallets.stepUps,
      ...adjustmentStepUps,
      ...treasury.stepUps,
      ...deposits.stepUps,
      ...transfers.stepUps,
      ...settlements.stepUps,
      ...withdrawals.stepUps,
      ...processes.stepUps,
      ...reconciliation.stepUps,
      ...notes.stepUps,
      ...mailTextStepUps,
    },
    gauges: [...ledger.gauges, ...cards.gauges, ...payouts.gauges, ...loads.gauges, ...treasury.gauges],
  }
}
