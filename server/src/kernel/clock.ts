import type { Queries } from './queries.ts'

/**
 * The two times of the product (architecture §1). `now` is business time: real time plus an offset that only
 * grows, and only in sandbox mode. `realNow` is for sessions, rate limits, tokens and logs.
 */
export type Clock = {
  readonly now: () => Date
  readonly realNow: () => Date
  readonly offsetMs: () => number
  /** Real time of the last change of business time; null: this process has not changed it. */
  readonly advancedAt: () => Date | null
  /** Advances business time. Throws RangeError for an earlier time. */
  readonly setOffset: (offsetMs: number) => void
}

/** @param realMs source of real time; the simulation passes its own */
export const createClock = (realMs: () => number = Date.now, offsetMs = 0): Clock => {
  let offset = offsetMs
  let advancedAt: Date | null = null
  return {
    now: () => new Date(realMs() + offset),
    realNow: () => new Date(realMs()),
    offsetMs: () => offset,
    advancedAt: () => advancedAt,
    setOffset: (next) => {
      if (next < offset) throw new RangeError('The clock never turns back')
      if (next > offset) advancedAt = new Date(realMs())
      offset = next
    },
  }
}

/** Returns a later instant. */
export const after = (instant: Date, durationMs: number): Date => new Date(instant.getTime() + durationMs)

/** Reads the offset of business time in ms, as last stored. */
export const readStoredOffset = async (sql: Queries): Promise<number> =>
  Number((await sql.selectFrom('clock').select('offsetMs').executeTakeFirstOrThrow()).offsetMs)

/** Stores a larger offset. A smaller one changes nothing. */
export const raiseStoredOffset = async (sql: Queries, offsetMs: bigint): Promise<void> => {
  await sql.updateTable('clock').set({ offsetMs }).where('offsetMs', '<', offsetMs).execute()
}
