/**
 * Reads the keys that are requested in one turn of the event loop in one query. `load` gets each key once and
 * returns the values that it found.
 */
export const createBatchedLookup = <V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): ((key: string) => Promise<V | null>) => {
  type WaitingCaller = {
    readonly resolve: (value: V | null) => void
    readonly reject: (error: unknown) => void
  }
  let waiting = new Map<string, WaitingCaller[]>()

  const send = async () => {
    const group = waiting
    waiting = new Map()
    try {
      const found = await load([...group.keys()])
      for (const [key, callers] of group) for (const { resolve } of callers) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const callers of group.values()) for (const { reject } of callers) reject(error)
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(() => void send())
      const callers = waiting.get(key)
      if (callers) callers.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
    })
}
