/** Many readers or one writer: no reader sees a block that is not yet in the journal. */
export type Gate = {
  readonly shared: <T>(run: () => Promise<T>) => Promise<T>
  /** Runs alone, after all running work and before all later work. */
  readonly exclusive: <T>(run: () => Promise<T>) => Promise<T>
}

export const createGate = (): Gate => {
  let readers = 0
  let writers = 0
  let tail: Promise<void> = Promise.resolve()
  let drained: (() => void) | null = null
  return {
    shared: async (run) => {
      while (writers > 0) await tail
      readers += 1
      try {
        return await run()
      } finally {
        readers -= 1
        if (readers === 0) drained?.()
      }
    },
    exclusive: async (run) => {
      const before = tail
      const { promise, resolve } = Promise.withResolvers<void>()
      tail = promise
      writers += 1
      await before
      if (readers > 0) {
        await new Promise<void>((done) => {
          drained = done
        })
        drained = null
      }
      try {
        return await run()
      } finally {
        writers -= 1
        resolve()
      }
    },
  }
}
