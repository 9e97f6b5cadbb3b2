import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceOf } from '../kernel/request-location.ts'
import type { User } from '../identity/user.ts'
import { setTimeZone } from '../identity/time-zones.sql.ts'
import { after } from '../kernel/clock.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Kernel } from '../kernel/module.ts'
import { timeZoneOf } from '../kernel/request-location.ts'
import type { AccessNeeds } from './access-needs.ts'
import { newSecret } from './secrets.ts'
import { readIsProfiled } from './profiling-consents.sql.ts'
import { createProfilingCookies } from './profiling-cookies.ts'
import { callerOf, recordSecurityEvent, type SecurityEventKind } from './security-events.sql.ts'
import { tokenKey } from './session-cache.ts'
import { createDeviceCookie, createSessionCookie } from './session-cookie.ts'
import { endsAt, sessionTimes } from './session.ts'
import {
  endSessionsById,
  insertSession,
  sessionsOfCookie,
  setSessionConfirmed,
  setSessionEnrolUntil,
} from './sessions.sql.ts'
import { insertTrustedDevice, trustMs } from './trusted-devices.sql.ts'

/** How a person signed in, for their security log. */
type Entrance = {
  readonly kind: Extract<SecurityEventKind, 'login' | 'login_passkey' | 'login_otp'>
  readonly method: string
  /** A second factor was shown. */
  readonly confirmed: boolean
  /** The password was just shown: the first factor may be added for ten minutes (permissions §3). */
  readonly byPassword: boolean
  readonly trustDevice?: boolean
}

/** Creates the function that opens a session in a browser. */
export const createSessionOpening = (
  { ids, clock, config }: Kernel,
  { sessions }: Pick<AccessNeeds, 'sessions'>,
) => {
  const cookies = createSessionCookie(config)
  const deviceCookie = createDeviceCookie(config)
  const profiling = createProfilingCookies(config)
  return async (user: User, { request, address }: { request: FastifyRequest; address: string }) => {
    const rules = await sessions.rules()
    const id = ids.next()
    const [token, cookie, trust] = [newSecret(ids), newSecret(ids), newSecret(ids)]
    const device = deviceOf(request)
    const cookieBefore = cookies.read(request)
    const at = clock.realNow()
    const { id: userId, companyId, roleId } = user
    let isTrusted = false
    let isProfiled = false
    return {
      sessionId: id,
      opened: { token, endsAt: endsAt({ roleId, createdAt: at }, rules) },
      /** Writes all rows of a login, in the transaction of its answer. */
      start: async (tx: WriteTransaction, entrance: Entrance) => {
        // The browser's earlier session ends, because its cookie is replaced.
        const before = cookieBefore ? await sessionsOfCookie(tx.sql, cookieBefore) : []
        await endSessionsById(tx, { ids: before, reason: 'replaced', at })
        await insertSession(tx.sql, { id, userId, companyId, token, cookie, address, device, at })
        if (entrance.confirmed) await setSessionConfirmed(tx.sql, { id, at })
        if (entrance.byPassword) {
          await setSessionEnrolUntil(tx.sql, { id, until: after(at, sessionTimes.enrolMs) })
        }
        await setTimeZone(tx.sql, { id: userId, timeZone: timeZoneOf(request) })
        isProfiled = await readIsProfiled(tx.sql, config, { userId, companyId })
        const caller = callerOf({ request, address })
        const facts = { method: entrance.method }
        await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: entrance.kind, facts, caller, at })
        if (!entrance.trustDevice) return
        isTrusted = true
        const trusted = { id: ids.next(), companyId, userId, secret: trust, device, at }
        await insertTrustedDevice(tx.sql, { ...trusted, expiresAt: after(at, trustMs) })
        await recordSecurityEvent(tx.sql, ids, { userId, companyId, kind: 'device_trusted', caller, at })
      },
      /** Call this after the commit. */
      complete: (reply: FastifyReply) => {
        // The token is assigned to its person at once, so a flood from their network cannot stop it.
        sessions.setKnownUser(tokenKey(token), userId)
        cookies.set(reply, cookie)
        if (isTrusted) deviceCookie.set(reply, trust)
        if (isProfiled) profiling.makeDue(reply)
        else profiling.end(request, reply)
      },
    }
  }
}
