import { requireNoTransaction } from './open-transaction.ts'

/** The last answer of an outside service, shared by all who need it. */
export type SharedAnswer<T> = () => Promise<T>

/**
 * Requests a service at most once per `freshMs` and never twice at the same time. While a request is under
 * way, callers get the last answer at once, or wait if there is none. A failed service is requested again
 * after `freshMs`; until then its last answer remains.
 *
 * @param nowMs real time
 */
export const createSharedAnswer = <T>(deps: {
  service: string
  read: () => Promise<T>
  freshMs: number
  nowMs: () => number
}): SharedAnswer<T> => {
  let last: { readonly value: T } | null = null
  let requestedAtMs = -Infinity
  let underWay: Promise<T> | null = null
  const start = (): Promise<T> => {
    requestedAtMs = deps.nowMs()
    underWay = deps
      .read()
      .then((value) => {
        last = { value }
        return value
      })
      .finally(() => (underWay = null))
    return underWay
  }
  return async () => {
    requireNoTransaction(deps.service)
    const isFresh = deps.nowMs() - requestedAtMs < deps.freshMs
    if (last && (isFresh || underWay)) return last.value
    try {
      return await (underWay ?? start())
    } catch (error) {
      if (last) return last.value
      throw error
    }
  }
}
