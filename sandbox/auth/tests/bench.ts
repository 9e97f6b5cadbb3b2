import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Authsignal, type TrackAttributes } from '@authsignal/node'
import type { Service } from '../../kernel/service.ts'
import { startAuth } from '../service.ts'
import { startFront } from './front.ts'

export const tenantId = '3f6c0f3a-6f0e-4a51-9d53-0a9f3b6f2c11'
export const secret = 'secret-of-the-tests'
const controlToken = 'control-of-the-tests'

export type Json = Record<string, unknown> & {
  isVerified?: boolean
  accessToken?: string
  failureReason?: string
  errorCode?: string
  challengeId?: string
}
export type SentMessage = { kind: string; to: string; code?: string; link?: string; at: string }
export type Reply<T = Json> = { status: number; body: T }

/** A running provider behind the product's origin, and clients that call it as the product does. */
export const startBench = async (pages: Parameters<typeof startFront>[0] = () => null) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'auth-'))
  const front = await startFront(pages)
  const origin = `http://localhost:${front.port}`
  const settings = {
    name: 'auth',
    port: 0,
    publicUrl: `${origin}/authsignal`,
    dataDir,
    controlToken,
    credentials: {
      tenantId,
      secret,
      rpId: 'localhost',
      origins: `${origin} http://*.localhost:${front.port}`,
      webhookUrl: `http://127.0.0.1:${front.port}/hook`,
    },
  }
  let service: Service = await startAuth(settings)
  const base = () => `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  front.state.target = base()
  const viaFront = `http://127.0.0.1:${front.port}/authsignal/v1`
  const server = new Authsignal({ apiSecretKey: secret, apiUrl: viaFront, retries: 0 })
  const send = async <T = Json>(
    method: string,
    url: string,
    sent: { body?: unknown; headers: Record<string, string> },
  ): Promise<Reply<T>> => {
    const json = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }
    const headers = { 'content-type': 'application/json', ...sent.headers }
    const answer = await fetch(url, { method, headers, ...json })
    return { status: answer.status, body: (await answer.json()) as T }
  }
  const control = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${controlToken}` }
    const sent = method !== 'POST' ? { headers } : { headers, body: body ?? {} }
    return (await send<T>(method, `${base()}/_control${path}`, sent)).body
  }
  return {
    origin,
    dataDir,
    front,
    server,
    base,
    control: {
      get: <T = Json>(path: string) => control<T>('GET', path),
      post: <T = Json>(path: string, body?: unknown) => control<T>('POST', path, body),
      remove: (path: string) => control('DELETE', path),
    },
    /** A call of the browser: with a token, or without one as the tenant. */
    call: <T = Json>(
      path: string,
      sent: { token?: string | undefined; body?: unknown; origin?: string; method?: string } = {},
    ) =>
      send<T>(sent.method ?? 'POST', `${viaFront}/client${path}`, {
        ...(sent.method === 'GET' ? {} : { body: sent.body ?? {} }),
        headers: {
          origin: sent.origin ?? origin,
          authorization: sent.token ? `Bearer ${sent.token}` : `Basic ${btoa(encodeURIComponent(tenantId))}`,
        },
      }),
    raw: send,
    track: (userId: string, action: string, attributes: TrackAttributes = {}) =>
      server.track({ userId, action, attributes }),
    outbox: (to: string) => control<SentMessage[]>('GET', `/outbox?to=${encodeURIComponent(to)}`),
    restart: async () => {
      await service.close()
      service = await startAuth(settings)
      front.state.target = base()
    },
    store: () => service.store,
    stop: async () => {
      await service.close()
      await front.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Bench = Awaited<ReturnType<typeof startBench>>

let people = 0
/** A user name that was not used before. */
export const newUser = (): string => {
  people += 1
  return `user-${people}`
}

/** The newest code that was sent to this address or number. */
export const codeTo = async (bench: Bench, to: string): Promise<string> => {
  const newest = (await bench.outbox(to))[0]
  if (!newest?.code) throw new Error(`Nothing was sent to ${to}`)
  return newest.code
}

/** Enrols a first factor by e-mail code and returns the token of that success. */
export const enrolEmail = async (bench: Bench, userId: string, action = 'enrol') => {
  const email = `${userId}@cardamom.example`
  const { token } = await bench.track(userId, action)
  await bench.call('/user-authenticators/email-otp', { token, body: { email } })
  const verificationCode = await codeTo(bench, email)
  const { body } = await bench.call('/verify/email-otp', { token, body: { verificationCode } })
  if (!body.accessToken) throw new Error(JSON.stringify(body))
  return { email, token: body.accessToken }
}
