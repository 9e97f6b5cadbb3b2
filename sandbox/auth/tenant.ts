import type { ServiceSettings } from '../kernel/service.ts'

/** Where a browser runs a ceremony: its origin, and the RP id of its passkeys. */
export type RelyingParty = { readonly rpId: string; readonly origin: string }

/** The one customer of this service. */
export type Tenant = {
  readonly tenantId: string
  readonly secret: string
  readonly publishableKey: string
  readonly rpName: string
  /** The prefix of `/v1` in the browser's address of this service. */
  readonly publicUrl: string
  readonly webhookUrl: string | undefined
  /** CSP sources of the pages that may frame the pre-built page. */
  readonly frameAncestors: string
  /** Null when the tenant does not allow that origin. */
  readonly relyingPartyOf: (origin: string | undefined) => RelyingParty | null
}

/** `http://*.localhost:4000` allows one or more labels instead of the star, and nothing else. */
const originPattern = (pattern: string): RegExp => {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace('*', '[a-z0-9-]+(?:\\.[a-z0-9-]+)*')}$`)
}

/**
 * A subdomain of a registrable domain uses the tenant's RP id. Browsers do not allow this below a bare name
 * such as `localhost`, so there each host has its own RP id.
 */
const rpIdFor = (host: string, rpId: string): string =>
  rpId.includes('.') && host.endsWith(`.${rpId}`) ? rpId : host

const need = (credentials: Readonly<Record<string, string>>, key: string): string => {
  const value = credentials[key]
  if (!value) throw new Error(`auth: the credential ${key} is missing`)
  return value
}

/** Reads the tenant from the credentials (README). Throws when one is missing. */
export const tenantFrom = (settings: ServiceSettings): Tenant => {
  const { credentials } = settings
  const tenantId = need(credentials, 'tenantId')
  const publicUrl = settings.publicUrl.replace(/\/+$/, '')
  const origins = (credentials['origins'] ?? new URL(publicUrl).origin).split(/\s+/).filter(Boolean)
  const patterns = origins.map(originPattern)
  const rpId = credentials['rpId'] ?? 'localhost'
  return {
    tenantId,
    secret: need(credentials, 'secret'),
    publishableKey: credentials['publishableKey'] ?? tenantId,
    rpName: credentials['rpName'] ?? 'Cardamom',
    publicUrl,
    webhookUrl: credentials['webhookUrl'],
    frameAncestors: ["'self'", ...origins].join(' '),
    relyingPartyOf: (provided) => {
      const origin = provided ?? new URL(publicUrl).origin
      if (!patterns.some((pattern) => pattern.test(origin))) return null
      return { origin, rpId: rpIdFor(new URL(origin).hostname, rpId) }
    },
  }
}
