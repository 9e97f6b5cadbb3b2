import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIssuer } from '../../../../sandbox/issuer/service.ts'
import type { IssuerPort } from './port.ts'
import { createReapIssuer } from './reap.ts'

const apiKey = 'test-key'
const controlToken = 'test-control'

/** The embedded issuer in this process, with the real adapter and the control plane. */
export type TestIssuer = {
  readonly issuer: IssuerPort
  readonly url: string
  readonly apiKey: string
  readonly controlToken: string
  /** SPKI DER in base64, as in the configuration. */
  readonly webhookKey: string
  /** Calls the control plane. A call with a body is a POST. Throws when the answer is not 2xx. */
  readonly control: <T>(path: string, body?: unknown) => Promise<T>
  /** Creates another adapter to the same issuer. */
  readonly adapter: (settings: { url?: string; apiKey?: string; timeoutMs?: number }) => IssuerPort
  readonly stop: () => Promise<void>
}

const request = async <T>(url: string, headers: Record<string, string>, body?: unknown): Promise<T> => {
  const sent =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
  const answer = await fetch(url, sent)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Starts the embedded issuer on a free port. */
export const startTestIssuer = async (): Promise<TestIssuer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardamom-issuer-'))
  const service = await startIssuer({
    name: 'issuer',
    port: 0,
    publicUrl: 'http://127.0.0.1:0',
    dataDir,
    controlToken,
    credentials: { apiKey },
  })
  const url = service.baseUrl()
  const webhookKey = service.publicKeyDer
  const adapter: TestIssuer['adapter'] = (settings) =>
    createReapIssuer({ url, apiKey, webhookKey, ...settings })
  return {
    issuer: adapter({}),
    url,
    apiKey,
    controlToken,
    webhookKey,
    adapter,
    control: (path, body) =>
      request(`${url}/_control${path}`, { authorization: `Bearer ${controlToken}` }, body),
    stop: async () => {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
