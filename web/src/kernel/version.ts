import { useSyncExternalStore } from 'react'
import { firstConfig, readConfig, type Config } from './branding.ts'
import { onLive } from './live-hub.ts'
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
 * when the tab becomes visible. A changed banner is read at once. Resolves when the configuration is known.
 */
export const watchVersion = (): Promise<void> => {
  setInterval(() => void checkSilently(), pollEveryMs)
  // The configuration names the banners of now, too.
  onLive(['incident.changed'], () => void checkSilently())
  document.addEventListener('visibilitychange', () => void checkSilently())
  return firstConfig()
    .then(compare)
    .catch(() => undefined)
}

/** True once the server runs another version than this page. */
export const useNewVersion = (): boolean => useSyncExternalStore(isNew.listen, isNew.read)
