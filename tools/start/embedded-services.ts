import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from './ports.ts'
import { startChild, type Child } from './process-group.ts'
import type { Secrets } from './secrets.ts'

const sandboxDir = join(import.meta.dirname, '../../sandbox')

/** The account of the embedded phone, in Twilio's format. */
const smsAccountSid = 'AC00000000000000000000000000000000'

type ServiceFacts = { baseUrl: string; controlUrl: string; controlToken: string } & Record<string, unknown>

export type EmbeddedServices = {
  readonly children: readonly Child[]
  /** The content of DATA_DIR/sandbox.json, for tools and tests. */
  readonly facts: Readonly<Record<string, ServiceFacts>>
  /** Settings that point the server to the embedded services. */
  readonly serverEnv: Readonly<Record<string, string>>
}

type Plan = {
  name: string
  port: number
  credentials: Record<string, string>
  /** The address for browsers, when it is not the service's own port. */
  publicUrl?: string
  env?: Record<string, string>
}

/**
 * The browser reaches this service under the product's own origin, and each company's host has its own
 * passkeys.
 */
const authPlan = (ports: Ports, secrets: Secrets, at: Addresses): Plan => {
  const { origin, hostname, port } = new URL(at.publicUrl)
  const companies = hostname === 'localhost' ? [`http://*.localhost:${port}`] : []
  return {
    name: 'auth',
    port: ports.auth,
    publicUrl: `${origin}/authsignal`,
    credentials: {
      tenantId: secrets.authTenantId,
      secret: secrets.authSecret,
      rpId: hostname,
      origins: [origin, ...companies].join(' '),
      webhookUrl: `${at.productUrl}/api/webhooks/authsignal`,
    },
  }
}

type Addresses = { productUrl: string; publicUrl: string }

const plansOf = (ports: Ports, secrets: Secrets, at: Addresses): Plan[] => [
  authPlan(ports, secrets, at),
  {
    name: 'kyc',
    port: ports.kyc,
    credentials: {
      apiKey: secrets.kycApiKey,
      sharedSecret: secrets.kycSharedSecret,
      eventWebhookUrl: `${at.productUrl}/api/webhooks/kyc/events`,
      decisionWebhookUrl: `${at.productUrl}/api/webhooks/kyc/decisions`,
    },
  },
  {
    name: 'issuer',
    port: ports.issuer,
    credentials: { apiKey: secrets.issuerApiKey, webhookPrivateKeyPem: secrets.issuerWebhookPrivateKeyPem },
  },
  { name: 'chain', port: ports.chain, credentials: {}, env: { ANVIL_PORT: String(ports.anvil) } },
  {
    name: 'mail',
    port: ports.mail,
    credentials: {
      smtpUser: 'cardamom',
      smtpPassword: secrets.smtpPassword,
      smsAccountSid,
      smsAuthToken: secrets.smsAuthToken,
    },
    env: { SMTP_PORT: String(ports.smtp) },
  },
  { name: 'profiler', port: ports.profiler, credentials: {} },
  {
    name: 'screening',
    port: ports.screening,
    credentials: { apiKey: secrets.screeningApiKey, walletApiKey: secrets.walletScreeningApiKey },
  },
]

