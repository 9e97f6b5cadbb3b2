import type { Parts } from './parts.ts'
import { Refusal } from './refusal.ts'

const tenMinutesMs = 600_000
const fiveMinutesMs = 300_000
const oneHourMs = 3_600_000
const sendLimits = { 'email-otp': 12, 'magic-link': 12, sms: 6 } as const
const wrongCodesAllowed = 10

export type SendKind = keyof typeof sendLimits
export type Lockout = {
  subject: string
  method: string
  failures: number
  window_ms: number
  locked_until_ms: number
  times: number
}

/** Counts a message to an address or number; refuses when there were too many within ten minutes. */
export const countSending = (parts: Parts, subject: string, kind: SendKind): void => {
  const { db } = parts
  const now = parts.now().getTime()
  db.run('delete from sending where at_ms <= ?', now - tenMinutesMs)
  const sent = db.one<{ n: number }>(
    'select count(*) as n from sending where subject = ? and kind = ?',
    subject,
    kind,
  )
  if ((sent?.n ?? 0) >= sendLimits[kind]) {
    throw new Refusal(429, 'too_many_requests', 'Too many messages were sent. Try again in ten minutes.')
  }
  db.run('insert into sending values (?, ?, ?)', subject, kind, now)
}

const lockoutOf = ({ db }: Parts, subject: string, method: string): Lockout | undefined =>
  db.one<Lockout>('select * from lockout where subject = ? and method = ?', subject, method)

export const isLocked = (parts: Parts, subject: string, method: string): boolean =>
  (lockoutOf(parts, subject, method)?.locked_until_ms ?? 0) > parts.now().getTime()

/**
 * Counts a wrong code. Ten within five minutes lock that method for that user for five minutes, then ten,
 * then twenty, up to an hour. Returns whether this one locked it.
 */
export const countWrongCode = (parts: Parts, subject: string, method: string): boolean => {
  const now = parts.now().getTime()
  const before = lockoutOf(parts, subject, method)
  const within = before !== undefined && now - before.window_ms < fiveMinutesMs
  const failures = within ? before.failures + 1 : 1
  const locks = failures >= wrongCodesAllowed
  const times = (before?.times ?? 0) + (locks ? 1 : 0)
  const lockMs = Math.min(fiveMinutesMs * 2 ** (times - 1), oneHourMs)
  parts.db.run(
    'insert or replace into lockout values (?, ?, ?, ?, ?, ?)',
    subject,
    method,
    failures,
    within ? before.window_ms : now,
    locks ? now + lockMs : (before?.locked_until_ms ?? 0),
    times,
  )
  return locks
}

/** A right code resets the count. */
export const forgiveWrongCodes = ({ db }: Parts, subject: string, method: string): void => {
  db.run('delete from lockout where subject = ? and method = ?', subject, method)
}

/** Removes locks and send limits, of one method or of all. Returns the number of removed rows. */
export const liftLimits = ({ db }: Parts, subject: string, method: string | undefined): number =>
  db.run('delete from lockout where subject = ? and method = coalesce(?, method)', subject, method ?? null) +
  db.run('delete from sending where subject = ?', subject)

/** Locks, and counts of wrong codes that may lead to a lock: of one user, or of all. */
export const lockouts = (parts: Parts, subject: string | null): Lockout[] => {
  const now = parts.now().getTime()
  return parts.db.all<Lockout>(
    `select * from lockout
     where (?1 is null or subject = ?1) and (locked_until_ms > ?2 or window_ms > ?2 - ${fiveMinutesMs})`,
    subject,
    now,
  )
}

/** Addresses and numbers that get no more messages of a kind, and until when. */
export const fullSendings = (
  parts: Parts,
  subject: string | null,
): { subject: string; kind: SendKind; sent: number; fullUntilMs: number }[] =>
  parts.db
    .all<{ subject: string; kind: SendKind; sent: number; first_ms: number }>(
      `select subject, kind, count(*) as sent, min(at_ms) as first_ms from sending
       where at_ms > ?1 and (?2 is null or subject = ?2) group by subject, kind`,
      parts.now().getTime() - tenMinutesMs,
      subject,
    )
    .filter(({ kind, sent }) => sent >= sendLimits[kind])
    .map(({ first_ms, ...full }) => ({ ...full, fullUntilMs: first_ms + tenMinutesMs }))
