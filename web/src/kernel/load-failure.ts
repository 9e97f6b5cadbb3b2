import { nowMs } from './clock.ts'
import { isOnline, onOnline } from './online.ts'
import { needFreshPage } from './fresh-page.ts'

/** Error messages of Chromium, Firefox and Safari when one of our files could not be fetched. */
const missingFile = /dynamically imported module|importing a module script/i

class NoConnection extends Error {}

export const isLoadFailure = (error: unknown): boolean =>
  error instanceof NoConnection || (error instanceof TypeError && missingFile.test(error.message))

const isServerThere = (): Promise<boolean> =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Imports a file, unless the device is offline and the server cannot be reached. Chromium repeats a failed
 * import only after the page is reloaded, so it must not fail for a lost connection.
 */
export const importWhenReachable = async <T>(load: () => Promise<T>): Promise<T> => {
  if (!isOnline() && !(await isServerThere())) throw new NoConnection('No connection')
  return load()
}

const failed = new Set<() => Promise<unknown>>()

/** Records a file that could not be fetched, with the function that tries again. */
export const recordLoadFailure = (again: () => Promise<unknown>): void => void failed.add(again)

/** Fetches all failed files again. Resolves when every attempt has succeeded or failed. */
const loadAgain = async (): Promise<void> => {
  const all = [...failed]
  failed.clear()
  await Promise.allSettled(all.map((again) => again()))
}

const reloadedKey = 'cardamom-reloaded'
const reloadEveryMs = 60_000

/**
 * Reloads the page, at most once a minute for each address. A file that stays missing while the server
 * answers belongs to an older version, or the browser remembers the failure. A reload fetches the current
 * files.
 */
const reloadRarely = (): void => {
  const [href, at] = (sessionStorage.getItem(reloadedKey) ?? '').split(' ')
  if (href === location.href && nowMs() - Number(at) < reloadEveryMs) return
  sessionStorage.setItem(reloadedKey, `${location.href} ${nowMs()}`)
  location.reload()
}

const firstWaitMs = 2000
const longestWaitMs = 15_000

export type Recovery = {
  /** Reports that the missing file was needed and is still missing. */
  readonly failed: () => void
  /** Tries at once, because the person requested it. */
  readonly retry: () => void
  readonly stop: () => void
}

/**
 * Fetches missing files again: as soon as the device is online, and after 2, 4, 8 and then every 15 seconds.
 * `show` renders the failed part again. `mayReload`: the page may be reloaded, because the person waits for
 * this file.
 */
export const recovery = ({ show, mayReload }: { show: () => void; mayReload: boolean }): Recovery => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false
  const attempt = async () => {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    const isThere = await isServerThere()
    if (isThere && failures > 1) {
      if (mayReload) reloadRarely()
      else needFreshPage()
    }
    if (isThere) await loadAgain()
    isTrying = false
    if (isThere) show()
    else waitAndTry()
  }
  const retry = () => void attempt()
  const waitAndTry = () => {
    clearTimeout(timer)
    timer = setTimeout(retry, Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)))
  }
  const stopListening = onOnline(retry)
  return {
    failed: () => {
      failures += 1
      // The network works, so waiting would not help.
      if (failures <= 2 && mayReload && isOnline()) retry()
      else waitAndTry()
    },
    retry,
    stop: () => {
      clearTimeout(timer)
      stopListening()
    },
  }
}
