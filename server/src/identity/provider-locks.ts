import type { Kernel } from '../kernel/module.ts'
import type { ProviderLock, ProviderLocks } from '../providers/stepup/port.ts'

/** The locks of one person, or all present ones. */
type LockQuery = { readonly userId: string | null; readonly now: Date }

export type ProviderReading = {
  readonly state: 'listed' | 'not_told' | 'no_answer'
  readonly locks: readonly ProviderLock[]
}

/** The locks that the step-up provider counts. */
export const readProviderLocks = async (
  { providerLocks, log }: { providerLocks: ProviderLocks | null } & Pick<Kernel, 'log'>,
  { userId, now }: LockQuery,
): Promise<ProviderReading> => {
  if (!providerLocks) return { state: 'not_told', locks: [] }
  try {
    const all = await providerLocks.list(userId)
    const locks = all.filter(({ blockedUntil }) => userId !== null || (blockedUntil ?? now) > now)
    return { state: 'listed', locks }
  } catch (error) {
    log.warn('The step-up provider did not answer about its locks', { event: String(error) })
    return { state: 'no_answer', locks: [] }
  }
}
