type Waiting<K, V> = {
  readonly item: K
  readonly resolve: (value: V) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs items of many callers together. A group leaves at the end of the turn of the event loop in which its first item came,
 * or, while as many groups as may be are under way, at the end of one of them. So each item is run after it came, and groups
 * grow while the database is busy. If a group fails, each of its callers gets the error.
 */
export const createGroupedCalls = <K, V>(deps: {
  /** Returns one value for each item, in their order. */
  run: (items: readonly K[]) => Promise<readonly V[]>
  /** Items of a group. */
  most: number
  /** Groups at the same time. */
  atOnce: number
}): ((item: K) => Promise<V>) => {
  const { run, most, atOnce } = deps
  let waiting: Waiting<K, V>[] = []
  let underWay = 0
  let scheduled = false

  const send = async (group: readonly Waiting<K, V>[]) => {
    underWay += 1
    try {
      const values = await run(group.map(({ item }) => item))
      group.forEach(({ resolve }, index) => resolve(values[index] as V))
    } catch (error) {
      for (const { reject } of group) reject(error)
    } finally {
      underWay -= 1
      schedule()
    }
  }
  const sendAll = () => {
    scheduled = false
    while (waiting.length > 0 && underWay < atOnce) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      void send(group)
    }
  }
  const schedule = () => {
    if (scheduled || waiting.length === 0 || underWay >= atOnce) return
    scheduled = true
    setImmediate(sendAll)
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
