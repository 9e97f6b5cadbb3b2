import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '../../../../sandbox/kernel/service.ts'
import { drawSpecimen } from '../../../../sandbox/kyc/samples/specimen.ts'
import type { Variant } from '../../../../sandbox/kyc/samples/specimen.ts'
import { startKyc } from '../../../../sandbox/kyc/service.ts'
import { signatureOf } from '../../../../sandbox/kyc/signatures.ts'
import { freePort } from '../../../../tests/support/shared-postgres.ts'
import type { KycImageVerdict, KycVerdict } from './port.ts'

export const kycKeys = { apiKey: 'key-of-tests', sharedSecret: 'secret-of-tests' }
const controlToken = 'control-of-tests'

type Side = KycImageVerdict['side']
const contexts = { front: 'document-front', back: 'document-back', face: 'face' } as const

/** Whose document is photographed, and in which quality. */
type Sample = {
  readonly firstName: string
  readonly lastName: string
  readonly dateOfBirth: string
  readonly country: string
  readonly variant?: Variant
}

/**
 * The embedded verification service in this process, with the steps of a person and an operator, and its
 * faults.
 */
export const startEmbeddedKyc = async (settings: { port?: number; webhookBase?: string } = {}) => {
  const port = settings.port ?? (await freePort())
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-kyc-'))
  const url = `http://127.0.0.1:${port}`
  const { webhookBase } = settings
  const service: Service = await startKyc({
    name: 'kyc',
    port,
    publicUrl: url,
    dataDir,
    controlToken,
    credentials: {
      ...kycKeys,
      ...(webhookBase === undefined
        ? {}
        : {
            eventWebhookUrl: `${webhookBase}/api/webhooks/kyc/events`,
            decisionWebhookUrl: `${webhookBase}/api/webhooks/kyc/decisions`,
          }),
    },
  })
  const send = async (call: { method: string; path: string; body?: unknown; headers: object }) => {
    const raw = call.body === undefined ? null : JSON.stringify(call.body)
    const answer = await fetch(`${url}${call.path}`, {
      method: call.method,
      headers: {
        connection: 'close',
        ...(raw === null ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(raw === null ? {} : { body: raw }),
    })
    if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${controlToken}` }
    return (await (await send({ method, path: `/_control${path}`, body, headers })).json()) as T
  }
  const provider = async (method: string, path: string, body: unknown) => {
    const signature = signatureOf(kycKeys.sharedSecret, JSON.stringify(body))
    const headers = { 'x-auth-client': kycKeys.apiKey, 'x-hmac-signature': signature }
    await send({ method, path, body, headers })
  }
  return {
    url,
    service,
    control,
    controlToken,
    /** Sessions of the service, newest first. */
    sessions: () =>
      control<
        { id: string; status: string; vendorData: string; attempts: { id: string; status: string }[] }[]
      >('GET', '/sessions'),
    start: (id: string) => provider('PATCH', `/v1/sessions/${id}`, { verification: { status: 'started' } }),
    submit: (id: string) =>
      provider('PATCH', `/v1/sessions/${id}`, { verification: { status: 'submitted' } }),
    /** Uploads a sample picture of an ID card. */
    photograph: async (id: string, side: Side, sample: Sample) => {
      const context = contexts[side]
      const picture = await drawSpecimen({
        context,
        type: 'ID_CARD',
        variant: sample.variant ?? 'good',
        bearer: { gender: 'F', ...sample },
        now: service.clock.now(),
      })
      const content = picture.toString('base64')
      await provider('POST', `/v1/sessions/${id}/media`, { image: { context, content } })
    },
    decide: (
      id: string,
      decision: { status: KycVerdict; reasonCode?: number; contexts?: readonly string[] },
    ) => control('POST', `/sessions/${id}/decide`, decision),
    fault: (fault: { kind: string; path?: string; method?: string; value?: number; remaining?: number }) =>
      control('POST', '/faults', fault),
    mend: () => control('DELETE', '/faults'),
    advance: (offsetMs: number) => control('POST', '/clock', { offsetMs }),
    flush: () => control('POST', '/webhooks/flush'),
    stop: async () => {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type EmbeddedKyc = Awaited<ReturnType<typeof startEmbeddedKyc>>

/** Waits until the check returns a value. Throws after five seconds. */
export const until = async <T>(check: () => Promise<T | null | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await check()
    if (found) return found
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error('Nothing happened in five seconds')
}
