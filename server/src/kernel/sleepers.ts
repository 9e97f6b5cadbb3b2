/** Idle workers. One of them checks for work at intervals; the others sleep until they are woken. */
export type Sleepers = {
  /** The first sleeper wakes after this time; all others only when they are woken. */
  readonly sleep: (ms: number) => Promise<void>
  /** Wakes one worker that would not wake by itself. */
  readonly wakeOne: () => void
  readonly wakeAll: () => void
}

export const createSleepers = (): Sleepers => {
  let watcher: (() => void) | null = null
  const sleeping: (() => void)[] = []
  return {
    sleep: (ms) =>
      new Promise<void>((resolve) => {
        if (watcher) {
          sleeping.push(resolve)
          return
        }
        watcher = () => {
          clearTimeout(timer)
          watcher = null
          resolve()
        }
        const timer = setTimeout(watcher, ms)
      }),
    wakeOne: () => sleeping.shift()?.(),
    wakeAll: () => {
      watcher?.()
      for (const wakeUp of sleeping.splice(0)) wakeUp()
    },
  }
}
