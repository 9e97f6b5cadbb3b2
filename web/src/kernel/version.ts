import { useSyncExternalStore } from 'react'
import { firstConfig, readConfig, type Config } from './branding.ts'
import { store } from './signal.ts'

const pollEveryMs = 5 * 60_000
const isNew = store(false)
let firstSeen: string | null = null

const compare = ({ version }: Config) => {
  firstSeen ??= version
  if (version !== firstSeen) isNew.write(true)
}
const check = async () => {
  if (document.visibilityState !== 'hidden') compare(await readConfig())
}
const checkSilently = () => check().catch(() => undefined)

/**
 * Detects a new version of the app (product §4): compares with the version of this page every 5 minutes and
 * when the tab becomes visible. Resolves when the configuration is known.
 */
export const watchVersion = (): Promise<void> => {
  setInterval(() => void checkSilently(), pollEveryMs)
  document.addEventListener('visibilitychange', () => void checkSilently())
  return firstConfig()
    .then(compare)
    .catch(() => undefined)
}

/** True once the server runs another version than this page. */
export const useNewVersion = (): boolean => useSyncExternalStore(isNew.listen, isNew.read)
