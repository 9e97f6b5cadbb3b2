import { popupStyleHash } from '@cardamom/contract/popup-style'
import type { Config } from './config.ts'
import { pageOriginsOf, stepUpServiceOf } from './step-up-service.ts'

const originOf = (url: string | undefined): string[] => (url ? [new URL(url).origin] : [])

/** A step-up provider that browsers reach directly: its calls. */
const stepUpOrigins = (config: Config): string[] => {
  const service = stepUpServiceOf(config)
  return service && !service.proxied ? originOf(service.apiUrl) : []
}

/** Its own pages, in a frame or a window. */
const stepUpPages = (config: Config): string[] => {
  const service = stepUpServiceOf(config)
  return service ? pageOriginsOf(service) : []
}

/** Veriff serves sessions from many hosts of its own (magic.veriff.me, alchemy.veriff.com, saas.veriff.com, …). */
const veriffPages = ['https://*.veriff.me', 'https://*.veriff.com']
const isVeriff = (url: string): boolean => /(^|\.)veriff\.(me|com)$/.test(new URL(url).hostname)

/** Origins of the pages on which documents are photographed; a setting names others. */
const kycPages = (config: Config): string[] => {
  if (config.KYC_PUBLIC_URL) return originOf(config.KYC_PUBLIC_URL)
  return isVeriff(config.KYC_URL) ? veriffPages : originOf(config.KYC_URL)
}

/** Whether the page of an identity check may be framed: else the browser leaves for it. */
export const mayFrameKyc = (config: Config, url: string): boolean => {
  const { origin, hostname, protocol } = new URL(url)
  return kycPages(config).some((page) => {
    const [scheme, suffix] = page.split('//*')
    return suffix === undefined ? page === origin : protocol === scheme && hostname.endsWith(suffix)
  })
}

/** Origins that a browser may frame: where card numbers are shown and where documents are photographed (ux §4). */
const framedOrigins = (config: Config): string[] => [
  ...originOf(config.ISSUER_PUBLIC_URL ?? config.ISSUER_URL),
  ...kycPages(config),
  ...stepUpPages(config),
]

/** The content security policy, built from configuration: helmet's directives. */
export const contentSecurityPolicy = (config: Config): Record<string, string[]> => ({
  'default-src': [`'none'`],
  'script-src': [`'self'`],
  'style-src': [`'self'`, popupStyleHash],
  'font-src': [`'self'`],
  'connect-src': [`'self'`, ...stepUpOrigins(config)],
  'manifest-src': [`'self'`],
  'worker-src': [`'self'`],
  'img-src': [`'self'`, 'data:', 'blob:'],
  'frame-src': [...new Set([`'self'`, ...framedOrigins(config)])],
  'base-uri': [`'none'`],
  'form-action': [`'self'`],
  'frame-ancestors': [`'none'`],
  'object-src': [`'none'`],
  'require-trusted-types-for': [`'script'`],
  'trusted-types': ['cardamom'],
})

/**
 * The policy of the one page that the profiler's script runs on (ux §4): its origin in script, img, connect and frame, and
 * the Trusted Types policy that lets its script pass. That page has nothing else to do, so it may frame and call nobody
 * else: not even our own calls and pages. Null where no profiler is set up.
 */
export const deviceCheckPolicy = (config: Config): Record<string, string[]> | null => {
  const [profiler] = originOf(config.PROFILER_URL)
  if (profiler === undefined) return null
  const usual = contentSecurityPolicy(config)
  const adding = (name: string, more: string) => ({ [name]: [...(usual[name] ?? []), more] })
  return {
    ...usual,
    ...adding('script-src', profiler),
    ...adding('img-src', profiler),
    'connect-src': [profiler],
    'frame-src': [profiler],
    'form-action': [`'none'`],
    ...adding('trusted-types', 'default'),
  }
}

/** Directives as a header. */
export const policyText = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')

/** What a page without passkeys and camera asks of the browser: nothing. */
export const noPermissions =
  'camera=(), publickey-credentials-get=(), publickey-credentials-create=(), clipboard-write=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Camera and passkeys are used, by us and by the pages that we frame for them; nothing else is asked of the browser. */
export const permissionsPolicy = (config: Config): string => {
  const allowing = (origins: string[]) => `(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`
  const camera = allowing(kycPages(config))
  const frames = `(${kycPages(config)
    .map((origin) => `"${origin}"`)
    .join(' ')})`
  const passkeys = allowing(stepUpPages(config))
  return `camera=${camera}, publickey-credentials-get=${passkeys}, publickey-credentials-create=${passkeys}, clipboard-write=(self), geolocation=(), microphone=${frames}, payment=(), usb=()`
}
