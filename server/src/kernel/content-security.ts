import { popupStyleHash } from '@cardamom/contract/popup-style'
import type { Config } from './config.ts'
import { pageOriginsOf, stepUpServiceOf } from './step-up-service.ts'

const originOf = (url: string | undefined): string[] => (url ? [new URL(url).origin] : [])

/** Origins of a step-up provider's calls that browsers reach directly. */
const stepUpOrigins = (config: Config): string[] => {
  const service = stepUpServiceOf(config)
  return service && !service.proxied ? originOf(service.apiUrl) : []
}

/** Origins of its pages, which open in a frame or a window. */
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

/** Whether the page of an identity check may be framed. If not, the browser navigates to it. */
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
 * The policy of the page that runs the profiler's script (ux §4): the profiler's origin in script, img,
 * connect and frame, and the Trusted Types policy that its script needs. The page may reach no other origin,
 * not even our own calls and pages. Null where no profiler is configured.
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

/** The directives as header text. */
export const policyText = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')

/** Permissions of a page without passkeys and camera: none. */
export const noPermissions =
  'camera=(), publickey-credentials-get=(), publickey-credentials-create=(), clipboard-write=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Permissions of the app: camera and passkeys, for our pages and the pages that they frame. */
export const permissionsPolicy = (config: Config): string => {
  const allowing = (origins: string[]) => `(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`
  const camera = allowing(kycPages(config))
  const frames = `(${kycPages(config)
    .map((origin) => `"${origin}"`)
    .join(' ')})`
  const passkeys = allowing(stepUpPages(config))
  return `camera=${camera}, publickey-credentials-get=${passkeys}, publickey-credentials-create=${passkeys}, clipboard-write=(self), geolocation=(), microphone=${frames}, payment=(), usb=()`
}
