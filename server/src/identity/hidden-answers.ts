import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../kernel/database.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import { readSetting } from '../settings/settings.sql.ts'

/**
 * Longer than any of these calls on a server that is not overloaded. Hashing a password needs a fifth of it.
 */
const stepMs = 250

/**
 * Answers a public call that reads an account. Where accounts are hidden, the answer waits until a whole
 * number of quarter seconds has passed since the call started, so that its time does not tell what was found.
 * The call holds no connection or lock while it waits.
 */
export const atHiddenTime = async <T>(db: Database, answer: () => Promise<T>): Promise<T> => {
  const startedMs = performance.now()
  const answered = await answer()
  if (!(await db.read(beforeLogin, (sql) => readSetting(sql, 'hideAccountExistence')))) return answered
  const elapsedMs = performance.now() - startedMs
  await pause(Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs)
  return answered
}
