import { createOtpSession, createPasskeySession, createSession } from '@cardamom/contract/login'
import { readCompany } from '../companies/companies.sql.ts'
import { passwordSubject } from '../identity/identity-needs.ts'
import { takeMail } from '../identity/link-sender.ts'
import { passwordMatches } from '../identity/password-hash.ts'
import { passwordTries } from '../identity/throttle.ts'
import type { User } from '../identity/user.ts'
import { findUserByLogin, readUser } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'
import type { AuditEntry } from '../kernel/mount-context.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { setCeremonyChallenge, useProofOnce } from './ceremonies.sql.ts'
import { methodsFor } from './factor.ts'
import { hasBegunEnrolment, readFactors } from './factors.sql.ts'
import { refusing, rollBack } from '../identity/refusing.ts'
import { barOf } from './permission.ts'
import { hasRecoveryCodes } from './recovery-codes.sql.ts'
import { readSecurityChoice } from './security-choices.sql.ts'
import { callerOf, noteSecurity, type Caller } from './security-events.sql.ts'
import { createSessionOpening } from './session-opening.ts'
import { createDeviceCookie } from './session-cookie.ts'
import { isTrusted } from './trusted-devices.sql.ts'

/** Action of a passkey that is shown at the login field, before anybody is known. */
const passkeyAction = 'login'
const mailMethods: ReadonlySet<string> = new Set(['email_otp', 'magic_link'])

type Call = Pick<AuditEntry, 'principal' | 'requestId' | 'address'>

/** Whether this person may come in at all: active, of a company that is open to them, and with a proved address. */
export const createEntranceCheck =
  ({ db }: Pick<Kernel, 'db'>) =>
  async (user: User): Promise<Answer<null, 'unauthorized_access' | 'email_not_verified'>> => {
    const company = await db.read(everything, (sql) => readCompany(sql, user.companyId))
    const { roleId, active: userActive } = user
    const bar = barOf({ roleId, userActive, companyActive: company.active })
    if (bar) return refused(bar)
    return user.emailVerifiedAt
      ? accepted(null)
      : refused('email_not_verified', { data: { email: user.email } })
  }

/** Writes a login, or why there was none, into the audit. */
const auditOf = (call: Call, user: User | null, outcome: string): AuditEntry => ({
  principal: call.principal,
  action: 'session.login',
  objectId: user?.id ?? null,
  outcome,
  requestId: call.requestId,
  address: call.address,
})

