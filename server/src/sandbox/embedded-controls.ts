import { requireNoTransaction } from '../kernel/open-transaction.ts'

/** Control planes of the embedded services, as the supervisor passes them (sandbox mode only). */
export type EmbeddedService = {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly controlToken: string
}

export type EmbeddedControls = {
  readonly url: (service: string) => string | null
  /** Reads from a service's control plane. Throws as `post` does. */
  readonly get: (service: string, path: string) => Promise<unknown>
  /** Posts to a service's control plane. Throws when it does not answer 2xx. */
  readonly post: <T>(service: string, path: string, body: unknown) => Promise<T>
  /** Deletes at a service's control plane. Throws as `post` does. */
  readonly remove: (service: string, path: string) => Promise<void>
  /** Sets the clocks of all services that use business time. */
  readonly advanceClocks: (offsetMs: number) => Promise<void>
}

const controlTimeoutMs = 30_000

/**
 * Services in real time: codes of an app, tokens and locks never use business time (architecture §1, Clock).
 */
const inRealTime: ReadonlySet<string> = new Set(['auth'])

/** @param servicesJson the SANDBOX_SERVICES setting */
export const createEmbeddedControls = (servicesJson: string): EmbeddedControls => {
  const services = JSON.parse(servicesJson) as Record<string, EmbeddedService>
  const request = async (
    service: string,
    path: string,
    {
      body,
      method = body === undefined ? 'GET' : 'POST',
    }: { body?: unknown; method?: 'GET' | 'POST' | 'DELETE' } = {},
  ): Promise<unknown> => {
    requireNoTransaction(`The embedded service ${service}`)
    const facts = services[service]
    if (!facts) throw new Error(`No embedded service ${service}`)
    const answer = await fetch(`${facts.controlUrl}/_control${path}`, {
      method,
      headers: {
        authorization: `Bearer ${facts.controlToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(controlTimeoutMs),
    })
    if (!answer.ok) throw new Error(`${service}${path} answered ${answer.status}`)
    return answer.json()
  }
  const post = async <T>(service: string, path: string, body: unknown) =>
    (await request(service, path, { body })) as T
  return {
    url: (service) => services[service]?.baseUrl ?? null,
    get: (service, path) => request(service, path),
    post,
    remove: async (service, path) => {
      await request(service, path, { method: 'DELETE' })
    },
    advanceClocks: async (offsetMs) => {
      const advanced = Object.keys(services).filter((name) => !inRealTime.has(name))
      await Promise.all(advanced.map((name) => post(name, '/clock', { offsetMs })))
    },
  }
}
