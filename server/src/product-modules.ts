import { accessModule } from './access/access.routes.ts'
import { createSessionsOfRequest } from './access/session-cookie.ts'
import type { SessionCache } from './access/session-cache.ts'
import { createEndSessions } from './access/session-endings.ts'
import { approvalsModule, type ApprovalNeeds } from './approvals/approvals.routes.ts'
import { auditModule } from './audit/audit.routes.ts'
import { cardsModule } from './cards/cards.routes.ts'
import { countCards } from './cards/cards.sql.ts'
import { companiesModule } from './companies/companies.routes.ts'
import { houseId } from './companies/company.ts'
import { feesModule } from './fees/fees.routes.ts'
import { readAuditNames } from './identity/audit-names.ts'
import { createThrottles } from './identity/throttles.sql.ts'
import { readTierCounts } from './identity/tier-counts.sql.ts'
import { identityModule } from './identity/users.routes.ts'
import { countPeople, countWithoutPasskey, readNames } from './identity/users.sql.ts'
import { mountDownloads } from './kernel/mount-downloads.ts'
import type { ChangeNotices } from './kernel/change-notices.ts'
import type { Gauge, LabelledGauge } from './kernel/metrics.ts'
import type { Kernel } from './kernel/module.ts'
import type { StepUpDescribers } from './kernel/step-up-facts.ts'
import { kycModule } from './kyc/kyc-cases.routes.ts'
import { createSelfieCheck } from './kyc/selfie-check.ts'
import { ledgerModule } from './ledger/ledger.jobs.ts'
import { loadsModule } from './loads/loads.routes.ts'
import { createNoticeMail } from './notifications/notice-mail.ts'
import { notificationsModule } from './notifications/notifications.routes.ts'
import { createProviders } from './providers/configured.ts'
import { createMailer } from './providers/mail/mailer.ts'
import { demoAccounts, demoPassword } from './sandbox/demo-cast.ts'
import { createSandboxParts } from './sandbox/sandbox-parts.ts'
import { sandboxModule } from './sandbox/sandbox.routes.ts'
import { createPaymentScreening } from './screening/payment-screening.ts'
import { createScreening } from './screening/screening.ts'
import { sellerCodes } from './sellers/codes.sql.ts'
import { settingsModule } from './settings/settings.routes.ts'
import { sellersModule } from './sellers/sellers.routes.ts'
import { termsModule } from './terms/terms.routes.ts'
import { readCardSpending } from './transactions/card-spending.sql.ts'
import { recentDeclines } from './transactions/recent-declines.ts'
import { transactionsModule } from './transactions/transactions.routes.ts'
import { treasuryModule } from './treasury/treasury.routes.ts'
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
  const { issuer, rail, rates, veriff, mail, sms, lists, stepUp, stepUpService } = createProviders(config)
  const { controls, providerLocks, fundMaster } = createSandboxParts(config, stepUpService)
  const throttles = createThrottles(kernel)
  const mailer = createMailer({ ...kernel, port: mail })
  const screening = createScreening({ config, ...lists })
  const endSessions = createEndSessions(kernel)
  const selfieCheck = createSelfieCheck(kernel, veriff)
  const paymentScreening = createPaymentScreening({ ...kernel, screening })

  mountDownloads(kernel, createSessionsOfRequest(config))
  const auditPages = auditModule(kernel, { readNames: readAuditNames })
  const settings = settingsModule(kernel, {
    operatorCompanyId: houseId,
    readNames,
    countTiers: readTierCounts,
  })
  const ledger = ledgerModule(kernel)
  const companies = companiesModule(kernel, {
    ...built,
    demoAccounts,
    demoPassword,
    facts: { countPeople, countCards, countWithoutPasskey, readNames },
  })
  termsModule(kernel)
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
  })
  const approvals = approvalsModule(kernel, built)
  const sellers = sellersModule(kernel)
  const kyc = kycModule(kernel, { providers: { veriff }, screening })
  feesModule(kernel)
  const cards = cardsModule(kernel, {
    issuer,
    recentDeclines,
    cardSpending: readCardSpending,
    mailer,
    throttles,
  })
  transactionsModule(kernel, { issuer })
  const loads = loadsModule(kernel, { rail, rates, issuer, paymentScreening })
  walletsModule(kernel)
  const treasury = treasuryModule(kernel, { issuer, rail, fundMaster })
  notificationsModule(kernel, { mailNotice: createNoticeMail({ ...kernel, mailer, throttles }) })
  if (controls) sandboxModule(kernel, { controls, assets: rail.assets })
  return {
    describers: {
      ...companies.stepUps,
      ...auditPages.stepUps,
      ...settings.stepUps,
      ...access.stepUps,
      ...approvals.stepUps,
      ...sellers.stepUps,
      ...kyc.stepUps,
      ...cards.stepUps,
      ...loads.stepUps,
      ...treasury.stepUps,
    },
    gauges: [...ledger.gauges, ...cards.gauges, ...loads.gauges, ...treasury.gauges],
  }
}
