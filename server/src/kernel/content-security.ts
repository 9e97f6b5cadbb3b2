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

/** Origins that a browser may frame: where card numbers are shown and where documents are photographed (ux §4). */
const framedOrigins = (config: Config): string[] => [
  ...originOf(config.ISSUER_PUBLIC_URL ?? config.ISSUER_URL),
  ...originOf(config.KYC_PUBLIC_URL ?? config.KYC_URL),
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

/** Camera and passkeys are used, by us and by the pages that we frame for them; nothing else is asked of the browser. */
export const permissionsPolicy = (config: Config): string => {
  const allowing = (origins: string[]) => `(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`
  const camera = allowing(originOf(config.KYC_PUBLIC_URL ?? config.KYC_URL))
  const passkeys = allowing(stepUpPages(config))
  return `camera=${camera}, publickey-credentials-get=${passkeys}, publickey-credentials-create=${passkeys}, clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()`
}
