import { roleNames } from '@cardamom/contract/roles'
import { accessModule } from './access/access.routes.ts'
import { createEndSessions } from './access/session-endings.ts'
import { createSessionCookie } from './access/session-cookie.ts'
import { readSessionLocked, sessionsOfCookie } from './access/sessions.sql.ts'
import type { Audit } from './audit/audit.sql.ts'
import { companiesModule } from './companies/companies.routes.ts'
import { createThrottles } from './identity/throttles.sql.ts'
import { identityModule } from './identity/users.routes.ts'
import type { Kernel } from './kernel/module.ts'
import { createSelfieCheck } from './kyc/selfie-check.ts'
import { kycModule } from './kyc/kyc-cases.routes.ts'
import { createNoticeMail } from './notifications/notice-mail.ts'
import { notificationsModule } from './notifications/notifications.routes.ts'
import type { Config } from './kernel/config.ts'
import { stepUpServiceOf } from './kernel/step-up-service.ts'
import { createAuthsignal } from './providers/stepup/authsignal.ts'
import { mountDownloads, type SessionsOfRequest } from './kernel/mount-downloads.ts'
import { createChainalysis } from './providers/screening/chainalysis.ts'
import { createYente } from './providers/screening/yente.ts'
import { createVeriff } from './providers/kyc/veriff.ts'
import { createMailer } from './providers/mail/mailer.ts'
import { createSmtpMail } from './providers/mail/smtp-mail.ts'
import { createPaymentScreening } from './screening/payment-screening.ts'
import { createScreening } from './screening/screening.ts'
import { sandboxModule } from './sandbox/sandbox.routes.ts'
import { demoPassword, demoPeople } from './sandbox/demo-cast.ts'
import { feesModule } from './fees/fees.routes.ts'
import { createEmbeddedControls, type EmbeddedControls } from './sandbox/embedded-controls.ts'
import { createProviderLocks } from './sandbox/provider-locks.ts'
import { previewCode, redeemCode } from './sellers/codes.sql.ts'
import { sellersModule } from './sellers/sellers.routes.ts'
import { createTwilioSms } from './providers/sms/twilio-sms.ts'
import { readBusinessCalendar } from './calendar/business-calendar.sql.ts'
import { termsModule } from './terms/terms.routes.ts'
import { formatCents } from '@cardamom/contract/money'
import { cardsModule } from './cards/cards.routes.ts'
import { loadObstacle, readCardForLoad, readCardsForLoad, type CardForLoad } from './cards/card-for-load.ts'
import { readKyc } from './kyc/kyc-standing.ts'
import { readChainFacts, readLoadSettings } from './loads/load-facts.ts'
import { ledgerModule } from './ledger/ledger.jobs.ts'
import { loadsModule } from './loads/loads.routes.ts'
import { readCardSpending } from './transactions/card-spending.sql.ts'
import { recentDeclines } from './transactions/recent-declines.ts'
import { webhookUrl } from './transactions/issuer-poll.jobs.ts'
import { walletsModule } from './wallets/wallets.routes.ts'
import { transactionsModule } from './transactions/transactions.routes.ts'
import type { FundMaster } from './treasury/demo-funding.jobs.ts'
import { treasuryModule } from './treasury/treasury.routes.ts'
import { createReapIssuer } from './providers/issuer/reap.ts'
import { createEvmClient, createEvmRail } from './providers/rail/evm.ts'
import { readEvmChain } from './providers/rail/evm-chain.ts'
import { createChainlinkRates } from './providers/rates/chainlink.ts'

const demoAccounts = demoPeople.map(({ email, firstName, lastName, roleId }) => ({
  email,
  name: `${firstName} ${lastName}`,
  role: roleNames[roleId],
}))

/** The chain that payments arrive on, and the rates that are read on it. */
const createChain = (config: Config) => {
  const chain = readEvmChain(config.EVM_CHAIN)
  const client = createEvmClient(config.EVM_RPC_URL)
  return {
    rail: createEvmRail({ client, chain, network: 'ethereum' }),
    rates: createChainlinkRates({ client, chain }),
  }
}

/** Sanctions lists about people and about wallets, where they are configured. */
const screeningServices = (config: Config) => {
  const { SCREENING_URL, SCREENING_DATASET, WALLET_SCREENING_URL, WALLET_SCREENING_API_KEY } = config
  const apiKey = config.SCREENING_API_KEY ?? null
  return {
    people: SCREENING_URL ? createYente({ url: SCREENING_URL, dataset: SCREENING_DATASET, apiKey }) : null,
    wallets:
      WALLET_SCREENING_URL && WALLET_SCREENING_API_KEY
        ? createChainalysis({ url: WALLET_SCREENING_URL, apiKey: WALLET_SCREENING_API_KEY })
        : null,
  }
}

