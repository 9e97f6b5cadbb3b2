import { BlockList, isIP } from 'node:net'
import { howToWrite } from './setting-texts.ts'
import type { SettingName, Settings } from './settings.ts'

/** Addresses of services on other hosts; all of them must be encrypted. */
const outside = [
  'AUTHSIGNAL_API_URL',
  'KYC_URL',
  'KYC_PUBLIC_URL',
  'ISSUER_URL',
  'ISSUER_PUBLIC_URL',
  'EVM_RPC_URL',
  'SMTP_URL',
  'SMS_URL',
  'PROFILER_URL',
  'SCREENING_URL',
  'WALLET_SCREENING_URL',
] as const satisfies readonly SettingName[]

/** Settings that production requires and a sandbox does not. */
const needed = [
  'TRUST_PROXY',
  'WEB_DIR',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'AUTHSIGNAL_API_URL',
  'AUTHSIGNAL_TENANT_ID',
  'AUTHSIGNAL_SECRET',
  'SCREENING_URL',
  'WALLET_SCREENING_URL',
  'WALLET_SCREENING_API_KEY',
] as const satisfies readonly SettingName[]

const ofSandbox = [
  'SANDBOX_SERVICES',
  'MAILBOX_PUBLIC_URL',
  'SHOP_PUBLIC_URL',
] as const satisfies readonly SettingName[]

const ofThisMachine = new BlockList()
ofThisMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ofThisMachine.addSubnet('0.0.0.0', 8, 'ipv4')
ofThisMachine.addAddress('::1', 'ipv6')
ofThisMachine.addAddress('::', 'ipv6')

/** Whether an address names this machine, in any form: 127.1, 0x7f.0.0.1, [::ffff:127.0.0.1], localhost. */
const isThisMachine = (url: string): boolean => {
  // Only http addresses are normalised; other schemes leave the host as typed.
  const { hostname } = new URL(url.replace(/^\w+:/, 'http:'))
  const host = hostname.replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  return version !== 0 && ofThisMachine.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const refusalOfAddress = (config: Settings): string | null => {
  for (const name of outside) {
    const url = config[name]
    if (url === undefined) continue
    if (isThisMachine(url))
      return `${name} is a local address, but PUBLIC_URL is a production host: set the address of the real service.`
    if (!/^(https|smtps?):/.test(url)) return `${name} is not https: write ${howToWrite[name]}.`
  }
  return null
}

/**
 * What a production start refuses (security §4). Returns the sentence, or null.
 * @param present settings as they were set, without defaults
 */
export const refusalOfProduction = (
  config: Settings,
  present: Readonly<Record<string, string | undefined>>,
): string | null => {
  const host = new URL(config.PUBLIC_URL).hostname
  if (!config.PUBLIC_URL.startsWith('https:') || isIP(host.replace(/^\[|\]$/g, '')) !== 0)
    return `PUBLIC_URL must be https and have a name on a production host: write ${howToWrite.PUBLIC_URL}.`
  for (const name of ofSandbox) {
    if (present[name]) return `${name} is set, but PUBLIC_URL is a production host: remove it.`
  }
  if (config.SCREENING === 'off')
    return 'SCREENING=off is allowed in sandbox only: remove it, and set SCREENING_URL and WALLET_SCREENING_URL.'
  if (config.RATE_LIMITS === 'off') return 'RATE_LIMITS=off is allowed in sandbox only: remove it.'
  const missing = needed.find((name) => !present[name])
  if (missing) return `${missing} is missing: write ${howToWrite[missing]}.`
  if (config.ENCRYPTION_KEY === config.LEDGER_SIGNING_KEY)
    return 'ENCRYPTION_KEY and LEDGER_SIGNING_KEY are the same: make one for each.'
  return refusalOfAddress(config)
}
