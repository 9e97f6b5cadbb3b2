import { useSyncExternalStore } from 'react'
import { readConfig } from './face.ts'
import { store } from './signal.ts'

const pollEveryMs = 5 * 60_000
const isNew = store(false)
let firstSeen: string | null = null

const look = async () => {
  if (document.visibilityState === 'hidden') return
  const { version } = await readConfig()
  firstSeen ??= version
  if (version !== firstSeen) isNew.write(true)
}
const lookQuietly = () => look().catch(() => undefined)

/**
 * Watches for a new app version (spec §4): now, every 5 minutes, and when the tab is looked at again. Resolves
 * with the first look, which also tells the configuration.
 */
export const watchVersion = (): Promise<void> => {
  setInterval(() => void lookQuietly(), pollEveryMs)
  document.addEventListener('visibilitychange', () => void lookQuietly())
  return lookQuietly()
}

/** True once the server runs another version than the one that this page began with. */
export const useNewVersion = (): boolean => useSyncExternalStore(isNew.listen, isNew.read)
