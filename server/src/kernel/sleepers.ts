/** Workers that have nothing to do. */
export type Sleepers = {
  /** Resolves after this time, or when somebody wakes all. */
  readonly sleep: (ms: number) => Promise<void>
  readonly wake: () => void
}

export const createSleepers = (): Sleepers => {
  const sleeping = new Set<() => void>()
  return {
    sleep: (ms) =>
      new Promise<void>((resolve) => {
        const wakeUp = () => {
          clearTimeout(timer)
          sleeping.delete(wakeUp)
          resolve()
        }
        const timer = setTimeout(wakeUp, ms)
        sleeping.add(wakeUp)
      }),
    wake: () => {
      for (const wakeUp of sleeping) wakeUp()
    },
  }
}
