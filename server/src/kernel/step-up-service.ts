import { z } from 'zod'
import type { Config } from './config.ts'

/** Addresses of the step-up provider, for the server and for browsers. */
export type StepUpService = {
  /** Its server API, with `/v1`. */
  readonly apiUrl: string
  readonly tenantId: string
  readonly secret: string
  /** The embedded provider: browsers reach it through this server, under the product's own origin. */
  readonly proxied: boolean
}

/** Path under which this server forwards the provider's client API. */
export const proxyPath = '/authsignal/v1'

const EmbeddedServices = z.object({
  auth: z.object({ serverUrl: z.url(), tenantId: z.string(), secret: z.string() }).optional(),
})

/** The hosted service has its pages on another host than its API, the same for every region. */
const hostedPages = 'https://mfa.authsignal.com'
const isHosted = ({ hostname }: URL): boolean => /(^|\.)api\.authsignal\.com$/.test(hostname)

/** Origins of the provider's pages in browsers; none where they are under the product's own origin. */
export const pageOriginsOf = ({ proxied, apiUrl }: StepUpService): string[] => {
  if (proxied) return []
  const api = new URL(apiUrl)
  return isHosted(api) ? [api.origin, hostedPages] : [api.origin]
}

/**
 * The provider of the configuration, else the embedded one, else none: then no user can have a factor. Only
 * the embedded one is forwarded; any other has its own origin, even on this machine.
 */
export const stepUpServiceOf = (config: Config): StepUpService | null => {
  const {
    AUTHSIGNAL_API_URL: apiUrl,
    AUTHSIGNAL_TENANT_ID: tenantId,
    AUTHSIGNAL_SECRET: secret,
    SANDBOX_SERVICES: services,
  } = config
  const auth = services ? EmbeddedServices.parse(JSON.parse(services)).auth : undefined
  if (apiUrl && tenantId && secret) {
    return { apiUrl, tenantId, secret, proxied: apiUrl === auth?.serverUrl }
  }
  return auth ? { apiUrl: auth.serverUrl, tenantId: auth.tenantId, secret: auth.secret, proxied: true } : null
}
