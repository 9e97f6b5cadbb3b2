import type { Endpoint } from '@cardamom/contract/endpoint'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { currentLocale } from './locale.ts'
import { browserZone } from './browser-zone.ts'
import { readStored } from './storage.ts'
import { readToken } from './token.ts'

export type StepUpHandler = {
  /** Answers with a grant, or null when the person cancelled. */
  readonly confirm: (request: StepUpRequest) => Promise<string | null>
  /** The person has no factor: leads to where one is added. */
  readonly tellFactorNeeded: () => void
}

/** The content of a call. The token and the language are read again at each attempt. */
export type SentCall = {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'rate'>
  readonly params: Readonly<Record<string, unknown>>
  readonly input: unknown
  readonly idempotencyKey: string | null
  readonly stepUp: string | null
  readonly onGrant?: ((grant: string) => void) | undefined
  /** Confirms in place of the dialog over the page. */
  readonly confirm?: StepUpHandler['confirm'] | undefined
  readonly ifMatch: string | null
  readonly signal: AbortSignal | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The path with its parameters filled in: `/cards/:id`. */
export const pathOf = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path}: no ${name}`)
    return encodeURIComponent(textOf(value))
  })

/** Query of a GET: absent values are left out, and a list repeats its name. */
export const queryOf = (input: unknown): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values) {
      if (one !== undefined && one !== null && one !== '') query.append(name, textOf(one))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const headersOf = (sent: SentCall, token: string | null): Headers => {
  const headers = new Headers({
    accept: 'application/json',
    lang: currentLocale(),
    'fake-user': readStored('fake_user') ?? '0',
  })
  // Mails about a change show its time in the time zone of this browser.
  if (sent.endpoint.method !== 'GET') headers.set('time-zone', browserZone())
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (sent.idempotencyKey !== null) headers.set('idempotency-key', sent.idempotencyKey)
  if (sent.stepUp !== null) headers.set('step-up', sent.stepUp)
  if (sent.ifMatch !== null) headers.set('if-match', sent.ifMatch)
  return headers
}

/** The request of one attempt, and the token that it contains. */
export const requestOf = (sent: SentCall): { request: Request; token: string | null } => {
  const { method, path } = sent.endpoint
  const token = readToken()
  const headers = headersOf(sent, token)
  const isQuery = method === 'GET'
  const url = `${location.origin}/api${pathOf(path, sent.params)}${isQuery ? queryOf(sent.input) : ''}`
  const init: RequestInit = { method, headers, cache: 'no-store', signal: sent.signal }
  if (!isQuery && sent.input !== undefined) {
    if (sent.input instanceof FormData) init.body = sent.input
    else {
      headers.set('content-type', 'application/json')
      init.body = JSON.stringify(sent.input)
    }
  }
  return { request: new Request(url, init), token }
}