/** Open sessions of the browser that asks, unless its screen is locked. */
const createSessionsOfRequest = (config: Config): SessionsOfRequest => {
  const cookies = createSessionCookie(config)
  return async (sql, request) => {
    const cookie = cookies.read(request)
    const open: string[] = []
    for (const id of cookie === null ? [] : await sessionsOfCookie(sql, cookie)) {
      if (!(await readSessionLocked(sql, id))) open.push(id)
    }
    return open
  }
}

const asLoadable = (card: CardForLoad) => ({ ...card, obstacle: loadObstacle(card) })

/** Lets money arrive at the embedded issuer, as the operator's bank would. */
const fundBy =
  (controls: EmbeddedControls): FundMaster =>
  async ({ amountCents }) => {
    await controls.post('issuer', '/fund', { amount: formatCents(amountCents) })
  }

/** Mounts every module in rank order, each with what it needs of the lower ones and of the outside services. */
export const mountModules = (
  kernel: Kernel,
  built: { readonly audit: Audit; readonly version: string; readonly webDir: string | null },
): void => {
  const { config } = kernel
  const throttles = createThrottles(kernel)
  const mailer = createMailer({
    ...kernel,
    port: createSmtpMail({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
      toMailbox: config.mode === 'sandbox',
    }),
  })
  const veriff = createVeriff({
    url: config.KYC_URL,
    apiKey: config.KYC_API_KEY,
    sharedSecret: config.KYC_SHARED_SECRET,
  })

  mountDownloads(kernel, createSessionsOfRequest(config))
  ledgerModule(kernel)
  const version = () =>
    built.webDir === null ? built.version : `${built.version}+${kernel.page.build(built.webDir)}`
  companiesModule(kernel, { version, demoAccounts, demoPassword })
  termsModule(kernel)
  identityModule(kernel, {
    mailer,
    throttles,
    codes: { preview: previewCode, redeem: redeemCode },
    endSessions: createEndSessions(kernel),
  })
  const stepUpService = stepUpServiceOf(config)
  const { SMS_URL: url, SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from } = config
  const sms = url && accountSid && authToken ? createTwilioSms({ url, accountSid, authToken, from }) : null
  const controls =
    config.mode === 'sandbox' && config.SANDBOX_SERVICES
      ? createEmbeddedControls(config.SANDBOX_SERVICES)
      : null
  const providerLocks = controls && stepUpService?.proxied ? createProviderLocks(controls) : null
  accessModule(kernel, {
    audit: built.audit,
    throttles,
    mailer,
    stepUpService,
    stepUp: stepUpService ? createAuthsignal(stepUpService) : null,
    sms,
    selfieCheck: createSelfieCheck(kernel, veriff),
    providerLocks,
    webDir: built.webDir,
  })
  sellersModule(kernel)
  const screening = createScreening({ config, ...screeningServices(config) })
  kycModule(kernel, { providers: { veriff }, screening })
  const issuer = createReapIssuer({
    url: config.ISSUER_URL,
    apiKey: config.ISSUER_API_KEY,
    webhookKey: config.ISSUER_WEBHOOK_KEY,
  })
  const { rail, rates } = createChain(config)
  feesModule(kernel)
  cardsModule(kernel, { issuer, recentDeclines, cardSpending: readCardSpending, mailer, throttles })
  transactionsModule(kernel, { issuer })
  loadsModule(kernel, {
    rail,
    rates,
    issuer,
    paymentScreening: createPaymentScreening({ ...kernel, screening }),
    readCalendar: readBusinessCalendar,
    readKyc,
    readChainFacts,
    readLoadSettings,
    readCard: async (sql, cardId) => {
      const card = await readCardForLoad(sql, cardId)
      return card && asLoadable(card)
    },
    readCards: async (sql, userId) => (await readCardsForLoad(sql, userId)).map(asLoadable),
  })
  walletsModule(kernel)
  treasuryModule(kernel, {
    issuer,
    fundMaster: controls?.url('issuer') ? fundBy(controls) : null,
    webhookUrl: webhookUrl(config),
  })
  notificationsModule(kernel, { mailNotice: createNoticeMail({ ...kernel, mailer, throttles }) })
  if (controls) {
    sandboxModule(kernel, {
      controls,
      assets: rail.assets,
      readCalendar: () => kernel.db.read({ kind: 'all' }, readBusinessCalendar),
    })
  }
}
