/** Workers that have nothing to do. One of them looks for work at times; the others sleep until somebody wakes them. */
export type Sleepers = {
  /** The first one to sleep wakes by itself after this time; all others only when they are woken. */
  readonly sleep: (ms: number) => Promise<void>
  /** Wakes one of those who would not wake by themselves. */
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
