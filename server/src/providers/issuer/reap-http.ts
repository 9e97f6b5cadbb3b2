import type { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { ProviderOutcome } from '../outcome.ts'

export type ReapSettings = {
  /** Base of the API. */
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
}

type ReapCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | null | undefined>>
  readonly body?: unknown
  readonly version?: string
}

const defaultTimeoutMs = 10_000
const maxAnswerBytes = 8 * 1024 * 1024
/** Nothing was done: wrong key, too many calls. Not a refusal of what was asked. */
const refusedToWork = new Set([401, 403, 425, 429])
/** Said by whoever stands between us and the issuer as well: the request may have gone through. */
const timedOut = 408
/** Failures that come before the request left. */
const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const wasNotSent = (error: unknown): boolean =>
  notSent.has(((error as { cause?: { code?: string } }).cause?.code ?? '').toString())

const refusalCode = (text: string, status: number): string => {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'string' ? code : String(status)
  } catch {
    return String(status)
  }
}

const addressOf = (base: string, { path, query = {} }: ReapCall): string => {
  const url = new URL(`${base.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.toString()
}

/** Sends one request. 2xx ok · 4xx rejected · nothing sent unavailable · timeout, 5xx, reset after sending unknown. */
const send = async (settings: ReapSettings, call: ReapCall): Promise<ProviderOutcome<string>> => {
  requireNoTransaction('The issuer')
  try {
    const answer = await fetch(addressOf(settings.url, call), {
      method: call.method,
      headers: {
        'x-reap-api-key': settings.apiKey,
        'accept-version': call.version ?? 'v2.0',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs),
    })
    if (Number(answer.headers.get('content-length') ?? 0) > maxAnswerBytes) return { outcome: 'unknown' }
    const text = await answer.text()
    if (refusedToWork.has(answer.status)) return { outcome: 'unavailable' }
    if (answer.status >= 500 || answer.status === timedOut) return { outcome: 'unknown' }
    if (!answer.ok) return { outcome: 'rejected', code: refusalCode(text, answer.status) }
    return { outcome: 'ok', value: text }
  } catch (error) {
    return { outcome: wasNotSent(error) ? 'unavailable' : 'unknown' }
  }
}

const parsed = <S extends z.ZodType>(
  schema: S,
  answer: ProviderOutcome<string>,
): ProviderOutcome<z.output<S>> => {
  if (answer.outcome !== 'ok') return answer
  try {
    return { outcome: 'ok', value: schema.parse(JSON.parse(answer.value)) }
  } catch {
    // It did something and its answer has another form than we know: that is no success.
    return { outcome: 'unknown' }
  }
}

export type ReapHttp = {
  /** A call that changes something: a lost answer is `unknown`. */
  readonly change: <S extends z.ZodType>(schema: S, call: ReapCall) => Promise<ProviderOutcome<z.output<S>>>
  /** A call that only reads: a lost answer is the same as none. */
  readonly read: <S extends z.ZodType>(schema: S, call: ReapCall) => Promise<ProviderOutcome<z.output<S>>>
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
export const mapped = <T, U>(answer: ProviderOutcome<T>, to: (value: T) => U): ProviderOutcome<U> =>
  answer.outcome === 'ok' ? { outcome: 'ok', value: to(answer.value) } : answer
