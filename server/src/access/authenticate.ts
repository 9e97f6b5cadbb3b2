import type { FastifyRequest } from 'fastify'
import type { Audit } from '../audit/audit.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/database.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Authenticate, SessionPrincipal, TokenOwner } from '../kernel/principal.ts'
import { createImpersonated, namesImpersonated } from './impersonation.ts'
import { denialOf, mayWith, ownScopeOf, scopeOf } from './permission.ts'
import { isSecretForm, newSecret, secretMatches } from './secrets.ts'
import { tokenKey, type SessionCache } from './session-cache.ts'
import { createSessionCookie } from './session-cookie.ts'
import { needsPasskey, needsTerms } from './session-rules.ts'
import { judgeSession, sessionTimes, type SessionVerdict } from './session.ts'
import {
  claimSuccessor,
  endSessionsById,
  insertSuccessor,
  touchSession,
  useToken,
  type FoundSession,
} from './sessions.sql.ts'

/** Calls that a browser makes by itself. They do not count as use of the session (api §9). */
const noActivity: ReadonlySet<string> = new Set(['/api/events', '/api/config', '/api/company/branding'])

type Bearer = { readonly token: string; readonly key: string }
/** The token of a request is needed twice and hashed once. */
const bearers = new WeakMap<FastifyRequest, Bearer | null>()

const readBearer = (request: FastifyRequest): Bearer | null => {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token !== undefined && isSecretForm(token) ? { token, key: tokenKey(token) } : null
}

const bearerOf = (request: FastifyRequest): Bearer | null => {
  let bearer = bearers.get(request)
  if (bearer === undefined) bearers.set(request, (bearer = readBearer(request)))
  return bearer
}

const principalOf = (found: FoundSession): SessionPrincipal => ({
  kind: 'session',
  sessionId: found.sessionId,
  userId: found.userId,
  companyId: found.companyId,
  roleId: found.roleId,
  scope: scopeOf(found),
  ownScope: ownScopeOf(found),
  may: mayWith(found),
  impersonatorId: null,
})

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Config
  readonly write: Kernel['write']
  readonly audit: Audit
  readonly sessions: SessionCache
}

type Live = Extract<SessionVerdict, { verdict: 'live' }>

/** Records the use of a session where necessary. Returns the successor of the token, or null. */
const createUse = ({ db, clock, ids }: Deps) =>
  async function use(found: FoundSession, token: string, live: Live): Promise<string | null> {
    if (!live.rotate && !live.firstUse && !live.touch) return null
    const at = clock.realNow()
    const { sessionId, userId, companyId } = found
    return db.write(provedPerson, async (sql) => {
      if (live.touch) await touchSession(sql, { id: sessionId, at })
      if (live.firstUse) {
        await useToken(sql, { sessionId, token, at, othersDieAt: after(at, sessionTimes.oldTokenMs) })
      }
      const lastBefore = after(at, -sessionTimes.successorMs)
      if (!live.rotate || !(await claimSuccessor(sql, { sessionId, token, at, lastBefore }))) return null
      const next = newSecret(ids)
      await insertSuccessor(sql, { token: next, sessionId, companyId, userId, at })
      return next
    })
  }

/** Records a token that was sent without its cookie. */
const createAlarm = ({ clock, write, audit }: Deps) =>
  async function raise(found: FoundSession, request: FastifyRequest, outcome: 'stolen' | 'foreign') {
    const entry = {
      principal: principalOf(found),
      action: 'session.token_without_cookie',
      objectId: found.sessionId,
      outcome,
      requestId: request.id,
      address: request.ip,
    }
    if (outcome === 'foreign') return audit.recordDenial(entry)
    return write(provedPerson, async (tx: WriteTransaction) => {
      const ending = { ids: [found.sessionId], reason: 'stolen_token', at: clock.realNow() }
      await endSessionsById(tx, ending)
      await audit.insertAudit(tx.sql, entry)
    })
  }

/** The owner of a request's token from the cache; the token itself is checked later. */
export const createTokenOwner =
  (sessions: SessionCache) =>
  (request: FastifyRequest): TokenOwner => {
    if (request.headers.authorization === undefined) return { kind: 'none' }
    const bearer = bearerOf(request)
    const userId = bearer === null ? null : sessions.knownUser(bearer.key)
    return userId === null ? { kind: 'unknown' } : { kind: 'user', userId }
  }

/**
 * Finds the principal of a request by the bearer token and the cookie of one session (security §1). It checks
 * both, records the use and rotates the token. With the header `fake-user`, the principal is the person whom the
 * session impersonates.
 */
export const createAuthenticate = (deps: Deps): Authenticate => {
  const cookies = createSessionCookie(deps.config)
  const use = createUse(deps)
  const raise = createAlarm(deps)
  const impersonated = createImpersonated(deps)
  return async (request, { whileLocked, whileEnrolling }) => {
    const bearer = bearerOf(request)
    if (bearer === null) return refused('unauthenticated')
    const { token, key } = bearer
    const found = await deps.sessions.find(key)
    if (!found) {
      deps.sessions.setKnownUser(key, null)
      return refused('unauthenticated')
    }
    const rules = await deps.sessions.rules()
    const cookie = cookies.read(request)
    const cookieMatches = secretMatches(cookie, found.cookieHash)
    const judged = judgeSession(found, { now: deps.clock.realNow(), rules, cookieMatches })
    deps.sessions.setKnownUser(key, judged.verdict === 'live' ? found.userId : null)
    if (judged.verdict !== 'live') {
      // A closed browser has lost its cookie and still has its token, so a missing cookie alone is no alarm.
      const isAlarm = judged.verdict === 'stolen' || (judged.verdict === 'foreign' && cookie !== null)
      if (isAlarm) await raise(found, request, judged.verdict === 'stolen' ? 'stolen' : 'foreign')
      return refused('unauthenticated')
    }
    const principal = principalOf(found)
    const denial = denialOf(found)
    if (denial) return refused(denial)
    const isByItself = noActivity.has(request.routeOptions.url ?? '')
    const successor = isByItself ? null : await use(found, token, judged)
    // The new token is assigned to its person at once, so a flood from their network cannot stop it.
    if (successor !== null) deps.sessions.setKnownUser(tokenKey(successor), found.userId)
    const isImpersonating = namesImpersonated(request)
    if (found.lockedAt && (!whileLocked || isImpersonating)) return refused('locked')
    const isMandatory = found.passkeyMandatory || needsPasskey(found.roleId, rules)
    const awaitsPasskey = isMandatory && !found.passkeyEnabled
    if (awaitsPasskey && !whileLocked && !whileEnrolling) return refused('unauthorized_access')
    const termsDue = needsTerms(found, rules)
    const person = isImpersonating
      ? await impersonated(request, principal)
      : accepted({ ...principal, termsDue })
    if (!person.accepted) return person
    return accepted({
      principal: person.value,
      ...(successor ? { headers: { 'session-token': successor } } : {}),
    })
  }
}
