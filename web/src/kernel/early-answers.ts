/** An answer that was asked for before the app ran, and when. */
type Asked = { readonly askedAtMs: number; readonly answer: Promise<Response> }
type Early = { readonly timer: ReturnType<typeof setTimeout>; readonly answers: Map<string, Asked> }
declare global {
  /** Left by early.ts, which is a file of its own: the app finds it here. */
  var cardamomEarly: Early | undefined
}

/** Who does not come for an answer by then asks anew. */
const freshMs = 10_000

/** An answer to another token, in another language or to an impersonator is another answer. */
const nameOf = ({ url, headers }: Request): string =>
  [url, ...['authorization', 'lang', 'fake-user'].map((name) => headers.get(name))].join('\n')

/** Asks after a while, unless the app runs by then. */
export const requestLater = (ask: () => readonly Request[], delayMs: number): void => {
  const answers = new Map<string, Asked>()
  const send = () => {
    for (const request of ask()) {
      const answer = fetch(request)
      // A failure is the app's to judge.
      answer.catch(() => undefined)
      answers.set(nameOf(request), { askedAtMs: performance.now(), answer })
    }
  }
  globalThis.cardamomEarly = { timer: setTimeout(send, delayMs), answers }
}

/** The app runs: what was not asked for yet, it asks itself. */
export const stopEarlyRequests = (): void => clearTimeout(globalThis.cardamomEarly?.timer)

/** The answer to a request: the early one, once, where this very request was sent already. */
export const answerTo = (request: Request): Promise<Response> => {
  const known = globalThis.cardamomEarly?.answers
  if (request.method !== 'GET' || known === undefined || known.size === 0) return fetch(request)
  const name = nameOf(request)
  const early = known.get(name)
  known.delete(name)
  return early !== undefined && performance.now() - early.askedAtMs < freshMs ? early.answer : fetch(request)
}
