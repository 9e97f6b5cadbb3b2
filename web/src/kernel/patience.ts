import type { Sent } from './request.ts'

/** How long one try is waited for. The server gives up on its own services before that. */
const triedAgainMs = 15_000
const onlyOnceMs = 45_000
/** After so long no further try is made: the person is told, and may try themselves. */
export const longestMs = 25_000

export type Patience = {
  /** Aborted when nobody waits any more: time is over, or the caller gave up. */
  readonly signal: AbortSignal
  /** The same as the promise, or a rejection as soon as nobody waits any more. */
  readonly wait: <T>(answer: Promise<T>) => Promise<T>
  readonly end: () => void
}

/** Waits for the answer to one try of a call: a network that swallows it would else be waited for without end. */
export const startPatience = ({ signal }: Pick<Sent, 'signal'>, isRepeatable: boolean): Patience => {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), isRepeatable ? triedAgainMs : onlyOnceMs)
  const either = signal === null ? over.signal : AbortSignal.any([over.signal, signal])
  // An answer that was asked for before the app ran knows nothing of this signal.
  const ended = new Promise<never>((_, reject) => {
    either.addEventListener('abort', () => reject(new Error('Nobody waits any more')))
  })
  ended.catch(() => undefined)
  return {
    signal: either,
    wait: (answer) => Promise.race([answer, ended]),
    end: () => clearTimeout(timer),
  }
}
