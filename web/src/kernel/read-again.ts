import { retryAfterMs, type ApiError } from './api-error.ts'

/**
 * Pauses after which a read is repeated, because a live event may be lost and some changes have none: while the product or
 * a service works on what was read, and while people decide about it.
 */
export const ofMachines = 2500
export const ofPeople = 15_000

const leastRetryMs = 10_000

/** A read that the server cannot answer now is repeated after the time that it names, at the earliest after ten seconds. */
export const retryMs = (error: ApiError | null): number | false => {
  const ms = error?.status === 503 && retryAfterMs(error)
  return ms ? Math.max(ms, leastRetryMs) : false
}

/** The pause before the next read of a query; without one it is not repeated by itself. */
export const pauseMs = <Data>(
  { data, error }: { data?: Data | undefined; error: ApiError | null },
  againMs: ((data: Data) => number | false) | undefined,
): number | false | undefined => retryMs(error) || (data !== undefined && againMs?.(data))
