import type { ProviderName } from '@cardamom/contract/settings/providers'

/** How a provider answered the product's own calls. */
export type ProviderState = {
  readonly provider: ProviderName
  readonly answeredAt: Date | null
  /** Calls without an answer since the last answer, the first and the last of them. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly failedAt: Date | null
  /** The last failure was an answer that refused our key. */
  readonly keyRefused: boolean
}

const minuteMs = 60_000
/** One lost call, or a short restart of the provider, says nothing. */
const leastFailures = 3
const leastMs = 5 * minuteMs
/** Jobs are tried again at least once an hour, so older failures have no work that waits. */
const longestMs = 2 * 60 * minuteMs

/**
 * Whether a provider does not answer: several calls in a row, over some minutes, and still now. A refusal of our key
 * says so at once.
 */
export const isUnwell = (
  { failures, failingSince, failedAt, keyRefused }: ProviderState,
  now: Date,
): boolean => {
  if (failingSince === null || failedAt === null) return false
  const ageMs = (of: Date) => now.getTime() - of.getTime()
  if (keyRefused) return ageMs(failedAt) <= longestMs
  if (failures < leastFailures) return false
  return ageMs(failingSince) >= leastMs && ageMs(failedAt) <= longestMs
}
