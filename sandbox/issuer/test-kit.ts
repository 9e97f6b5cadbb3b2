import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { answerProblems, callOf, requestProblems, webhookProblems } from './contract.ts'
import { startIssuer, type Issuer, type IssuerSettings } from './service.ts'

export type Answer<T> = { readonly status: number; readonly body: T; readonly headers: Headers }
export type RefusalBody = { code: string; message: string; statusCode: number; parameter?: string }
export type Card = { status: string; availableCredit: string; last4: string; [field: string]: unknown }
export type List<T> = {
  items: T[]
  meta: {
    itemCount: number
    totalItems: number
    itemsPerPage: number
    totalPages: number
    currentPage: number
  }
}
export type HistoryRow = {
  id: string
  type: string
  amount: number
  status: string
  source: string
  date: string
}
export type Transaction = {
  id: string
  status: string
  bill_amount: number
  decline_reason: { response_code?: string }
  lifecycle_events: {
    lifecycle_event_id: string
    type: string
    bill_amount: string
    affect_balance: boolean
  }[]
  [field: string]: unknown
}
export type Payment = {
  id: string
  status: string
  amount: Record<'authorised' | 'reversed' | 'cleared' | 'refunded' | 'held' | 'settled', string>
  declineReason: { code: string } | null
  events: { id: string; type: string; amount: string; [field: string]: unknown }[]
}

/** For tests: a running issuer on a free port with its own folder, called over HTTP only. */
export type Bench = {
  readonly issuer: () => Issuer
  /** Calls the API; throws when an official request or its answer violates the schemas. */
  readonly api: <T>(method: string, path: string, body?: unknown, headers?: object) => Promise<Answer<T>>
  /** The same for a request that may violate its schema. */
  readonly wrong: (
    method: string,
    path: string,
    body?: unknown,
    headers?: object,
  ) => Promise<Answer<RefusalBody>>
  readonly control: <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>
  /** Orders a card and returns its id. */
  readonly card: (overrides?: object) => Promise<string>
  readonly read: (cardId: string) => Promise<Card>
  readonly credit: (
    cardId: string,
    adjustment: string,
  ) => Promise<Answer<{ creditBefore: string; creditAfter: string }>>
  readonly balance: () => Promise<{ availableBalance: number; availableToAllocate: number }>
  readonly pay: (cardId: string, body: object) => Promise<Payment>
  readonly advance: (ms: number) => Promise<void>
  /** Official calls that succeeded so far. */
  readonly driven: ReadonlySet<string>
  /** Stops it and starts it again on the same folder. */
  readonly restart: () => Promise<void>
  readonly end: () => Promise<void>
}

const controlHeaders = { authorization: 'Bearer control-token' }

const send = async <T>(
  url: string,
  init: { method: string; body?: unknown; headers: object },
): Promise<Answer<T>> => {
  const sent = init.body === undefined ? {} : { body: JSON.stringify(init.body) }
  const answer = await fetch(url, {
    method: init.method,
    headers: { ...init.headers, ...('body' in sent ? { 'content-type': 'application/json' } : {}) },
    ...sent,
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? null : JSON.parse(text)) as T,
  }
}

const headersFor = (method: string, path: string) => ({
  'x-reap-api-key': 'key-of-the-tests',
  'accept-version': path.startsWith('/activation/') ? '2025-02-14' : 'v2.0',
  ...(method === 'POST' && path === '/cards' ? { 'idempotency-key': randomUUID() } : {}),
})

const kyc = {
  firstName: 'Lucia',
  lastName: 'Ferrer',
  dob: '1990-04-12',
  residentialAddress: {
    line1: 'Av. Larco 101',
    line2: '',
    city: 'Lima',
    country: 'PER',
    postalCode: '15074',
  },
  idDocumentType: 'Passport',
  idDocumentNumber: 'AA123456',
}

let count = 0

