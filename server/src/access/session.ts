import { isAdminArea } from '@cardamom/contract/roles'
import { after } from '../kernel/clock.ts'

const minuteMs = 60_000

/** Times of a session, all in real time (security §1). */
export const sessionTimes = {
  idleMs: 30 * minuteMs,
  adminIdleMs: 15 * minuteMs,
  adminAbsoluteMs: 12 * 60 * minuteMs,
  /** However busy: whoever holds a session for a month shows again who they are. */
  absoluteMs: 30 * 24 * 60 * minuteMs,
  rotateAfterMs: 10 * minuteMs,
  /** How long a token lives on after its successor was first used. */
  oldTokenMs: minuteMs,
  /** A lost successor is replaced by another after this time. */
  successorMs: 30_000,
  /** Uses are written down this often at most, so that most requests write nothing. */
  touchMs: 15_000,
  confirmedMs: 15 * minuteMs,
  /** After a login by password, or a mail link: time to add the first factor (permissions §3). */
  enrolMs: 10 * minuteMs,
} as const

/** What is known of a session and the token that a request showed. */
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
 * `dead`: this request is answered 401, nothing else happens. `stolen`: a token that was replaced came back
 * with another cookie, so somebody copied it: the session ends. `foreign`: a living token without its
 * cookie opens nothing.
 */
export type SessionVerdict =
  | { readonly verdict: 'dead' | 'stolen' | 'foreign' }
  | {
      readonly verdict: 'live'
      /** Hand out a successor. */
      readonly rotate: boolean
      /** The token is used for the first time: older ones die soon. */
      readonly firstUse: boolean
      readonly touch: boolean
    }

const since = (instant: Date, now: Date) => now.getTime() - instant.getTime()

const absoluteMsOf = (roleId: number) =>
  isAdminArea(roleId) ? sessionTimes.adminAbsoluteMs : sessionTimes.absoluteMs

/** Whether a session is over by itself: ended, idle too long, or older than any session of its role may be. */
export const isOver = (
  session: Pick<SessionFacts, 'roleId' | 'createdAt' | 'lastUsedAt' | 'endedAt'>,
  now: Date,
): boolean => {
  const idleMs = isAdminArea(session.roleId) ? sessionTimes.adminIdleMs : sessionTimes.idleMs
  return (
    session.endedAt !== null ||
    since(session.lastUsedAt, now) >= idleMs ||
    since(session.createdAt, now) >= absoluteMsOf(session.roleId)
  )
}

/** Sessions of this role that are not ended were made and used after these instants, or they are over. */
export const openSince = (roleId: number, now: Date): { createdAfter: Date; usedAfter: Date } => ({
  createdAfter: after(now, -absoluteMsOf(roleId)),
  usedAfter: after(now, -(isAdminArea(roleId) ? sessionTimes.adminIdleMs : sessionTimes.idleMs)),
})

/** Instant at which a session of this role ends whatever happens. */
export const endsAt = ({ roleId, createdAt }: { roleId: number; createdAt: Date }): Date =>
  after(createdAt, absoluteMsOf(roleId))

/** Judges a request by the session of its token and whether it brought that session's cookie. */
export const judgeSession = (
  facts: SessionFacts,
  { now, cookieMatches }: { now: Date; cookieMatches: boolean },
): SessionVerdict => {
  const isReplaced = facts.diesAt !== null && facts.diesAt <= now
  if (!cookieMatches) {
    if (facts.endedAt !== null) return { verdict: 'dead' }
    return { verdict: isReplaced ? 'stolen' : 'foreign' }
  }
  if (isReplaced || isOver(facts, now)) return { verdict: 'dead' }
  const isOld = since(facts.issuedAt, now) >= sessionTimes.rotateAfterMs
  const isWaiting = facts.rotatedAt !== null && since(facts.rotatedAt, now) < sessionTimes.successorMs
  return {
    verdict: 'live',
    rotate: isOld && !isWaiting && facts.diesAt === null,
    firstUse: facts.firstUsedAt === null,
    touch: since(facts.lastUsedAt, now) >= sessionTimes.touchMs,
  }
}
