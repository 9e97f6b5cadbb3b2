import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAuth } from '../../sandbox/auth/service.ts'
import { freePort } from './shared-postgres.ts'

/** The origin of the tests' browsers. */
export const browserOrigin = 'http://localhost:4000'

/** The embedded step-up provider for one test file, and the settings that point the product to it. */
export const startTestAuth = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardamom-auth-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const controlToken = randomBytes(16).toString('hex')
  const [tenantId, secret] = ['tenant-of-the-tests', randomBytes(24).toString('base64url')]
  const service = await startAuth({
    name: 'auth',
    port,
    publicUrl: `${browserOrigin}/authsignal`,
    dataDir,
    controlToken,
    credentials: { tenantId, secret, rpId: 'localhost', origins: browserOrigin },
  })
  const control = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${base}/_control${path}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    secret,
    base,
    control,
    env: {
      AUTHSIGNAL_API_URL: `${base}/v1`,
      AUTHSIGNAL_TENANT_ID: tenantId,
      AUTHSIGNAL_SECRET: secret,
      SANDBOX_SERVICES: JSON.stringify({
        auth: { baseUrl: base, serverUrl: `${base}/v1`, controlUrl: base, controlToken, tenantId, secret },
      }),
    },
    /** A call of the browser's library: with a token, or as the tenant. */
    client: async <T>(path: string, body: unknown, token?: string): Promise<{ status: number; body: T }> => {
      const answer = await fetch(`${base}/v1/client${path}`, {
        method: 'POST',
        headers: {
          origin: browserOrigin,
          'content-type': 'application/json',
          authorization: token ? `Bearer ${token}` : `Basic ${btoa(encodeURIComponent(tenantId))}`,
        },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as T }
    },
    /** The newest code or link that was sent to an address. */
    sent: async (to: string): Promise<{ code?: string; link?: string }> => {
      const [newest] = await control<{ code?: string; link?: string }[]>(
        'GET',
        `/outbox?to=${encodeURIComponent(to)}`,
      )
      if (!newest) throw new Error(`Nothing was sent to ${to}`)
      return newest
    },
    stop: async () => {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestAuth = Awaited<ReturnType<typeof startTestAuth>>
