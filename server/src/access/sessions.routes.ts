import { startUnlock, endSession, lockSession, unlockSession } from '@cardamom/contract/access'
import { createPasswordCheck } from '../identity/password-check.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { findChallenge, useChallenge } from './challenges.sql.ts'
import { readFactors } from './factors.sql.ts'
import { callerOf, recordSecurityEvent, type Caller, type SecurityEventKind } from './security-events.sql.ts'
import { createSessionCookie } from './session-cookie.ts'
import { endSessionsById, setSessionConfirmed, setSessionLocked } from './sessions.sql.ts'

/** Logging out, and the lock screen (ux §2, security §1: locked on the server too). */
export const mountSessions = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, page, db, clock, ids, config } = kernel
  const { challenges } = parts
  const cookies = createSessionCookie(config)
  const checkPassword = createPasswordCheck(kernel, needs)
  page.guessSignedIn((request) => cookies.read(request) !== null)

  type OwnSecurityEvent = { me: SessionPrincipal; kind: SecurityEventKind; caller: Caller }
  const recordEvent = (sql: Queries, { me, kind, caller }: OwnSecurityEvent) => {
    const { userId, companyId } = me
    return recordSecurityEvent(sql, ids, { userId, companyId, kind, caller, at: clock.realNow() })
  }

  mount(endSession, async ({ me, reply, ...tx }) => {
    await endSessionsById(tx, { ids: [me.sessionId], reason: 'logout', at: clock.realNow() })
    cookies.clear(reply)
    return accepted(null)
  })

  mount(lockSession, async ({ me, sql, request, address }) => {
    await setSessionLocked(sql, { id: me.sessionId, at: clock.realNow() })
    await recordEvent(sql, { me, kind: 'session_locked', caller: callerOf({ request, address }) })
    return accepted(null)
  })

  mount(startUnlock, async ({ me, request, address, finish }) => {
    const { user, factors } = await db.read(provedPerson, async (sql) => ({
      user: await readUser(sql, me.userId),
      factors: await readFactors(sql, me.userId),
    }))
    if (!user || !factors.some(({ method }) => method === 'passkey')) return refused('passkey_not_enabled')
    const wanted = { user, sessionId: me.sessionId, purpose: 'unlock', methods: ['passkey'] } as const
    const started = await challenges.start({ ...wanted, caller: callerOf({ request, address }) })
    if (!started.accepted) return started
    const { id, facts, save } = started.value
    return finish({ ...facts, id }, ({ sql }) => save(sql))
  })

  mount(unlockSession, async ({ me, input, request, address, finish }) => {
    const caller = callerOf({ request, address })
    const unlock = async (sql: Queries) => {
      await setSessionLocked(sql, { id: me.sessionId, at: null })
      await recordEvent(sql, { me, kind: 'session_unlocked', caller })
    }
    if ('password' in input) {
      const checked = await checkPassword(me, input.password)
      if (!checked.accepted) {
        return checked.code === 'rate_limited'
          ? refused('rate_limited', { data: checked.data })
          : refused('wrong_credentials', { field: 'password' })
      }
      return finish(null, ({ sql }) => unlock(sql))
    }
    const { sessionId } = me
    const of = { id: input.challengeId, sessionId, purpose: 'unlock', now: clock.realNow() } as const
    const challenge = await db.read(provedPerson, (sql) => findChallenge(sql, of))
    if (!challenge) return refused('challenge_expired')
    const proven = await challenges.prove(challenge, input.token)
    if (!proven.accepted)
      return proven.code === 'invalid_code' ? refused('passkey_failed') : { ...proven, code: proven.code }
    return finish(null, async ({ sql }) => {
      const at = clock.realNow()
      if (!(await useChallenge(sql, { challenge, method: proven.value, at }))) {
        return refused('challenge_expired')
      }
      await unlock(sql)
      await setSessionConfirmed(sql, { id: me.sessionId, at })
    })
  })
}
