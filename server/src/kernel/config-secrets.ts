import type { SettingName, Settings } from './settings.ts'

/** Settings that are secret as a whole. */
const secrets = [
  'ENCRYPTION_KEY',
  'LEDGER_SIGNING_KEY',
  'DEFAULT_PASSWORD',
  'KYC_API_KEY',
  'KYC_SHARED_SECRET',
  'SMS_AUTH_TOKEN',
  'AUTHSIGNAL_SECRET',
  'ISSUER_API_KEY',
  'SCREENING_API_KEY',
  'WALLET_SCREENING_API_KEY',
  'SIGNER_SECRET',
  'SANDBOX_SERVICES',
] as const satisfies readonly SettingName[]

/** Addresses that may contain a password, or a key in the path or query. */
const addresses = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_SIGNER_URL',
  'DATABASE_ACCOUNTS_URL',
  'SMTP_URL',
  'EVM_RPC_URL',
  'KYC_URL',
  'ISSUER_URL',
  'SMS_URL',
  'SCREENING_URL',
  'WALLET_SCREENING_URL',
] as const satisfies readonly SettingName[]

/** Shorter texts are common in log lines. */
const leastLength = 6
/** Path segments that name a version or a route of an interface; they are no secrets. */
const ordinary = /^(v\d+|api|rpc|mainnet|[a-z]{1,12})$/

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const partsOf = (address: string): string[] => {
  const { password, pathname, search, searchParams } = new URL(address)
  const isDatabase = address.startsWith('postgres')
  const path = isDatabase ? [] : pathname.split('/').filter((part) => !ordinary.test(part))
  const parts = [password, search.slice(1), ...searchParams.values(), ...path]
  return [...parts, ...parts.map(decoded), ...parts.map(encodeURIComponent)]
}

/** The secrets of the configuration in every written form, longest first. */
const secretsOf = (settings: Settings): string[] => {
  const whole = secrets.flatMap((name) => settings[name] ?? [])
  const inside = addresses.flatMap((name) => partsOf(settings[name] ?? 'http://none'))
  const basic = whole.map((secret) => Buffer.from(`${secret}:`).toString('base64'))
  const all = [...whole, ...whole.map(encodeURIComponent), ...basic, ...inside]
  return [...new Set(all)]
    .filter((text) => text.length >= leastLength)
    .toSorted((a, b) => b.length - a.length)
}

/** Returns a function that removes the configuration's secrets from a text. */
export const createRedact = (settings: Settings): ((text: string) => string) => {
  const known = secretsOf(settings)
  return (text) => known.reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text)
}