/** A body of POST /cards as Reap documents it. */
export const cardOrder = (overrides: object = {}) => {
  count += 1
  return {
    cardType: 'Virtual',
    customerType: 'Consumer',
    kyc,
    preferredCardName: 'LUCIA FERRER',
    meta: { id: `card-${count}`, otpPhoneNumber: { dialCode: 51, phoneNumber: '987654321' } },
    spendLimit: 0,
    ...overrides,
  }
}

const clear = (problems: readonly string[], about: string) => {
  if (problems.length > 0) throw new Error(`${about}: ${problems.join('; ')}`)
}

type Call = { method: string; path: string; body?: unknown; headers: object }

const checkAnswer = (call: Call, answer: Answer<unknown>, driven: Set<string>) => {
  const schema = callOf(call.method, call.path.split('?')[0] ?? '')
  if (!schema) return
  clear(
    answerProblems({ ...call, status: answer.status, body: answer.body }),
    `answer to ${call.method} ${call.path}`,
  )
  if (answer.status === schema.status) driven.add(schema.call)
}

const callsOf = (baseUrl: () => string, driven: Set<string>) => {
  const call = async <T>(of: Call): Promise<Answer<T>> => {
    const answer = await send<T>(`${baseUrl()}${of.path}`, of)
    checkAnswer(of, answer, driven)
    return answer
  }
  const withHeaders = (method: string, path: string, body: unknown, more: object): Call => {
    const headers = { ...headersFor(method, path), ...more }
    return body === undefined ? { method, path, headers } : { method, path, body, headers }
  }
  return {
    api: <T>(method: string, path: string, body?: unknown, more: object = {}) => {
      const of = withHeaders(method, path, body, more)
      const headers = of.headers as Record<string, string>
      if (callOf(method, path.split('?')[0] ?? ''))
        clear(requestProblems({ ...of, headers }), `${method} ${path}`)
      return call<T>(of)
    },
    wrong: (method: string, path: string, body?: unknown, more: object = {}) =>
      call<RefusalBody>(withHeaders(method, path, body, more)),
    control: <T>(method: string, path: string, body?: unknown) =>
      send<T>(`${baseUrl()}/_control${path}`, { method, body, headers: controlHeaders }),
  }
}

export const startBench = async (more: Partial<IssuerSettings> = {}): Promise<Bench> => {
  const dataDir = more.dataDir ?? mkdtempSync(join(tmpdir(), 'issuer-'))
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
  const driven = new Set<string>()
  const calls = callsOf(() => issuer.baseUrl(), driven)
  const { api, control } = calls
  return {
    ...calls,
    driven,
    issuer: () => issuer,
    card: async (overrides = {}) =>
      (await api<{ id: string }>('POST', '/cards', cardOrder(overrides))).body.id,
    read: async (id) => (await api<Card>('GET', `/cards/${id}`)).body,
    credit: (id, adjustment) => api('PUT', `/cards/${id}/credit`, { adjustment }),
    balance: async () =>
      (await api<{ availableBalance: number; availableToAllocate: number }>('GET', '/account/balance')).body,
    pay: async (cardId, body) =>
      (await control<Payment>('POST', '/simulate/authorisation', { cardId, ...body })).body,
    advance: async (ms) => {
      const { offsetMs } = (await control<{ offsetMs: number }>('GET', '/clock')).body
      await control('POST', '/clock', { offsetMs: offsetMs + ms })
    },
    restart: async () => {
      await issuer.close()
      issuer = await startIssuer(settings)
    },
    end: async () => {
      await issuer.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export type ReceivedWebhook = {
  readonly raw: string
  readonly headers: IncomingHttpHeaders
  readonly body: { eventName: string; eventType: string; data: Record<string, unknown> }
  /** Its violations of the schemas. */
  readonly problems: readonly string[]
}

/** A subscriber that stores what it receives; `answerWith` sets the status that it answers. */
export const startSubscriber = async () => {
  const received: ReceivedWebhook[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      const body = JSON.parse(raw) as ReceivedWebhook['body']
      const { headers } = request
      received.push({ raw, headers, body, problems: webhookProblems({ headers, body }) })
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
