import { z } from 'zod'
import type { Config } from './config.ts'

/** Where the step-up provider is, for the server and for browsers. */
export type StepUpService = {
  /** Its server API, with `/v1`. */
  readonly apiUrl: string
  readonly tenantId: string
  readonly secret: string
  /** Reached through this server, under the product's own origin. */
  readonly proxied: boolean
}

/** Path of the provider's client API where this server passes it on. */
export const proxyPath = '/authsignal/v1'

const EmbeddedServices = z.object({
  auth: z.object({ serverUrl: z.url(), tenantId: z.string(), secret: z.string() }).optional(),
})

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const serviceAt = (found: { apiUrl: string; tenantId: string; secret: string }): StepUpService => ({
  ...found,
  proxied: loopback.has(new URL(found.apiUrl).hostname),
})

/** The provider that the configuration names, else the embedded one, else none: nobody can have a factor then. */
export const stepUpServiceOf = (config: Config): StepUpService | null => {
  const {
    AUTHSIGNAL_API_URL: apiUrl,
    AUTHSIGNAL_TENANT_ID: tenantId,
    AUTHSIGNAL_SECRET: secret,
    SANDBOX_SERVICES: services,
  } = config
  if (apiUrl && tenantId && secret) return serviceAt({ apiUrl, tenantId, secret })
  const auth = services ? EmbeddedServices.parse(JSON.parse(services)).auth : undefined
  return auth ? serviceAt({ tenantId: auth.tenantId, secret: auth.secret, apiUrl: auth.serverUrl }) : null
}
