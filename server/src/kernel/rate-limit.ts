import type { RateClass } from '@cardamom/contract/endpoint'

/** Calls a minute, by class (trust): `anonymous` and `login` count per address, the others per session. */
const perMinute: Readonly<Record<RateClass, number>> = {
  read: 1200,
  write: 300,
  money: 120,
  login: 30,
  code_send: 10,
  code_verify: 30,
  anonymous: 300,
}

const windowMs = 60_000
const maxBuckets = 50_000

export type RateLimits = {
  /** Counts one call. Gives the seconds to wait when the caller is over the limit, else null. */
  readonly take: (
    rate: RateClass,
    subject: string,
  ) => { limit: number; remaining: number; retryAfterSeconds: number | null }
}

/** Fixed windows in memory: each copy of the server counts its own. Accounts and codes are counted by their modules. */
export const createRateLimits = (realNow: () => Date, enabled: boolean): RateLimits => {
  let windowStart = 0
  let hits = new Map<string, number>()
  return {
    take: (rate, subject) => {
      const limit = perMinute[rate]
      const now = realNow().getTime()
      if (now - windowStart >= windowMs || hits.size > maxBuckets) {
        windowStart = now
        hits = new Map()
      }
      const bucket = `${rate}:${subject}`
      const count = (hits.get(bucket) ?? 0) + 1
      hits.set(bucket, count)
      const over = enabled && count > limit
      const retryAfterSeconds = over ? Math.ceil((windowStart + windowMs - now) / 1000) : null
      return { limit, remaining: Math.max(0, limit - count), retryAfterSeconds }
    },
  }
}
