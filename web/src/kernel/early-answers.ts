/** An answer that was requested before the app ran, and the time of the request. */
type EarlyAnswer = { readonly requestedAtMs: number; readonly answer: Promise<Response> }
type Early = { readonly timer: ReturnType<typeof setTimeout>; readonly answers: Map<string, EarlyAnswer> }
declare global {
  /** Set by early.ts, which is a separate file; the app reads it here. */
  var cardamomEarly: Early | undefined
}

/** Older answers are not used; the app sends the request again. */
const freshMs = 10_000

/** The key of an answer: another token, language or impersonator means another answer. */
const nameOf = ({ url, headers }: Request): string =>
  [url, ...['authorization', 'lang', 'fake-user'].map((name) => headers.get(name))].join('\n')

/** Sends requests after a delay, unless the app runs by then. */
export const requestLater = (requests: () => readonly Request[], delayMs: number): void => {
  const answers = new Map<string, EarlyAnswer>()
  const send = () => {
    for (const request of requests()) {
      const answer = fetch(request)
      // The app handles a failure.
      answer.catch(() => undefined)
      answers.set(nameOf(request), { requestedAtMs: performance.now(), answer })
    }
  }
  globalThis.cardamomEarly = { timer: setTimeout(send, delayMs), answers }
}

/** The app runs, so it sends the remaining requests itself. */
export const stopEarlyRequests = (): void => clearTimeout(globalThis.cardamomEarly?.timer)

/** The answer to a request: the early one, once, if the same request was sent before. */
export const answerTo = (request: Request): Promise<Response> => {
  const known = globalThis.cardamomEarly?.answers
  if (request.method !== 'GET' || known === undefined || known.size === 0) return fetch(request)
  const name = nameOf(request)
  const early = known.get(name)
  known.delete(name)
  return early !== undefined && performance.now() - early.requestedAtMs < freshMs
    ? early.answer
    : fetch(request)
}
