import type { Endpoint, SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import type { z } from 'zod'
import { ApiError, errorOf } from './api-error.ts'
import { elapsedMs, setServerTime } from './clock.ts'
import { answerTo } from './early-answers.ts'
import { coreText } from './i18n.tsx'
import { requestOf, type SentCall, type StepUpHandler } from './request.ts'
import { recordCursor } from './live-cursor.ts'
import { markLocked } from './lock.ts'
import { longestMs, startPatience } from './patience.ts'
import { storeRotatedToken } from './token.ts'
import { messageFor, showFailure, type ErrorsShown } from './transport.ts'

export { ApiError, isRefusal } from './api-error.ts'

type ParamsSent<E extends Endpoint> = E['params'] extends z.ZodObject
  ? { params: z.input<E['params']> }
  : { params?: undefined }
type InputSent<E extends Endpoint> = E['input'] extends z.ZodType
  ? undefined extends SentInputOf<E>
    ? { input?: SentInputOf<E> | FormData }
    : Record<never, never> extends SentInputOf<E>
      ? { input?: SentInputOf<E> | FormData }
      : { input: SentInputOf<E> | FormData }
  : { input?: FormData | undefined }

export type CallOptions = {
  /**
   * Reused for every try of the same operation. When the caller passes none and the call needs one, a key is
   * created.
   */
  readonly idempotencyKey?: string
  /** Version of the record that is changed. A caller that sets it shows `record_changed` itself. */
  readonly ifMatch?: string
  readonly signal?: AbortSignal
  /** The grant of an earlier part, for a bulk call that is sent in parts; `onGrant` receives the first part's. */
  readonly grant?: string | undefined
  readonly onGrant?: ((grant: string) => void) | undefined
  /**
   * Confirms in place of the dialog over the page. What was confirmed is then sent once: when its answer is lost, the caller
   * looks it up by the same key, with a `confirm` that answers null.
   */
  readonly confirm?: StepUpHandler['confirm'] | undefined
  /**
   * `toast` (default): the toasts of product §8. `fields`: a form shows the field errors too, so an error
   * with fields is a toast only with status 422. `none`: the caller shows all errors, but a 422 of the input
   * is a toast too.
   */
  readonly errors?: ErrorsShown
  /**
   * The session's own calls handle a 401 themselves; for all other calls it ends the session (product §8).
   */
  readonly session?: 'checked-by-caller'
}
export type CallArguments<E extends Endpoint> = ParamsSent<E> & InputSent<E> & CallOptions
type OptionalIfEmpty<A> = Record<never, never> extends A ? [args?: A] : [args: A]

let stepUpHandler: StepUpHandler | null = null

/** Registers the step-up dialog. */
export const registerStepUp = (handler: StepUpHandler): void => {
  stepUpHandler = handler
}

let deniedHandler: () => void = () => undefined

/** Registers what happens after a refusal of a permission: the list of permissions may be out of date. */
export const registerDenial = (handler: () => void): void => {
  deniedHandler = handler
}

const triesInAll = 3
const longestWaitMs = 5000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Answer = { response: Response; body: unknown }

/** Saves what the headers of an answer say, whatever its body is. */
const readHead = async ({ headers }: Response, token: string | null): Promise<void> => {
  const businessMs = Number(headers.get('cardamom-now') ?? Number.NaN)
  setServerTime({ businessMs, realMs: Date.parse(headers.get('date') ?? '') })
  recordCursor(headers.get('live-cursor'))
  const rotated = headers.get('session-token')
  if (rotated !== null && token !== null) await storeRotatedToken({ sent: token, received: rotated })
}

const readAnswer = async (response: Response, token: string | null): Promise<Answer> => {
  await readHead(response, token)
  return { response, body: await bodyOf(response) }
}

const fetchOnce = async (sent: SentCall, isRepeatable: boolean): Promise<Answer> => {
  const patience = startPatience(sent, isRepeatable)
  try {
    const { request, token } = requestOf({ ...sent, signal: patience.signal })
    const answer = answerTo(request).then((response) => readAnswer(response, token))
    return await patience.wait(answer).catch((cause: unknown) => {
      if (sent.signal?.aborted) throw cause
      throw new ApiError({ status: 0, code: 'network', message: coreText('transport')('network') })
    })
  } finally {
    patience.end()
  }
}

/**
 * The server is busy, or a call with the same key is running: try again after the time that the server names.
 */
const retryAfterMs = (response: Response): number | null => {
  const seconds = response.headers.get('retry-after')
  if (response.status !== 503 && !(response.status === 409 && seconds !== null)) return null
  const ms = Number(seconds ?? '1') * 1000
  return ms <= longestWaitMs ? ms : null
}

/**
 * Reads, and calls with a key. Calls of the rate class `code_send` are excluded: each sends a message, even
 * as a GET (product §7).
 */
const isRepeatableCall = ({ endpoint, idempotencyKey, confirm, stepUp }: SentCall): boolean =>
  (idempotencyKey !== null && !(confirm && stepUp)) ||
  (endpoint.method === 'GET' && endpoint.rate !== 'code_send')

/** Sends until an answer comes. Only calls that are safe to send twice are repeated. */
const sendUntilAnswered = async (sent: SentCall): Promise<Answer> => {
  const isRepeatable = isRepeatableCall(sent)
  const endMs = elapsedMs() + longestMs
  for (let attempt = 1; ; attempt += 1) {
    const isLast = () => !isRepeatable || attempt === triesInAll || elapsedMs() > endMs
    try {
      const answer = await fetchOnce(sent, isRepeatable)
      const pauseMs = retryAfterMs(answer.response)
      if (pauseMs === null || isLast()) return answer
      await wait(pauseMs)
    } catch (error) {
      if (!(error instanceof ApiError) || isLast()) throw error
      await wait(400 * attempt)
    }
  }
}

/**
 * Error of a failed call. An answer that is not ours, such as a proxy's page, gets the text of its status.
 */
const failureOf = ({ response, body }: Answer): ApiError => {
  const { status, headers } = response
  const error = errorOf({ status, body, requestId: headers.get('x-request-id') })
  if (error.message !== '') return error
  const { code, errors, data, requestId } = error
  return new ApiError({ status, code, errors, data, requestId, message: messageFor(error) })
}

const isRefused = ({ response, body }: Answer): boolean =>
  !response.ok || (typeof body === 'object' && body !== null && 'success' in body && body.success === false)

/** One operation: repeated with a grant when the server requires a step-up and the person confirms. */
const sendWithStepUp = async (sent: SentCall): Promise<Answer> => {
  const answer = await sendUntilAnswered(sent)
  if (!isRefused(answer)) return answer
  const error = failureOf(answer)
  if (error.status === 423) markLocked()
  if (error.code === 'permission_denied') deniedHandler()
  if (error.code === 'factor_required') stepUpHandler?.tellFactorNeeded()
  if (error.code !== 'step_up_required' || sent.stepUp !== null || stepUpHandler === null) throw error
  const grant = await (sent.confirm ?? stepUpHandler.confirm)(error.data as StepUpRequest)
  if (grant === null) throw error
  sent.onGrant?.(grant)
  return sendWithStepUp({ ...sent, stepUp: grant })
}

/** A cancelled step-up needs no message, and a locked session has its own screen. */
const isShownElsewhere = (error: ApiError, { ifMatch }: CallOptions): boolean =>
  error.status === 423 ||
  (error.code === 'record_changed' && ifMatch !== undefined) ||
  (['step_up_required', 'factor_required'].includes(error.code) && stepUpHandler !== null)

const unwrap = (endpoint: Pick<Endpoint, 'body'>, body: unknown): unknown => {
  if (endpoint.body === 'bare') return body
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : null
}

/**
 * Makes one call of the API and returns its answer as on the wire (money and instants are strings). Throws
 * `ApiError`; the toasts of product §8 are shown before, unless `errors` says otherwise. When the person
 * cancels the step-up, it throws `step_up_required` and shows nothing.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[args]: OptionalIfEmpty<CallArguments<E>>
): Promise<WireOf<E>> => {
  const options = (args ?? {}) as CallOptions & { params?: Record<string, unknown>; input?: unknown }
  const needsKey = endpoint.idempotent === true
  const sent: SentCall = {
    endpoint,
    params: options.params ?? {},
    input: options.input,
    idempotencyKey: options.idempotencyKey ?? (needsKey ? crypto.randomUUID() : null),
    stepUp: options.grant ?? null,
    onGrant: options.onGrant,
    confirm: options.confirm,
    ifMatch: options.ifMatch ?? null,
    signal: options.signal ?? null,
  }
  try {
    const { body } = await sendWithStepUp(sent)
    return unwrap(endpoint, body) as WireOf<E>
  } catch (error) {
    if (error instanceof ApiError && !isShownElsewhere(error, options)) {
      const [shown, isChange] = [options.errors ?? 'toast', endpoint.method !== 'GET'] as const
      showFailure(error, { shown, endsSession: options.session === undefined, isChange })
    }
    throw error
  }
}
