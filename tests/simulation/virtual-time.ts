export type VirtualTime = {
  readonly nowMs: () => number
  readonly advance: (durationMs: number) => void
  /** Restores the real time of the process. */
  readonly restore: () => void
}

/**
 * Stops the time of this process; only `advance` changes it. The server gets its time as a parameter, but the
 * embedded services read the time of the process, and one seed must mean the same time for both.
 */
export const installVirtualTime = (startsAt: string): VirtualTime => {
  const real = globalThis.Date
  let ms = real.parse(startsAt)
  globalThis.Date = new Proxy(real, {
    construct: (target, values, made) =>
      Reflect.construct(
        target,
        values.length === 0 ? [ms] : values,
        made === globalThis.Date ? target : made,
      ),
    get: (target, name) => (name === 'now' ? () => ms : Reflect.get(target, name)),
  })
  return {
    nowMs: () => ms,
    advance: (durationMs) => {
      ms += durationMs
    },
    restore: () => {
      globalThis.Date = real
    },
  }
}
