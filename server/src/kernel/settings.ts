import { z } from 'zod'
import {
  DatabaseUrl,
  Email,
  HostName,
  HttpUrl,
  Key,
  Networks,
  oneOf,
  Port,
  PublicKey,
  Secret,
  SignerUrl,
  SmtpUrl,
} from './setting-forms.ts'

/**
 * Every setting of the server. `setting-texts.ts` says how each is written, and docs/operations.md what it
 * means.
 */
export const Settings = z.object({
  PORT: Port.default(4000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('.data'),
  /** Folder of the built pages. */
  WEB_DIR: z.string().optional(),
  DATABASE_URL: DatabaseUrl,
  DATABASE_APP_URL: DatabaseUrl,
  DATABASE_SIGNER_URL: DatabaseUrl,
  DATABASE_ACCOUNTS_URL: DatabaseUrl,
  PUBLIC_URL: HttpUrl,
  /** Set by the start command on one machine: the local host may be a sandbox. */
  SANDBOX: oneOf('on', 'off').default('off'),
  QA_HOST: HostName.optional(),
  TRUST_PROXY: Networks.optional(),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('info'),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  METRICS_PORT: Port.optional(),
  ENCRYPTION_KEY: Key,
  LEDGER_SIGNING_KEY: Key,
  /** An administrator may reset a password to this one; it then has to be changed. Unset: only a mailed link. */
  DEFAULT_PASSWORD: Secret(6).optional(),
  /** Sandbox only: companies, sellers and one person for each role. */
  DEMO: oneOf('on', 'people', 'off').default('on'),
  SCREENING: oneOf('on', 'off').default('on'),
  /** Sanctions lists about people: yente, which serves OpenSanctions. */
  SCREENING_URL: HttpUrl.optional(),
  SCREENING_DATASET: z.string().default('sanctions'),
  SCREENING_API_KEY: Secret(8).optional(),
  /** Sanctions lists about wallets: Chainalysis. */
  WALLET_SCREENING_URL: HttpUrl.optional(),
  WALLET_SCREENING_API_KEY: Secret(8).optional(),
  SMTP_URL: SmtpUrl,
  MAIL_FROM: Email.default('cards@cardamom.example'),
  /** Contact address for companies that have none of their own. */
  SUPPORT_EMAIL: Email.default('support@cardamom.example'),
  KYC_URL: HttpUrl,
  KYC_API_KEY: Secret(1),
  KYC_SHARED_SECRET: Secret(8),
  KYC_PUBLIC_URL: HttpUrl.optional(),
  /** Text messages by Twilio's interface. Without these settings no code is sent by SMS. */
  SMS_URL: HttpUrl.optional(),
  SMS_ACCOUNT_SID: z.string().optional(),
  SMS_AUTH_TOKEN: z.string().optional(),
  SMS_FROM: z.string().default('Cardamom'),
  /** Step-up provider: its API with `/v1`. Without all three the embedded one of SANDBOX_SERVICES is used. */
  AUTHSIGNAL_API_URL: HttpUrl.optional(),
  AUTHSIGNAL_TENANT_ID: z.string().optional(),
  AUTHSIGNAL_SECRET: Secret(8).optional(),
  /** Device profiling: origin of the step-up library's script and frame. Without it, no user is profiled. */
  PROFILER_URL: HttpUrl.optional(),
  /** The profiler's name in the text of the consent; by default its host. */
  PROFILER_NAME: z.string().max(80, 'is longer than 80 characters').optional(),
  ISSUER_URL: HttpUrl,
  ISSUER_API_KEY: Secret(1),
  ISSUER_WEBHOOK_KEY: PublicKey,
  ISSUER_PUBLIC_URL: HttpUrl.optional(),
  EVM_RPC_URL: HttpUrl,
  /** JSON: chain id, network name, tokens, price feeds, forwarder factory, treasury, payout wallet. */
  EVM_CHAIN: z.string(),
  /** The process that signs payouts. Without it, payouts wait. */
  SIGNER_URL: SignerUrl.optional(),
  SIGNER_SECRET: Secret(32).optional(),
  /** JSON of DATA_DIR/sandbox.json: control planes, for the sandbox tools only. */
  SANDBOX_SERVICES: z.string().optional(),
  MAILBOX_PUBLIC_URL: HttpUrl.optional(),
  SHOP_PUBLIC_URL: HttpUrl.optional(),
})

export type Settings = Readonly<z.output<typeof Settings>>
export type SettingName = keyof Settings
export const settingNames = Object.keys(Settings.shape) as readonly SettingName[]
