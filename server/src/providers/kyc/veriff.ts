import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { CallOutcome } from '../../kernel/call-declaration.ts'
import { markStatus } from '../refused-key.ts'
import type { KycProvider, KycSnapshot } from './port.ts'
import {
  attemptsOf,
  AttemptsAnswer,
  CreatedAnswer,
  DecisionAnswer,
  decisionOf,
  MediaAnswer,
  noticeOf,
  sideOf,
} from './veriff-answers.ts'

export type VeriffSettings = {
  /** Base of the API, e.g. https://stationapi.veriff.com */
  readonly url: string
  readonly apiKey: string
  readonly sharedSecret: string
  readonly timeoutMs?: number
}

type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** What is signed: the body of a POST, the id in the path of the others. */
  readonly signed: string
  readonly body?: string
}

const defaultTimeoutMs = 8000
const maxAnswerBytes = 16 * 1024 * 1024
/** The service did nothing: it cannot work now, or our keys are wrong. */
const refusedToWork = new Set([401, 403, 429, 503])
/** Errors that happen before the request is sent. */
const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const sameText = (received: string, wanted: string): boolean => {
  const a = Buffer.from(received)
  const b = Buffer.from(wanted)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Reads a header under its old or its new name. Veriff sends both. */
const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[`vrf-${name}`] ?? headers[`x-${name}`]
  return typeof value === 'string' ? value : ''
}

const wasNotSent = (error: unknown): boolean =>
  notSent.has(((error as { cause?: { code?: string } }).cause?.code ?? '').toString())

const refusalCode = (raw: Buffer, status: number): string => {
  try {
    const { code } = JSON.parse(raw.toString('utf8')) as { code?: unknown }
    return typeof code === 'string' || typeof code === 'number' ? String(code) : String(status)
  } catch {
    return String(status)
  }
}

/** Sends one request and reads its answer. An answer that is not signed with our secret is `unknown`. */
const createSend = (settings: VeriffSettings, sign: (data: string | Buffer) => string) => {
  const { url, apiKey, timeoutMs = defaultTimeoutMs } = settings
  return async ({ method, path, signed, body }: Call): Promise<CallOutcome<Buffer>> => {
    requireNoTransaction('The identity check')
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}/v1${path}`, {
        method,
        headers: {
          'x-auth-client': apiKey,
          'x-hmac-signature': sign(signed),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (Number(answer.headers.get('content-length') ?? 0) > maxAnswerBytes) return { outcome: 'unknown' }
      const raw = Buffer.from(await answer.arrayBuffer())
      markStatus(answer.status)
      if (refusedToWork.has(answer.status)) return { outcome: 'unavailable' }
      if (answer.status >= 500) return { outcome: 'unknown' }
      if (!answer.ok) return { outcome: 'rejected', code: refusalCode(raw, answer.status) }
      const signature = answer.headers.get('vrf-hmac-signature') ?? answer.headers.get('x-hmac-signature')
      return sameText((signature ?? '').toLowerCase(), sign(raw))
        ? { outcome: 'ok', value: raw }
        : { outcome: 'unknown' }
    } catch (error) {
      return { outcome: wasNotSent(error) ? 'unavailable' : 'unknown' }
    }
  }
}

const parsed = <S extends z.ZodType>(schema: S, answer: CallOutcome<Buffer>): CallOutcome<z.output<S>> => {
  if (answer.outcome !== 'ok') return answer
  try {
    return { outcome: 'ok', value: schema.parse(JSON.parse(answer.value.toString('utf8'))) }
  } catch {
    return { outcome: 'unknown' }
  }
}

/** A read changes nothing, so its lost answer is `unavailable`. */
const asRead = <T>(answer: CallOutcome<T>): CallOutcome<T> =>
  answer.outcome === 'unknown' ? { outcome: 'unavailable' } : answer

const sessionBody = (wanted: Parameters<KycProvider['createSession']>[0]): string =>
  JSON.stringify({
    verification: {
      callback: wanted.callbackUrl,
      person: { firstName: wanted.firstName, lastName: wanted.lastName, dateOfBirth: wanted.birthDate },
      document: { type: wanted.documentType, country: wanted.country },
      vendorData: wanted.caseId,
      lang: wanted.lang,
    },
  })

/** Veriff's public API v1 (providers §3). The embedded service has the same API. */
export const createVeriff = (settings: VeriffSettings): KycProvider => {
  const sign = (data: string | Buffer): string =>
    createHmac('sha256', settings.sharedSecret).update(data).digest('hex')
  const send = createSend(settings, sign)
  const request = (id: string, path: string) => send({ method: 'GET', path, signed: id })

  /** Reads the attempts first, so that a decision made between the two reads is not missed. */
  const readSession = async (sessionId: string): Promise<CallOutcome<KycSnapshot>> => {
    const path = `/sessions/${encodeURIComponent(sessionId)}`
    const attempts = asRead(parsed(AttemptsAnswer, await request(sessionId, `${path}/attempts`)))
    if (attempts.outcome !== 'ok') return attempts
    const decided = asRead(parsed(DecisionAnswer, await request(sessionId, `${path}/decision`)))
    if (decided.outcome !== 'ok') return decided
    const value = { attempts: attemptsOf(attempts.value), decision: decisionOf(decided.value) }
    return { outcome: 'ok', value }
  }

  return {
    name: 'veriff',
    createSession: async (wanted) => {
      const body = sessionBody(wanted)
      const answer = parsed(
        CreatedAnswer,
        await send({ method: 'POST', path: '/sessions', signed: body, body }),
      )
      if (answer.outcome !== 'ok') return answer
      const { id, url } = answer.value.verification
      return { outcome: 'ok', value: { sessionId: id, url } }
    },
    readSession,
    closeSession: async (sessionId) => {
      const path = `/sessions/${encodeURIComponent(sessionId)}`
      const answer = await send({ method: 'DELETE', path, signed: sessionId })
      if (answer.outcome === 'ok') return { outcome: 'ok', value: null }
      if (answer.outcome !== 'unknown' && answer.outcome !== 'rejected') return answer
      // After a lost answer, or "no such session", a session that cannot be read any more is closed.
      const left = await readSession(sessionId)
      if (left.outcome === 'rejected') return { outcome: 'ok', value: null }
      return answer.outcome === 'rejected' ? answer : { outcome: 'unavailable' }
    },
    listImages: async (sessionId) => {
      const path = `/sessions/${encodeURIComponent(sessionId)}/media`
      const answer = asRead(parsed(MediaAnswer, await request(sessionId, path)))
      if (answer.outcome !== 'ok') return answer
      const value = answer.value.images.flatMap(({ id, context }) => {
        const side = sideOf(context)
        return side ? [{ imageId: id, side }] : []
      })
      return { outcome: 'ok', value }
    },
    readImage: async (imageId) => asRead(await request(imageId, `/media/${encodeURIComponent(imageId)}`)),
    isAuthentic: ({ headers, rawBody }) =>
      sameText(headerOf(headers, 'auth-client'), settings.apiKey) &&
      sameText(headerOf(headers, 'hmac-signature').toLowerCase(), sign(rawBody)),
    readNotice: noticeOf,
  }
}
