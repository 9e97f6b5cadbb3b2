import { after } from '../kernel/clock.ts'
import { limitsOf, type SessionRules } from './session-rules.ts'

const minuteMs = 60_000

/** Times of a session that are no settings, all in real time (security §1). */
export const sessionTimes = {
  rotateAfterMs: 10 * minuteMs,
  /** How long a token lives after its successor was first used. */
  oldTokenMs: minuteMs,
  /** After this time a lost successor is replaced by another. */
  successorMs: 30_000,
  /** Shortest time between two recorded uses, so that most requests write nothing. */
  touchMs: 15_000,
  confirmedMs: 15 * minuteMs,
  /** Time to add the first factor after a login by password or a mail link (permissions §3). */
  enrolMs: 10 * minuteMs,
} as const

/** A session and the token of a request, as stored. */
export type SessionFacts = {
  readonly roleId: number
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly endedAt: Date | null
  readonly issuedAt: Date
  readonly firstUsedAt: Date | null
  readonly rotatedAt: Date | null
  readonly diesAt: Date | null
}

/**
 * `dead`: this request is answered 401 and nothing else happens. `stolen`: a replaced token was sent with
 * another cookie, so it was copied, and the session ends. `foreign`: a valid token without its cookie is
 * refused.
 */
export type SessionVerdict =
  | { readonly verdict: 'dead' | 'stolen' | 'foreign' }
  | {
      readonly verdict: 'live'
      /** A successor must be issued. */
      readonly rotate: boolean
      /** The token is used for the first time: older ones expire soon. */
      readonly firstUse: boolean
      readonly touch: boolean
    }

const since = (instant: Date, now: Date) => now.getTime() - instant.getTime()

/** Whether a session is over: ended, idle too long, or older than its role allows. */
export const isOver = (
  session: Pick<SessionFacts, 'roleId' | 'createdAt' | 'lastUsedAt' | 'endedAt'>,
  { now, rules }: { now: Date; rules: SessionRules },
): boolean => {
  const { idleMs, absoluteMs } = limitsOf(session.roleId, rules)
  return (
    session.endedAt !== null ||
    since(session.lastUsedAt, now) >= idleMs ||
    since(session.createdAt, now) >= absoluteMs
  )
}

/** Instant at which a session of this role ends in any case. */
export const endsAt = (
  { roleId, createdAt }: { roleId: number; createdAt: Date },
  rules: SessionRules,
): Date => after(createdAt, limitsOf(roleId, rules).absoluteMs)

/** Decides about a request by its token's session and by whether it has that session's cookie. */
export const judgeSession = (
  facts: SessionFacts,
  { now, rules, cookieMatches }: { now: Date; rules: SessionRules; cookieMatches: boolean },
): SessionVerdict => {
  const isReplaced = facts.diesAt !== null && facts.diesAt <= now
  if (!cookieMatches) {
    if (facts.endedAt !== null) return { verdict: 'dead' }
    return { verdict: isReplaced ? 'stolen' : 'foreign' }
  }
  if (isReplaced || isOver(facts, { now, rules })) return { verdict: 'dead' }
  const isOld = since(facts.issuedAt, now) >= sessionTimes.rotateAfterMs
  const isWaiting = facts.rotatedAt !== null && since(facts.rotatedAt, now) < sessionTimes.successorMs
  return {
    verdict: 'live',
    rotate: isOld && !isWaiting && facts.diesAt === null,
    firstUse: facts.firstUsedAt === null,
    touch: since(facts.lastUsedAt, now) >= sessionTimes.touchMs,
  }
}
