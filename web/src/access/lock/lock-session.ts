import { lockSession } from '@cardamom/contract/access'
import { ApiError, call } from '../../kernel/api.ts'
import { isLocked, markLocked } from '../../kernel/lock.ts'

const againMs = 3000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Whether the server did not lock, but may do so later: it was not reached, or it failed. */
const hasFailed = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) throw error
  return error.status === 0 || error.status >= 500
}

/**
 * Locks the screen at once, and the session on the server as soon as it can be reached, so that a reload and other
 * programs with this session are locked too (security §1).
 */
export const lockNow = async (): Promise<void> => {
  if (isLocked()) return
  markLocked()
  while (isLocked()) {
    // oxlint-disable-next-line no-await-in-loop -- each try follows the answer of the one before
    const failed = await call(lockSession, { errors: 'none' }).then(() => false, hasFailed)
    if (!failed) return
    // oxlint-disable-next-line no-await-in-loop -- a pause between the tries
    await wait(againMs)
  }
}
