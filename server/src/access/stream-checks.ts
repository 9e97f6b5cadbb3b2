import type { Log } from '../kernel/log.ts'

const everyMs = 15_000
/** A notice that concerns every session may be frequent, and its check reads every stream's session. */
const allPauseMs = 1000

type StreamChecks = {
  /** Checks these sessions now, or directly after the check that runs. */
  readonly now: (ids: readonly string[]) => void
  /** Checks every session with a stream, at most once a second. */
  readonly allSoon: () => void
  readonly stop: () => void
}

/** Runs the checks of open streams one after another, and all of them every 15 seconds. */
export const createStreamChecks = (deps: {
  log: Log
  /** Sessions with a stream. */
  all: () => Iterable<string>
  closeOver: (ids: readonly string[]) => Promise<void>
}): StreamChecks => {
  let named = new Set<string>()
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      while (named.size > 0) {
        const ids = [...named]
        named = new Set()
        await deps.closeOver(ids)
      }
    } catch (error) {
      deps.log.error('Streams could not be checked', error)
    } finally {
      isRunning = false
    }
  }
  const now = (ids: Iterable<string>) => {
    for (const id of ids) named.add(id)
    void run()
  }
  let lastMs = -Infinity
  let soon: NodeJS.Timeout | null = null
  const checkAll = () => {
    soon = null
    lastMs = performance.now()
    now(deps.all())
  }
  const timer = setInterval(checkAll, everyMs)
  timer.unref()
  return {
    now,
    allSoon: () => {
      soon ??= setTimeout(checkAll, Math.max(0, lastMs + allPauseMs - performance.now())).unref()
    },
    stop: () => {
      clearInterval(timer)
      if (soon) clearTimeout(soon)
    },
  }
}
