import { after } from '../kernel/clock.ts'

/** How many tries are free, and how long further ones are refused. Real time. */
export type ThrottleRule = {
  readonly tries: number
  readonly windowMs: number
  readonly firstBlockMs: number
  /** Each further block lasts twice as long, up to this. */
  readonly longestBlockMs: number
}

/** Counted tries of one subject. */
export type ThrottleState = {
  readonly tries: number
  readonly windowFrom: Date
  readonly blocks: number
  readonly blockedUntil: Date | null
}

const minuteMs = 60_000
/** After this time without a block the next block is short again. */
const forgottenMs = 24 * 60 * minuteMs

/**
 * Passwords of one account from one network: five a minute, then a pause that doubles from one minute to
 * sixteen (security §2).
 */
export const passwordTries: ThrottleRule = {
  tries: 5,
  windowMs: minuteMs,
  firstBlockMs: minuteMs,
  longestBlockMs: 16 * minuteMs,
}

/** Passwords of one account from all networks together, against distributed guessing. */
export const accountTries: ThrottleRule = {
  tries: 100,
  windowMs: 60 * minuteMs,
  firstBlockMs: 15 * minuteMs,
  longestBlockMs: 60 * minuteMs,
}

/** Mail of one purpose to one address: three in ten minutes (security §2). */
export const mailTries: ThrottleRule = {
  tries: 3,
  windowMs: 10 * minuteMs,
  firstBlockMs: 10 * minuteMs,
  longestBlockMs: 10 * minuteMs,
}

/** Mail that one session or network causes, to any addresses. */
export const senderTries: ThrottleRule = {
  tries: 30,
  windowMs: 10 * minuteMs,
  firstBlockMs: 10 * minuteMs,
  longestBlockMs: 60 * minuteMs,
}

/**
 * Notices of one kind to one person by mail, where strangers can cause them. The notification list shows all
 * of them.
 */
export const noticeTries: ThrottleRule = {
  tries: 10,
  windowMs: 60 * minuteMs,
  firstBlockMs: 60 * minuteMs,
  longestBlockMs: 60 * minuteMs,
}

/** Codes that were mailed to one account, from all networks together. */
export const codeTries: ThrottleRule = {
  tries: 30,
  windowMs: 60 * minuteMs,
  firstBlockMs: 15 * minuteMs,
  longestBlockMs: 60 * minuteMs,
}

/** Proofs of a second factor: five in five minutes, then a pause that doubles up to an hour. */
export const factorTries: ThrottleRule = {
  tries: 5,
  windowMs: 5 * minuteMs,
  firstBlockMs: 5 * minuteMs,
  longestBlockMs: 60 * minuteMs,
}

const secondsUntil = (instant: Date, now: Date) =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000))

const since = (instant: Date, now: Date) => now.getTime() - instant.getTime()

/**
 * Counts one try before it is made, so that concurrent tries count too. Returns the state to store, and the
 * seconds to wait when the try is refused.
 */
export const countAttempt = (
  state: ThrottleState | null,
  rule: ThrottleRule,
  now: Date,
): { state: ThrottleState; retryAfterSeconds: number | null } => {
  const blockedUntil = state?.blockedUntil ?? null
  if (state && blockedUntil && blockedUntil > now) {
    return { state, retryAfterSeconds: secondsUntil(blockedUntil, now) }
  }
  const isRecent = state !== null && since(blockedUntil ?? state.windowFrom, now) < forgottenMs
  const blocks = isRecent ? state.blocks : 0
  const windowIsOpen = state !== null && !blockedUntil && since(state.windowFrom, now) < rule.windowMs
  if (!state || !windowIsOpen) {
    const fresh = { tries: 1, windowFrom: now, blocks, blockedUntil: null }
    return { state: fresh, retryAfterSeconds: null }
  }
  const tries = state.tries + 1
  if (tries <= rule.tries) return { state: { ...state, tries }, retryAfterSeconds: null }
  const pauseMs = Math.min(rule.firstBlockMs * 2 ** blocks, rule.longestBlockMs)
  const until = after(now, pauseMs)
  const blocked = { tries, windowFrom: state.windowFrom, blocks: blocks + 1, blockedUntil: until }
  return { state: blocked, retryAfterSeconds: secondsUntil(until, now) }
}
