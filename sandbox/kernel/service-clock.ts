import type { DatabaseSync } from 'node:sqlite'

/** Real time plus an offset that only grows. The store has the offset, so a restart does not lose it. */
export type ServiceClock = {
  readonly now: () => Date
  readonly realNow: () => Date
  readonly offsetMs: () => number
  readonly setOffset: (offsetMs: number) => void
  /** Subscribes to each change of the clock, in order; used to run due work. */
  readonly onAdvance: (run: () => void | Promise<void>) => void
  readonly settle: () => Promise<void>
}

/**
 * @param firstOffsetMs offset of a new store; a negative one starts in the past
 */
export const createServiceClock = (store: DatabaseSync, firstOffsetMs = 0): ServiceClock => {
  store.exec(
    'create table if not exists service_clock (id integer primary key check (id = 1), offset_ms integer not null)',
  )
  store.prepare('insert or ignore into service_clock values (1, ?)').run(firstOffsetMs)
  let offset = Number(store.prepare('select offset_ms from service_clock').get()?.['offset_ms'] ?? 0)
  const listeners: (() => void | Promise<void>)[] = []
  const realNow = () => new Date()
  return {
    now: () => new Date(realNow().getTime() + offset),
    realNow,
    offsetMs: () => offset,
    setOffset: (next) => {
      if (next < offset) throw new RangeError('The clock never turns back')
      offset = next
      store.prepare('update service_clock set offset_ms = ?').run(next)
    },
    onAdvance: (run) => listeners.push(run),
    settle: async () => {
      for (const run of listeners) await run()
    },
  }
}
