import type { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { CallOutcome } from '../../kernel/call-declaration.ts'
import { markStatus } from '../refused-key.ts'
import { parseExactJson } from './exact-json.ts'

export type ReapSettings = {
  /** Base of the API. */
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
}

type ReapCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** For POST only: the issuer ignores it on other methods. */
  readonly idempotencyKey?: string
  /** Version of the API. Null where the call has none. */
  readonly version?: string | null
}

const defaultTimeoutMs = 10_000
const maxAnswerBytes = 8 * 1024 * 1024
/** The issuer did nothing: wrong key or too many calls. This is not a refusal of the request itself. */
const refusedToWork = new Set([401, 403, 425, 429])
/** A proxy between us and the issuer may answer this too, so the request may have been carried out. */
const timedOut = 408
/** The first call with this key is still running. */
const stillRunning = 'IDEMPOTENCY_KEY_CONFLICT'
/** Errors that happen before the request is sent. */
const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const wasNotSent = (error: unknown): boolean =>
  notSent.has(((error as { cause?: { code?: string } }).cause?.code ?? '').toString())

/** The issuer's own code. Null where the answer does not have the documented form. */
const refusalCode = (text: string): string | null => {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'string' && code !== '' ? code : null
  } catch {
    return null
  }
}

const addressOf = (base: string, { path, query = {} }: ReapCall): string => {
  const url = new URL(`${base.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.toString()
}

const headersOf = (settings: ReapSettings, call: ReapCall): Record<string, string> => ({
  'x-reap-api-key': settings.apiKey,
  ...(call.version === null ? {} : { 'accept-version': call.version ?? 'v2.0' }),
  ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
})

const refusedBy = (text: string): CallOutcome<string> => {
  const code = refusalCode(text)
  return code === null || code === stillRunning ? { outcome: 'unknown' } : { outcome: 'rejected', code }
}

/**
 * Sends one request. `ok`: 2xx. `rejected`: a documented 4xx. `unavailable`: nothing was sent, or the issuer
 * did nothing. `unknown`: timeout, 5xx, a reset after sending, or an answer in another form.
 */
const send = async (settings: ReapSettings, call: ReapCall): Promise<CallOutcome<string>> => {
  requireNoTransaction('The issuer')
  try {
    const answer = await fetch(addressOf(settings.url, call), {
      method: call.method,
      headers: headersOf(settings, call),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs),
    })
    if (Number(answer.headers.get('content-length') ?? 0) > maxAnswerBytes) return { outcome: 'unknown' }
    const text = await answer.text()
    markStatus(answer.status)
    if (refusedToWork.has(answer.status)) return { outcome: 'unavailable' }
    if (answer.status >= 500 || answer.status === timedOut) return { outcome: 'unknown' }
    return answer.ok ? { outcome: 'ok', value: text } : refusedBy(text)
  } catch (error) {
    return { outcome: wasNotSent(error) ? 'unavailable' : 'unknown' }
  }
}

const parsed = <S extends z.ZodType>(schema: S, answer: CallOutcome<string>): CallOutcome<z.output<S>> => {
  if (answer.outcome !== 'ok') return answer
  try {
    return { outcome: 'ok', value: schema.parse(parseExactJson(answer.value)) }
  } catch {
    // The change was made, but its answer has an unknown form. That is not a success.
    return { outcome: 'unknown' }
  }
}

export type ReapHttp = {
  /** A call that changes something: a lost answer is `unknown`. */
  readonly change: <S extends z.ZodType>(schema: S, call: ReapCall) => Promise<CallOutcome<z.output<S>>>
  /** A call that only reads: a lost answer is `unavailable`. */
  readonly read: <S extends z.ZodType>(schema: S, call: ReapCall) => Promise<CallOutcome<z.output<S>>>
}

export const createReapHttp = (settings: ReapSettings): ReapHttp => {
  const change: ReapHttp['change'] = async (schema, call) => parsed(schema, await send(settings, call))
  return {
    change,
    read: async (schema, call) => {
      const answer = await change(schema, call)
      return answer.outcome === 'unknown' ? { outcome: 'unavailable' } : answer
    },
  }
}

/** The same outcome with its value changed. */
export const mapped = <T, U>(answer: CallOutcome<T>, to: (value: T) => U): CallOutcome<U> =>
  answer.outcome === 'ok' ? { outcome: 'ok', value: to(answer.value) } : answer

type PageOf<T> = { readonly items: readonly T[]; readonly meta: { totalItems: number; totalPages: number } }
const mostPages = 1000

/**
 * Reads all pages of a list that may grow meanwhile. `unavailable` when it saw fewer rows than the list has,
 * because rows changed their page meanwhile.
 */
export const readAllPages = async <T>(
  readPage: (page: number) => Promise<CallOutcome<PageOf<T>>>,
  idOf: (item: T) => string,
): Promise<CallOutcome<readonly T[]>> => {
  const seen = new Map<string, T>()
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await readPage(page)
    if (answer.outcome !== 'ok') return answer
    const { items, meta } = answer.value
    for (const item of items) seen.set(idOf(item), item)
    if (page >= meta.totalPages) {
      return seen.size < meta.totalItems
        ? { outcome: 'unavailable' }
        : { outcome: 'ok', value: [...seen.values()] }
    }
  }
  return { outcome: 'unavailable' }
}
