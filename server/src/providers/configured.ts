import type { Config } from '../kernel/config.ts'
import { stepUpServiceOf } from '../kernel/step-up-service.ts'
import { createReapIssuer } from './issuer/reap.ts'
import { createVeriff } from './kyc/veriff.ts'
import { createSmtpMail } from './mail/smtp-mail.ts'
import { readEvmChain } from './rail/evm-chain.ts'
import { createEvmClient, createEvmRail } from './rail/evm.ts'
import { createChainlinkRates } from './rates/chainlink.ts'
import { createChainalysis } from './screening/chainalysis.ts'
import { createYente } from './screening/yente.ts'
import { createHttpSigner } from './signer/http-signer.ts'
import { createTwilioSms } from './sms/twilio-sms.ts'
import { createAuthsignal } from './stepup/authsignal.ts'

/** The chain that payments arrive on, and the exchange rates read from it. */
const createChain = (config: Config) => {
  const chain = readEvmChain(config.EVM_CHAIN)
  const client = createEvmClient(config.EVM_RPC_URL)
  return {
    rail: createEvmRail({ client, chain, network: 'ethereum' }),
    rates: createChainlinkRates({ client, chain }),
  }
}

/** Sanctions lists for people and for wallets. Null where they are not configured. */
const createLists = (config: Config) => {
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

const createSms = ({
  SMS_URL: url,
  SMS_ACCOUNT_SID: accountSid,
  SMS_AUTH_TOKEN: authToken,
  ...config
}: Config) =>
  url && accountSid && authToken
    ? createTwilioSms({ url, accountSid, authToken, from: config.SMS_FROM })
    : null

const createSigner = ({ SIGNER_URL: url, SIGNER_SECRET: secret }: Config) =>
  url && secret ? createHttpSigner({ url, secret }) : null

/** Every outside service that the configuration names. Null: the service is not configured. */
export const createProviders = (config: Config) => {
  const stepUpService = stepUpServiceOf(config)
  return {
    ...createChain(config),
    issuer: createReapIssuer({
      url: config.ISSUER_URL,
      apiKey: config.ISSUER_API_KEY,
      webhookKey: config.ISSUER_WEBHOOK_KEY,
    }),
    veriff: createVeriff({
      url: config.KYC_URL,
      apiKey: config.KYC_API_KEY,
      sharedSecret: config.KYC_SHARED_SECRET,
    }),
    mail: createSmtpMail({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
      toMailbox: config.mode === 'sandbox',
    }),
    sms: createSms(config),
    lists: createLists(config),
    signer: createSigner(config),
    stepUpService,
    stepUp: stepUpService && createAuthsignal(stepUpService),
  }
}
