import { z } from 'zod'
import { StartRefused } from './migrate.ts'

const Url = z.url()
const Port = z.coerce.number().int().min(1).max(65_535)
const Key = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })

const Environment = z.object({
  PORT: Port.default(4000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: Url,
  DATABASE_APP_URL: Url,
  PUBLIC_URL: Url.default('http://localhost:4000'),
  QA_HOST: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  METRICS_PORT: Port.optional(),
  SEAL_KEY: Key,
  LEDGER_SEAL_KEY: Key,
  /** Sandbox only: companies, sellers and one person for each role. */
  DEMO: z.enum(['on', 'off']).default('on'),
  SCREENING: z.enum(['on', 'off']).default('on'),
  SMTP_URL: Url,
  MAIL_FROM: z.email().default('cards@cardamom.example'),
  /** Where people write to whose company names no address of its own. */
  SUPPORT_EMAIL: z.email().default('support@cardamom.example'),
  KYC_URL: Url,
  KYC_API_KEY: z.string().min(1),
  KYC_SHARED_SECRET: z.string().min(8),
  KYC_PUBLIC_URL: Url.optional(),
  /** Text messages by Twilio's interface; without them no code is sent by SMS. */
  SMS_URL: Url.optional(),
  SMS_ACCOUNT_SID: z.string().optional(),
  SMS_AUTH_TOKEN: z.string().optional(),
  SMS_FROM: z.string().default('Cardamom'),
  /** Step-up provider: its API with `/v1`; with none of the three the embedded one of SANDBOX_SERVICES. */
  AUTHSIGNAL_API_URL: Url.optional(),
  AUTHSIGNAL_TENANT_ID: z.string().min(1).optional(),
  AUTHSIGNAL_SECRET: z.string().min(8).optional(),
  /** Device profiling: what the step-up library's script and frame are asked of; without it nobody's is looked at. */
  PROFILER_URL: Url.optional(),
  /** Who that is, in the words of the consent; else its host. */
  PROFILER_NAME: z.string().max(80).optional(),
  ISSUER_URL: Url,
  ISSUER_API_KEY: z.string().min(1),
  ISSUER_WEBHOOK_KEY: z.string().min(1),
  ISSUER_PUBLIC_URL: Url.optional(),
  EVM_RPC_URL: Url,
  /** JSON: chain id, network name, tokens, price feeds, forwarder factory, treasury. */
  EVM_CHAIN: z.string().min(2),
  /** JSON of DATA_DIR/sandbox.json: control planes, for the sandbox tools only. */
  SANDBOX_SERVICES: z.string().optional(),
  MAILBOX_PUBLIC_URL: Url.optional(),
  SHOP_PUBLIC_URL: Url.optional(),
})

export type Mode = 'sandbox' | 'production'
export type Config = Readonly<z.output<typeof Environment>> & {
  /** Local host and QA host are sandbox, every other host is production (spec §1). */
  readonly mode: Mode
  readonly set: 'local' | 'qa' | 'production'
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

const modeOf = (publicUrl: string, qaHost: string | undefined): Pick<Config, 'mode' | 'set'> => {
  const host = new URL(publicUrl).hostname
  if (isLocal(host)) return { mode: 'sandbox', set: 'local' }
  if (qaHost && (host === qaHost || host.endsWith(`.${qaHost}`))) return { mode: 'sandbox', set: 'qa' }
  return { mode: 'production', set: 'production' }
}

/** What a production start refuses (trust, Security). Gives the sentence, or null. */
const refusalOfProduction = (config: Config): string | null => {
  if (config.SANDBOX_SERVICES)
    return 'SANDBOX_SERVICES is set, but PUBLIC_URL is a production host: remove it.'
  if (config.SCREENING === 'off')
    return 'SCREENING=off is allowed in sandbox only: remove it and configure screening.'
  if (config.RATE_LIMITS === 'off') return 'RATE_LIMITS=off is allowed in sandbox only: remove it.'
  if (!config.PUBLIC_URL.startsWith('https:')) return 'PUBLIC_URL must be https on a production host.'
  if (!config.TRUST_PROXY) return 'Set TRUST_PROXY to the address of the proxy that ends TLS.'
  if (!config.AUTHSIGNAL_API_URL || !config.AUTHSIGNAL_TENANT_ID || !config.AUTHSIGNAL_SECRET)
    return 'Set AUTHSIGNAL_API_URL, AUTHSIGNAL_TENANT_ID and AUTHSIGNAL_SECRET: without them nobody can have a second factor.'
  const outside = [
    'AUTHSIGNAL_API_URL',
    'KYC_URL',
    'ISSUER_URL',
    'EVM_RPC_URL',
    'SMTP_URL',
    'SMS_URL',
    'PROFILER_URL',
  ] as const
  const local = outside.find((name) => {
    const url = config[name]
    return url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  })
  return local
    ? `${local} is a local address, but PUBLIC_URL is a production host: give the real service.`
    : null
}

/** Reads the configuration once. Throws StartRefused with a sentence that names the wrong value. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  )
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartRefused(`The setting ${issue?.path.join('.')} is missing or wrong: ${issue?.message}.`)
  }
  const config: Config = { ...parsed.data, ...modeOf(parsed.data.PUBLIC_URL, parsed.data.QA_HOST) }
  const refusal = config.mode === 'production' ? refusalOfProduction(config) : null
  if (refusal) throw new StartRefused(refusal)
  return config
}