/** The ways in: password, passkey, one-time code; who has a second factor is asked for it (spec §2, trust). */
export const mountLogins = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, ids, clock, config, write } = kernel
  const { ceremonies, syncFactors } = parts
  const mayEnter = createEntranceCheck(kernel)
  const open = createSessionOpening(kernel)
  const devices = createDeviceCookie(config)

  const noteRefused = async (user: User | null, caller: Caller, kind: 'login_failed' | 'login_blocked') => {
    if (!user) return
    const { id: userId, companyId } = user
    await write(everything, ({ sql }) =>
      noteSecurity(sql, ids, { userId, companyId, kind, caller, at: clock.realNow() }),
    )
  }

  /** The person of this name, if the password is theirs. */
  const checkPassword = async (
    typed: { login: string; password: string },
    call: Call & { caller: Caller },
  ): Promise<Answer<User, 'wrong_credentials' | 'rate_limited'>> => {
    const user = await db.read(everything, (sql) => findUserByLogin(sql, typed.login))
    const subject = user ? passwordSubject(user.id) : `login:${typed.login.toLowerCase()}`
    const whose = user ? { userId: user.id, kind: 'password' as const } : undefined
    const taken = await needs.throttles.take(subject, passwordTries, whose)
    if (!taken.accepted) {
      await needs.audit.recordAlone(auditOf(call, user, 'rate_limited'))
      await noteRefused(user, call.caller, 'login_blocked')
      return taken
    }
    if (!(await passwordMatches(typed.password, user?.passwordHash ?? null)) || !user) {
      await needs.audit.recordAlone(auditOf(call, user, 'wrong_credentials'))
      await noteRefused(user, call.caller, 'login_failed')
      return refused('wrong_credentials')
    }
    await needs.throttles.forget(subject)
    return accepted(user)
  }

  /** What is kept of the person's factors, read anew at the provider where it may know more. */
  const factorsOf = async (user: User, caller: Caller) => {
    const { kept, begun } = await db.read(everything, async (sql) => ({
      kept: await readFactors(sql, user.id),
      begun: await hasBegunEnrolment(sql, user.id),
    }))
    if (kept.length === 0 && !begun) return accepted({ factors: kept })
    return syncFactors(user, { caller })
  }

  /** The second factor that this login waits for; null: none is wanted. */
  const askFactor = async (user: User, caller: Caller, deviceSecret: string | null) => {
    const read = await factorsOf(user, caller)
    if (!read.accepted) return read
    const methods = methodsFor('login', read.value.factors, clock.realNow())
    const { trusted, codes } = await db.read(everything, async (sql) => ({
      trusted: await isTrusted(sql, { userId: user.id, secret: deviceSecret, now: clock.realNow() }),
      codes: await hasRecoveryCodes(sql, user.id),
    }))
    if (methods.length === 0 || trusted) return accepted(null)
    const begun = await ceremonies.begin({ user, sessionId: null, purpose: 'login', methods, caller })
    if (!begun.accepted) return begun
    const { facts, secret } = begun.value
    return accepted({ ...facts, loginId: secret ?? '', recoveryCodes: codes })
  }

  mount(createSession, async ({ input, request, reply, requestId, address, finish, principal }) => {
    const caller = callerOf({ request, address })
    const call = { principal, requestId, address, caller }
    const checked = await checkPassword(input, call)
    if (!checked.accepted) return checked
    const user = checked.value
    const may = await mayEnter(user)
    if (!may.accepted) {
      if (may.code === 'unauthorized_access') await needs.audit.recordAlone(auditOf(call, user, may.code))
      return may
    }
    const asked = await askFactor(user, caller, devices.read(request))
    if (!asked.accepted) return asked
    if (asked.value) return accepted({ token: null, endsAt: null, factor: asked.value })
    const session = open(user, { request, address })
    const answer = await finish({ ...session.opened, factor: null }, async (tx) => {
      const entrance = { kind: 'login', method: 'password', confirmed: false, byPassword: true } as const
      await session.begin(tx, entrance)
      await needs.audit.insertAudit(tx.sql, auditOf(call, user, 'done'), { sessionId: session.sessionId })
    })
    session.setCookies(reply)
    return answer
  })

  mount(createPasskeySession, async ({ input, request, reply, requestId, address, finish, principal }) => {
    const call = { principal, requestId, address }
    const checked = await needs.stepUp?.validate(input.token, { action: passkeyAction })
    if (!checked || checked.outcome === 'unavailable' || checked.outcome === 'unknown') {
      return refused('unavailable', { data: { retryAfterSeconds: 5 } })
    }
    const proven = checked.outcome === 'ok' ? checked.value : null
    const user =
      proven?.method === 'passkey' ? await db.read(everything, (sql) => readUser(sql, proven.userId)) : null
    if (!user || !proven) return refused('passkey_failed')
    const may = await mayEnter(user)
    if (!may.accepted) return may
    const session = open(user, { request, address })
    const answer = await refusing<unknown, 'passkey_failed'>(() =>
      finish(session.opened, async (tx) => {
        const { id: userId, companyId } = user
        const used = {
          proof: `${userId}:${proven.key}`,
          userId,
          companyId,
          at: clock.realNow(),
        }
        if (!(await useProofOnce(tx.sql, used))) rollBack(refused('passkey_failed'))
        const entrance = { kind: 'login_passkey', method: 'passkey', confirmed: true } as const
        await session.begin(tx, { ...entrance, byPassword: false })
        await needs.audit.insertAudit(tx.sql, auditOf(call, user, 'done'), { sessionId: session.sessionId })
      }),
    )
    const ended = answer as Awaited<ReturnType<typeof finish>>
    if (ended.accepted) session.setCookies(reply)
    return ended
  })

  mount(createOtpSession, async ({ input, request, address }) => {
    const caller = callerOf({ request, address })
    const user = await db.read(everything, (sql) => findUserByLogin(sql, input.login))
    const taken = await takeMail(needs, user?.email ?? input.login.toLowerCase(), user?.id)
    if (!taken.accepted) return taken
    const choice = user ? await db.read(everything, (sql) => readSecurityChoice(sql, user.id)) : null
    // An account that is unknown, and one without this switch, are told the same.
    if (!user || !choice?.otpLogin) return refused('otp_login_off')
    const may = await mayEnter(user)
    if (!may.accepted) return may
    const read = await factorsOf(user, caller)
    if (!read.accepted) return read
    // A mailbox does not stand in for a passkey or an app that the person added to be safer than it.
    if (read.value.factors.some(({ method }) => !mailMethods.has(method))) return refused('otp_login_off')
    const begun = await ceremonies.begin({ user, sessionId: null, purpose: 'otp_login', methods: [], caller })
    if (!begun.accepted) return begun
    const { id, secret, facts } = begun.value
    const act = { userId: user.id, action: 'otp_login', key: id }
    const { locale: lang, email: to } = user
    const sent = await needs.stepUp?.sendCode({ ...act, channel: 'email', to, lang })
    if (sent?.outcome !== 'ok') return refused('otp_not_sent', { data: { retryAfterSeconds: 60 } })
    const { challengeId } = sent.value
    await write(everything, ({ sql }) => setCeremonyChallenge(sql, { id, challengeId, at: clock.realNow() }))
    return accepted({ ...facts, loginId: secret ?? '', recoveryCodes: false })
  })
}
