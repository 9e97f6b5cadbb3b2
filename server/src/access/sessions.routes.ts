import { endSession, lockSession, unlockSession } from '@cardamom/contract/access'
import { createSession } from '@cardamom/contract/login'
import { passwordSubject } from '../identity/identity-needs.ts'
import { createPasswordCheck } from '../identity/password-check.ts'
import { passwordMatches } from '../identity/password-hash.ts'
import { passwordTries } from '../identity/throttle.ts'
import type { User } from '../identity/user.ts'
import { findUserByLogin } from '../identity/users.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import { barOf } from './permission.ts'
import { newSecret } from './secrets.ts'
import { createSessionCookie } from './session-cookie.ts'
import { endsAt } from './session.ts'
import { endSessionsById, insertSession, sessionsOfCookie, setSessionLocked } from './sessions.sql.ts'

const longestDevice = 200

type Arrival = { readonly user: User; readonly cookieBefore: string | null; readonly device: string }

/** Logging in and out, and the lock screen. */
export const mountSessions = (kernel: Kernel, needs: AccessNeeds): void => {
  const { mount, db, clock, ids, config, live } = kernel
  const cookies = createSessionCookie(config)
  const checkPassword = createPasswordCheck(kernel, needs)

  const begin = async (
    tx: WriteTransaction,
    session: Arrival & { id: string; token: string; cookie: string; address: string },
  ) => {
    const at = clock.realNow()
    // The browser's earlier session can no longer be used: its cookie is replaced.
    const before = session.cookieBefore ? await sessionsOfCookie(tx.sql, session.cookieBefore) : []
    await endSessionsById(tx, { ids: before, reason: 'replaced', at })
    const { user, id, token, cookie, address, device } = session
    const { id: userId, companyId } = user
    await insertSession(tx.sql, { id, userId, companyId, token, cookie, address, device, at })
  }

  mount(createSession, async ({ input, request, reply, requestId, address, finish, principal }) => {
    const audit = (user: User | null, outcome: string) => ({
      principal,
      action: 'session.login',
      objectId: user?.id ?? null,
      outcome,
      requestId,
      address,
    })
    const user = await db.read(everything, (sql) => findUserByLogin(sql, input.login))
    const subject = user ? passwordSubject(user.id) : `login:${input.login.toLowerCase()}`
    const taken = await needs.throttles.take(subject, passwordTries)
    if (!taken.accepted) {
      await needs.audit.recordAlone(audit(user, 'rate_limited'))
      return taken
    }
    if (!(await passwordMatches(input.password, user?.passwordHash ?? null)) || !user) {
      await needs.audit.recordAlone(audit(user, 'wrong_credentials'))
      return refused('wrong_credentials')
    }
    await needs.throttles.forget(subject)
    const company = await db.read(everything, (sql) => readCompany(sql, user.companyId))
    const { roleId, active: userActive } = user
    const bar = barOf({ roleId, userActive, companyActive: company.active })
    if (bar) {
      await needs.audit.recordAlone(audit(user, bar))
      return refused(bar)
    }
    if (!user.emailVerifiedAt) return refused('email_not_verified', { data: { email: user.email } })
    const id = ids.next()
    const [token, cookie] = [newSecret(ids), newSecret(ids)]
    const device = (request.headers['user-agent'] ?? '').slice(0, longestDevice)
    const cookieBefore = cookies.read(request)
    const output = { token, endsAt: endsAt({ roleId, createdAt: clock.realNow() }), factor: null }
    const answer = await finish(output, async (tx) => {
      await begin(tx, { user, id, token, cookie, cookieBefore, device, address })
      await needs.audit.insertAudit(tx.sql, audit(user, 'done'), { sessionId: id })
    })
    cookies.set(reply, cookie)
    return answer
  })

  mount(endSession, async ({ me, reply, ...tx }) => {
    await endSessionsById(tx, { ids: [me.sessionId], reason: 'logout', at: clock.realNow() })
    cookies.clear(reply)
    return accepted(null)
  })

  mount(lockSession, async ({ me, sql }) => {
    await setSessionLocked(sql, { id: me.sessionId, at: clock.realNow() })
    live.close(me.sessionId)
    return accepted(null)
  })

  mount(unlockSession, async ({ me, input, finish }) => {
    if (!('password' in input)) return refused('passkey_failed')
    const checked = await checkPassword(me.userId, input.password)
    if (!checked.accepted) {
      return checked.code === 'rate_limited'
        ? refused('rate_limited', { data: checked.data })
        : refused('wrong_credentials', { field: 'password' })
    }
    return finish(null, ({ sql }) => setSessionLocked(sql, { id: me.sessionId, at: null }))
  })
}
