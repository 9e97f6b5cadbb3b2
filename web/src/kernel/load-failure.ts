import { nowMs } from './clock.ts'
import { isOnline, onOnline } from './online.ts'
import { needFreshPage } from './fresh-page.ts'

/** How Chromium, Firefox and Safari say that a file of ours could not be fetched. */
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
 * Imports a file, unless the device is offline and the server is out of reach: Chromium never asks again for a file whose
 * import failed once, until the page is loaded anew.
 */
export const importWhenReachable = async <T>(load: () => Promise<T>): Promise<T> => {
  if (!isOnline() && !(await isServerThere())) throw new NoConnection('No connection')
  return load()
}

const failed = new Set<() => Promise<unknown>>()

/** A file could not be fetched: says how to try again. */
export const recordLoadFailure = (again: () => Promise<unknown>): void => void failed.add(again)

/** Tries again to fetch every file that failed. Resolves when all of them have ended, well or not. */
const loadAgain = async (): Promise<void> => {
  const all = [...failed]
  failed.clear()
  await Promise.allSettled(all.map((again) => again()))
}

const reloadedKey = 'cardamom-reloaded'
const reloadEveryMs = 60_000

/**
 * Loads the page anew, at most once a minute for each address. A file that stays missing while the server answers belongs
 * to an older version, or the browser keeps its failure: a fresh page brings the present files.
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
  /** The missing file was needed, and is still not there. */
  readonly failed: () => void
  /** Tries now: the person asked for it. */
  readonly retry: () => void
  readonly stop: () => void
}

/**
 * Fetches missing files again: as soon as the device is online, and after 2, 4, 8 and then every 15 seconds. `show`
 * renders what failed once more. `mayReload`: the person waits for it, and nothing else helps.
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
  const stopHearing = onOnline(retry)
  return {
    failed: () => {
      failures += 1
      // Where the network is fine there is no reason to wait.
      if (failures <= 2 && mayReload && isOnline()) retry()
      else waitAndTry()
    },
    retry,
    stop: () => {
      clearTimeout(timer)
      stopHearing()
    },
  }
}
