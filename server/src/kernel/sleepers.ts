/** Idle workers of a lane. They sleep until they are woken. */
export type Sleepers = {
  readonly sleep: () => Promise<void>
  readonly wakeOne: () => void
  readonly wakeAll: () => void
  readonly isEmpty: () => boolean
}

export const createSleepers = (): Sleepers => {
  const sleeping: (() => void)[] = []
  return {
    sleep: () => new Promise<void>((resolve) => void sleeping.push(resolve)),
    wakeOne: () => sleeping.shift()?.(),
    wakeAll: () => {
      for (const wakeUp of sleeping.splice(0)) wakeUp()
    },
    isEmpty: () => sleeping.length === 0,
  }
}
