import type { SentCall } from './request.ts'

/** Timeout of one attempt. The server's own timeouts for outside services are shorter. */
const triedAgainMs = 15_000
const onlyOnceMs = 45_000
/** No further attempt is made after this time: the person gets the error and can try again. */
export const longestMs = 25_000

export type Patience = {
  /** Aborted when the time is over or the caller cancelled the call. */
  readonly signal: AbortSignal
  /** Resolves like the promise, but rejects as soon as the time is over or the caller cancelled. */
  readonly wait: <T>(answer: Promise<T>) => Promise<T>
  readonly end: () => void
}

/** Starts the timeout of one attempt of a call, because a broken network may never answer. */
export const startPatience = ({ signal }: Pick<SentCall, 'signal'>, isRepeatable: boolean): Patience => {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), isRepeatable ? triedAgainMs : onlyOnceMs)
  const either = signal === null ? over.signal : AbortSignal.any([over.signal, signal])
  // A request that was sent before the app started does not use this signal.
  const ended = new Promise<never>((_, reject) => {
    either.addEventListener('abort', () => reject(new Error('The wait for the answer has ended')))
  })
  ended.catch(() => undefined)
  return {
    signal: either,
    wait: (answer) => Promise.race([answer, ended]),
    end: () => clearTimeout(timer),
  }
}