const control = async <T>(facts: ServiceFacts, path: string): Promise<T> => {
  const answer = await fetch(`${facts.controlUrl}${path}`, {
    headers: { authorization: `Bearer ${facts.controlToken}` },
  })
  if (!answer.ok) throw new Error(`${facts.controlUrl}${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** Settings that point the server to the embedded services. */
const serverEnvOf = (of: {
  facts: Readonly<Record<string, ServiceFacts>>
  chain: Readonly<Record<string, unknown>> | null
  secrets: Secrets
  ports: Ports
}): Record<string, string> => {
  const { facts, chain, secrets, ports } = of
  const serverEnv: Record<string, string> = { SANDBOX_SERVICES: JSON.stringify(facts) }
  if (facts['auth']) {
    serverEnv['AUTHSIGNAL_API_URL'] = facts['auth'].baseUrl
    serverEnv['AUTHSIGNAL_TENANT_ID'] = secrets.authTenantId
    serverEnv['AUTHSIGNAL_SECRET'] = secrets.authSecret
  }
  if (facts['kyc']) {
    serverEnv['KYC_URL'] = facts['kyc'].baseUrl
    serverEnv['KYC_API_KEY'] = secrets.kycApiKey
    serverEnv['KYC_SHARED_SECRET'] = secrets.kycSharedSecret
  }
  if (facts['issuer']) {
    serverEnv['ISSUER_URL'] = facts['issuer'].baseUrl
    serverEnv['ISSUER_API_KEY'] = secrets.issuerApiKey
    serverEnv['ISSUER_WEBHOOK_KEY'] = secrets.issuerWebhookPublicKey
  }
  if (chain) {
    serverEnv['EVM_RPC_URL'] = String(chain['rpcUrl'])
    serverEnv['EVM_CHAIN'] = JSON.stringify(chain)
  }
  if (facts['mail']) {
    serverEnv['SMS_URL'] = facts['mail'].baseUrl
    serverEnv['SMS_ACCOUNT_SID'] = smsAccountSid
    serverEnv['SMS_AUTH_TOKEN'] = secrets.smsAuthToken
  }
  if (facts['screening']) {
    serverEnv['SCREENING_URL'] = facts['screening'].baseUrl
    serverEnv['SCREENING_API_KEY'] = secrets.screeningApiKey
    serverEnv['WALLET_SCREENING_URL'] = facts['screening'].baseUrl
    serverEnv['WALLET_SCREENING_API_KEY'] = secrets.walletScreeningApiKey
  }
  if (facts['profiler']) {
    serverEnv['PROFILER_URL'] = facts['profiler'].baseUrl
    serverEnv['PROFILER_NAME'] = 'Test Profiler'
  }
  if (facts['mail'])
    serverEnv['SMTP_URL'] = `smtp://cardamom:${secrets.smtpPassword}@127.0.0.1:${ports.smtp}?ignoreTLS=true`
  return serverEnv
}

/** Starts every embedded service that `replaced` does not name, waits until they are ready, and writes sandbox.json. */
export const startEmbeddedServices = async (options: {
  ports: Ports
  dataDir: string
  secrets: Secrets
  /** The address under which the services reach the product. */
  productUrl: string
  /** The address under which browsers reach the product. */
  publicUrl: string
  replaced: ReadonlySet<string>
  /** Offset of business time from real time in new stores. */
  firstOffsetMs: number
  onStart: (child: Child) => void
}): Promise<EmbeddedServices> => {
  const { ports, dataDir, secrets } = options
  const plans = plansOf(ports, secrets, options).filter(({ name }) => !options.replaced.has(name))
  const facts: Record<string, ServiceFacts> = {}
  const children = plans.map(({ name, port, credentials, publicUrl, env = {} }) => {
    const baseUrl = `http://127.0.0.1:${port}`
    facts[name] = { baseUrl, controlUrl: baseUrl, controlToken: secrets.controlToken, ...credentials }
    delete facts[name]['webhookPrivateKeyPem']
    const child = startChild({
      name,
      script: join(sandboxDir, name, 'main.ts'),
      env: {
        PORT: String(port),
        PUBLIC_URL: process.env[`${name.toUpperCase()}_PUBLIC_URL`] ?? publicUrl ?? baseUrl,
        DATA_DIR: join(dataDir, name),
        CONTROL_TOKEN: secrets.controlToken,
        CREDENTIALS: JSON.stringify(credentials),
        // Codes, tokens and locks of the step-up provider use real time.
        FIRST_OFFSET_MS: String(name === 'auth' ? 0 : options.firstOffsetMs),
        ...env,
      },
    })
    options.onStart(child)
    return child
  })
  await Promise.all(children.map(({ ready }) => ready))
  if (facts['auth']) {
    const baseUrl = `${facts['auth'].baseUrl}/v1`
    facts['auth'] = { ...facts['auth'], baseUrl, serverUrl: baseUrl }
  }
  const chain = facts['chain']
    ? await control<Record<string, unknown>>(facts['chain'], '/_control/chain')
    : null
  if (facts['chain']) facts['chain'] = { ...facts['chain'], ...chain }
  writeFileSync(join(dataDir, 'sandbox.json'), JSON.stringify(facts, null, 2), { mode: 0o600 })
  const serverEnv = serverEnvOf({ facts, chain, secrets, ports })
  return { children, facts, serverEnv }
}
