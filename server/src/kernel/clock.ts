import type { Queries } from './queries.ts'

/**
 * The two times of the product (architecture §1). `now` is business time: real time plus an offset that only grows in
 * sandbox mode. `realNow` is for sessions, rate limits, tokens and logs.
 */
export type Clock = {
  readonly now: () => Date
  readonly realNow: () => Date
  readonly offsetMs: () => number
  /** When business time was last moved on, in real time; null: never by this process. */
  readonly movedAt: () => Date | null
  /** Moves business time on. Throws RangeError when it would turn back. */
  readonly setOffset: (offsetMs: number) => void
}

/** @param realMs where real time comes from; the simulation gives its own. */
export const createClock = (realMs: () => number = Date.now, offsetMs = 0): Clock => {
  let offset = offsetMs
  let movedAt: Date | null = null
  return {
    now: () => new Date(realMs() + offset),
    realNow: () => new Date(realMs()),
    offsetMs: () => offset,
    movedAt: () => movedAt,
    setOffset: (next) => {
      if (next < offset) throw new RangeError('The clock never turns back')
      if (next > offset) movedAt = new Date(realMs())
      offset = next
    },
  }
}

/** A later instant. */
export const after = (instant: Date, durationMs: number): Date => new Date(instant.getTime() + durationMs)

/** How far business time is ahead of real time, in ms: what the last process stored. */
export const readStoredOffset = async (sql: Queries): Promise<number> =>
  Number((await sql.selectFrom('clock').select('offsetMs').executeTakeFirstOrThrow()).offsetMs)

/** Stores a larger offset; a smaller one changes nothing. */
export const raiseStoredOffset = async (sql: Queries, offsetMs: bigint): Promise<void> => {
  await sql.updateTable('clock').set({ offsetMs }).where('offsetMs', '<', offsetMs).execute()
}
