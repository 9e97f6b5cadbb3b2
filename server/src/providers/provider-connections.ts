import type { ProviderName } from '@cardamom/contract/settings/providers'
import type { Config } from '../kernel/config.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { SettingName } from '../kernel/settings.ts'
import { stepUpServiceOf } from '../kernel/step-up-service.ts'

type Declaration = {
  /** Address of the service; undefined: the configuration has none. */
  readonly address: (config: Config) => string | undefined
  /** Settings of its address and secrets, of which only the names are ever shown. */
  readonly settings: readonly SettingName[]
  readonly secrets: readonly SettingName[]
}

const declared: Readonly<Record<ProviderName, Declaration>> = {
  chain: { address: (of) => of.EVM_RPC_URL, settings: ['EVM_RPC_URL', 'EVM_CHAIN'], secrets: [] },
  rates: { address: (of) => of.EVM_RPC_URL, settings: ['EVM_RPC_URL', 'EVM_CHAIN'], secrets: [] },
  issuer: {
    address: (of) => of.ISSUER_URL,
    settings: ['ISSUER_URL'],
    secrets: ['ISSUER_API_KEY', 'ISSUER_WEBHOOK_KEY'],
  },
  kyc: {
    address: (of) => of.KYC_URL,
    settings: ['KYC_URL'],
    secrets: ['KYC_API_KEY', 'KYC_SHARED_SECRET'],
  },
  stepUp: {
    address: (of) => stepUpServiceOf(of)?.apiUrl,
    settings: ['AUTHSIGNAL_API_URL', 'AUTHSIGNAL_TENANT_ID'],
    secrets: ['AUTHSIGNAL_SECRET'],
  },
  mail: { address: (of) => of.SMTP_URL, settings: ['SMTP_URL'], secrets: [] },
  sms: { address: (of) => of.SMS_URL, settings: ['SMS_URL', 'SMS_ACCOUNT_SID'], secrets: ['SMS_AUTH_TOKEN'] },
  peopleLists: {
    address: (of) => of.SCREENING_URL,
    settings: ['SCREENING_URL', 'SCREENING_DATASET'],
    secrets: ['SCREENING_API_KEY'],
  },
  walletLists: {
    address: (of) => of.WALLET_SCREENING_URL,
    settings: ['WALLET_SCREENING_URL'],
    secrets: ['WALLET_SCREENING_API_KEY'],
  },
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const portsOf: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80, 'smtps:': 465, 'smtp:': 587 }

/** Where a provider is connected, without any secret: user, password, path and query of its address may be one. */
export type ProviderConnection = {
  readonly host: string | null
  readonly port: number | null
  /** The embedded service of this machine. */
  readonly isEmbedded: boolean
  readonly settings: readonly SettingName[]
  readonly secrets: readonly { readonly name: SettingName; readonly isSet: boolean }[]
}

/**
 * Names the address and the secrets of a connection without telling them, so that a test says what it tested. It is
 * keyed: nobody can try secrets against it.
 */
export const fingerprintOf = (
  { config, encryption }: { config: Config; encryption: Pick<Encryption, 'digest'> },
  provider: ProviderName,
): string => {
  const { address, settings, secrets } = declared[provider]
  const values = [address(config), ...[...settings, ...secrets].map((name) => config[name])]
  return encryption
    .digest(JSON.stringify(values.map((value) => value ?? null)), `provider_connection:${provider}`)
    .toString('base64url')
    .slice(0, 22)
}

export const connectionOf = (config: Config, provider: ProviderName): ProviderConnection => {
  const { address, settings, secrets } = declared[provider]
  const found = address(config)
  const url = found === undefined ? null : new URL(found)
  const isEmbedded = config.mode === 'sandbox' && url !== null && loopback.has(url.hostname)
  return {
    host: url?.hostname ?? null,
    port: url && Number(url.port || portsOf[url.protocol] || 443),
    isEmbedded,
    settings,
    secrets: secrets.map((name) => ({ name, isSet: config[name] !== undefined })),
  }
}
