import { isIPv6 } from 'node:net'
import type { RateClass } from '@cardamom/contract/endpoint'

/** `network`: every request, before it is read. `page`: a document that a browser opens, no call. */
type LimitClass = RateClass | 'network' | 'page'

/**
 * Requests a minute, by class (security §2). `network`, `page`, `anonymous` and `login` count per network, the others per
 * user. Many people can share one network, so `network` only stops a flood.
 */
const perMinute: Readonly<Record<LimitClass, number>> = {
  read: 1200,
  write: 300,
  money: 120,
  login: 30,
  code_send: 10,
  code_verify: 30,
  anonymous: 300,
  page: 300,
  network: 6000,
}

const windowMs = 60_000
const mostBuckets = 50_000

export type RateLimits = {
  /** Counts one request. Returns the seconds to wait when the caller is over the limit, else null. */
  readonly consume: (
    rate: LimitClass,
    subject: string,
  ) => { limit: number; remaining: number; retryAfterSeconds: number | null }
  /**
   * Returns the seconds to wait when the caller's next request would exceed the limit, else null. Counts
   * nothing.
   */
  readonly peek: (rate: LimitClass, subject: string) => number | null
}

const mappedIpv4 = /^::ffff:(?:0:)?(\d+\.\d+\.\d+\.\d+)$/i
const ipv6Groups = 8
const networkGroups = 4

/**
 * The unit that limits count: an IPv4 address, or the /64 of an IPv6 address, because one customer of a
 * provider has at least a /64.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [plain = ''] = address.split('%')
  const mapped = mappedIpv4.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = Array.from({ length: Math.max(0, ipv6Groups - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, networkGroups)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * Fixed windows in memory, each from its first request. Every copy of the server counts for itself; modules
 * count accounts and codes. When there are too many buckets, the oldest window is removed first.
 */
export const createRateLimits = (realNow: () => Date, enabled: boolean): RateLimits => {
  // Buckets are in the order of their windows' start: a new window puts its bucket at the end.
  const buckets = new Map<string, { readonly openedMs: number; count: number }>()
  const open = (name: string, nowMs: number) => {
    const bucket = { openedMs: nowMs, count: 0 }
    buckets.delete(name)
    buckets.set(name, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > mostBuckets && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
  const current = (name: string, nowMs: number) => {
    const known = buckets.get(name)
    return known && nowMs - known.openedMs < windowMs ? known : null
  }
  const secondsLeft = ({ openedMs }: { openedMs: number }, nowMs: number) =>
    Math.max(1, Math.ceil((openedMs + windowMs - nowMs) / 1000))
  return {
    peek: (rate, subject) => {
      if (!enabled) return null
      const nowMs = realNow().getTime()
      const bucket = current(`${rate}:${subject}`, nowMs)
      return bucket && bucket.count >= perMinute[rate] ? secondsLeft(bucket, nowMs) : null
    },
    consume: (rate, subject) => {
      const limit = perMinute[rate]
      const nowMs = realNow().getTime()
      const name = `${rate}:${subject}`
      const bucket = current(name, nowMs) ?? open(name, nowMs)
      bucket.count += 1
      const isOver = enabled && bucket.count > limit
      return {
        limit,
        remaining: Math.max(0, limit - bucket.count),
        retryAfterSeconds: isOver ? secondsLeft(bucket, nowMs) : null,
      }
    },
  }
}
