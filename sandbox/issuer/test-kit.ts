import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { startIssuer, type Issuer, type IssuerSettings } from './service.ts'

export type Answer<T> = { readonly status: number; readonly body: T }
export type Card = {
  id: string
  status: string
  availableCredit: string
  activationCode: string | null
  [field: string]: unknown
}
export type PaymentEvent = {
  id: string
  type: string
  amount: string
  final: boolean
  [field: string]: unknown
}
export type Payment = {
  id: string
  status: string
  amount: Record<'authorised' | 'reversed' | 'cleared' | 'refunded' | 'held' | 'settled', string>
  declineReason: { code: string } | null
  events: PaymentEvent[]
  [field: string]: unknown
}
export type Entry = {
  id: string
  type: string
  amount: string
  reference: string | null
  balanceAfter: string
}
export type List<T> = { items: T[]; nextCursor: string | null; hasMore: boolean }
export type Balance = { availableBalance: string; availableToAllocate: string }
export type Refused = { code: string; message: string; statusCode: number; error: string }

/** A running issuer on a free port and a folder of its own, spoken to over HTTP only. For tests. */
export type Bench = {
  readonly issuer: () => Issuer
  readonly api: <T>(method: string, path: string, body?: unknown, headers?: object) => Promise<Answer<T>>
  readonly control: <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>
  readonly card: (overrides?: object) => Promise<Card>
  readonly balance: () => Promise<Balance>
  /** Stops it and starts it again on the same folder. */
  readonly restart: () => Promise<void>
  readonly end: () => Promise<void>
}

const apiHeaders = { 'x-reap-api-key': 'key-of-the-tests', 'accept-version': 'v2.0' }
const controlHeaders = { authorization: 'Bearer control-token' }

const send = async <T>(url: string, init: { method: string; body?: unknown; headers: object }) => {
  const sent = init.body === undefined ? {} : { body: JSON.stringify(init.body) }
  const answer = await fetch(url, {
    method: init.method,
    headers: { ...init.headers, ...('body' in sent ? { 'content-type': 'application/json' } : {}) },
    ...sent,
  })
  return { status: answer.status, body: (await answer.json()) as T }
}

export const startBench = async (more: Partial<IssuerSettings> = {}): Promise<Bench> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'issuer-'))
  const settings: IssuerSettings = {
    name: 'issuer',
    port: 0,
    publicUrl: '',
    dataDir,
    controlToken: 'control-token',
    credentials: { apiKey: 'key-of-the-tests' },
    ...more,
  }
  let issuer = await startIssuer(settings)
  let count = 0
  const bench: Bench = {
    issuer: () => issuer,
    api: (method, path, body, headers = {}) =>
      send(`${issuer.baseUrl()}${path}`, { method, body, headers: { ...apiHeaders, ...headers } }),
    control: (method, path, body) =>
      send(`${issuer.baseUrl()}/_control${path}`, { method, body, headers: controlHeaders }),
    card: async (overrides = {}) => {
      count += 1
      const kyc = { firstName: 'Lucia', lastName: 'Ferrer', dob: '1990-04-12' }
      const wanted = { cardType: 'Virtual', spendLimit: '0.00', kyc, meta: { id: `card-${count}` } }
      return (await bench.api<Card>('POST', '/cards', { ...wanted, ...overrides })).body
    },
    balance: async () => (await bench.api<Balance>('GET', '/account/balance')).body,
    restart: async () => {
      await issuer.close()
      issuer = await startIssuer(settings)
    },
    end: async () => {
      await issuer.close()
      rmSync(dataDir, { recursive: true })
    },
  }
  return bench
}

export type Received = { readonly raw: string; readonly signature: string }

/** A subscriber that keeps what it gets; `answerWith` sets the status it answers. */
export const startSubscriber = async () => {
  const received: Received[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      received.push({ raw, signature: String(request.headers['reap-signature']) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answerWith: (next: number) => {
      status = next
    },
    end: () => new Promise<void>((done) => void server.close(() => done())),
  }
}
