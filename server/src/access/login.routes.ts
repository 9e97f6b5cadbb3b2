import { createOtpSession, createPasskeySession, createSession } from '@cardamom/contract/access/login'
import type { FastifyRequest } from 'fastify'
import { atHiddenTime } from '../identity/hidden-answers.ts'
import { enqueueLinkRequest } from '../identity/link-request.ts'
import { consumeLoginMail, consumeMail } from '../identity/mail-budget.ts'
import { createPasswordPage, hasDefaultPassword, isDefaultLapsed } from '../identity/default-password.ts'
import { passwordMatches } from '../identity/password-hash.ts'
import { countPasswordAttempt, type PasswordTry, type TrySource } from '../identity/password-tries.ts'
import { lockCredentials } from '../identity/passwords.sql.ts'
import type { User } from '../identity/user.ts'
import { findUserByLogin, readUser } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { AuditEntry } from '../kernel/mount-context.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { setSentCode, useProofOnce } from './challenges.sql.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { createEntranceCheck } from './entrance-check.ts'
import { createFactorRequest } from './login-factor.ts'
import { readSecurityChoice } from './security-choices.sql.ts'
import { callerOf, recordSecurityEvent, type Caller } from './security-events.sql.ts'
import { createSessionOpening } from './session-opening.ts'
import { createDeviceCookie } from './session-cookie.ts'
import { isTrusted } from './trusted-devices.sql.ts'

/** Action of a passkey that is shown at the login field, before the person is known. */
const passkeyAction = 'login'

type Call = Pick<AuditEntry, 'principal' | 'requestId'> & { readonly address: string }
type RequestFacts = { readonly request: FastifyRequest; readonly address: string }
/** A person whose password was right, before the other conditions of a login are checked. */
type CheckedPassword = {
  readonly user: User
  readonly hidden: boolean
  readonly forget: PasswordTry['forget']
}

/** The answer of a login that opened no session. */
export const noSession = { token: null, endsAt: null, factor: null, newPasswordToken: null }

const wrongCredentials = (hidden: boolean) =>
  refused('wrong_credentials', hidden ? { data: { accountsHidden: true } } : {})

/** The audit entry of a login or of its refusal. */
const auditOf = (call: Call, user: User | null, outcome: string): AuditEntry => ({
  principal: call.principal,
  action: 'session.login',
  objectId: user?.id ?? null,
  ...(user ? { companyId: user.companyId, subjectId: user.id } : {}),
  outcome,
  requestId: call.requestId,
  address: call.address,
})

/**
 * Mounts the logins by password, passkey and one-time code. A person with a second factor must show it
 * (product §2, security §1).
 */
export const mountLogins = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, ids, clock, config, write } = kernel
  const { challenges } = parts
  const requestFactor = createFactorRequest(kernel, parts)
  const mayEnter = createEntranceCheck(kernel)
  const open = createSessionOpening(kernel, needs)
  const devices = createDeviceCookie(config)

  const recordRefused = async (user: User | null, caller: Caller, kind: 'login_failed' | 'login_blocked') => {
    if (!user) return
    const { id: userId, companyId } = user
    await write(beforeLogin, ({ sql }) =>
      recordSecurityEvent(sql, ids, { userId, companyId, kind, caller, at: clock.realNow() }),
    )
  }

  /**
   * The source of an attempt: the network, or a browser that the account trusts. Attempts from elsewhere do
   * not block a trusted browser.
   */
  const sourceOf = async (user: User | null, { request, address }: RequestFacts): Promise<TrySource> => {
    const secret = devices.read(request)
    if (!user || secret === null) return { address }
    const of = { userId: user.id, secret, now: clock.realNow() }
    return (await db.read(beforeLogin, (sql) => isTrusted(sql, of))) ? { trustedDevice: secret } : { address }
  }

  /** Finds the person of this login and checks the password. */
  const checkPassword = async (
    typed: { login: string; password: string },
    call: Call & RequestFacts,
  ): Promise<Answer<CheckedPassword, 'wrong_credentials' | 'rate_limited'>> => {
    const caller = callerOf(call)
    const { user, hidden } = await db.read(beforeLogin, async (sql) => ({
      user: await findUserByLogin(sql, typed.login),
      hidden: await readSetting(sql, 'hideAccountExistence'),
    }))
    const account = user && !hidden ? { userId: user.id } : { login: typed.login, userId: user?.id ?? null }
    const from = await sourceOf(user, call)
    const { counted, forget } = await countPasswordAttempt(needs.throttles, { account, from })
    if (!counted.accepted) {
      await needs.audit.recordAlone(auditOf(call, user, 'rate_limited'))
      await recordRefused(user, caller, 'login_blocked')
      return counted
    }
    const isRight = await passwordMatches(typed.password, user?.passwordHash ?? null)
    if (!isRight || !user || isDefaultLapsed(user, clock.realNow())) {
      await needs.audit.recordAlone(auditOf(call, user, 'wrong_credentials'))
      await recordRefused(user, caller, 'login_failed')
      return wrongCredentials(hidden)
    }
    return accepted({ user, hidden, forget })
  }

  /** Where accounts are hidden, only the mail says that the address still has to be confirmed. */
  const tellByMail = async (user: User, call: Call) => {
    await needs.audit.recordAlone(auditOf(call, user, 'email_not_verified'))
    if (!(await consumeLoginMail(needs, { to: user.email, userId: user.id })).accepted) return
    const wanted = { kind: 'verify_email', email: user.email } as const
    await write(beforeLogin, (tx) => enqueueLinkRequest(kernel, tx, wanted))
  }

  mount(createSession, ({ input, request, reply, requestId, address, finish, principal, concerns }) =>
    atHiddenTime(db, async () => {
      const call = { principal, requestId, address, request }
      const checked = await checkPassword(input, call)
      if (!checked.accepted) return checked
      const { user, hidden, forget } = checked.value
      const may = await mayEnter(user)
      if (!may.accepted) {
        if (may.code === 'unauthorized_access') await needs.audit.recordAlone(auditOf(call, user, may.code))
        if (may.code !== 'email_not_verified' || !hidden) return may
        await tellByMail(user, call)
        return wrongCredentials(hidden)
      }
      await forget()
      concerns(user.id)
      const deviceSecret = devices.read(request)
      const factor = await requestFactor({ user, caller: callerOf(call), deviceSecret, proved: 'password' })
      if (!factor.accepted) return factor
      if (factor.value) {
        const { save } = factor.value
        return finish({ ...noSession, factor: factor.value.factor }, async ({ sql }) =>
          (await lockCredentials(sql, user)) ? save(sql) : wrongCredentials(hidden),
        )
      }
      if (hasDefaultPassword(user)) {
        const page = createPasswordPage(kernel, user)
        return finish({ ...noSession, newPasswordToken: page.token }, async ({ sql }) => {
          if (!(await lockCredentials(sql, user))) return wrongCredentials(hidden)
          await page.save(sql)
          await needs.audit.insertAudit(sql, auditOf(call, user, 'new_password_required'))
          return undefined
        })
      }
      const session = await open(user, { request, address })
      const answer = await finish({ ...noSession, ...session.opened }, async (tx) => {
        if (!(await lockCredentials(tx.sql, user))) return wrongCredentials(hidden)
        const entrance = { kind: 'login', method: 'password', confirmed: false, byPassword: true } as const
        await session.start(tx, entrance)
        await needs.audit.insertAudit(tx.sql, auditOf(call, user, 'done'), { sessionId: session.sessionId })
        return undefined
      })
      if (answer.accepted) session.complete(reply)
      return answer
    }),
  )

  mount(
    createPasskeySession,
    async ({ input, request, reply, requestId, address, finish, principal, concerns }) => {
      const call = { principal, requestId, address }
      const checked = await needs.stepUp?.validate(input.token, { action: passkeyAction })
      if (!checked || checked.outcome === 'unavailable' || checked.outcome === 'unknown') {
        return refused('unavailable', { data: { retryAfterSeconds: 5 } })
      }
      const proven = checked.outcome === 'ok' ? checked.value : null
      const user =
        proven?.method === 'passkey'
          ? await db.read(beforeLogin, (sql) => readUser(sql, proven.userId))
          : null
      if (!user || !proven) return refused('passkey_failed')
      const may = await mayEnter(user)
      if (!may.accepted) return may
      concerns(user.id)
      const session = await open(user, { request, address })
      const ended = await finish(session.opened, async (tx) => {
        const { id: userId, companyId } = user
        const used = {
          proof: `${userId}:${proven.key}`,
          userId,
          companyId,
          at: clock.realNow(),
        }
        if (!(await useProofOnce(tx.sql, used))) return refused('passkey_failed')
        const entrance = { kind: 'login_passkey', method: 'passkey', confirmed: true } as const
        await session.start(tx, { ...entrance, byPassword: false })
        await needs.audit.insertAudit(tx.sql, auditOf(call, user, 'done'), { sessionId: session.sessionId })
      })
      if (ended.accepted) session.complete(reply)
      return ended
    },
  )

  mount(createOtpSession, async ({ input, request, address, finish }) => {
    const caller = callerOf({ request, address })
    const { user, isOn } = await db.read(beforeLogin, async (sql) => {
      // Where accounts are hidden every answer is the same, and no account is read.
      const hidden = await readSetting(sql, 'hideAccountExistence')
      const found = hidden ? null : await findUserByLogin(sql, input.login)
      return { user: found, isOn: found !== null && (await readSecurityChoice(sql, found.id)).otpLogin }
    })
    // An unknown account and an account without this switch get the same answer.
    if (!user || !isOn) return refused('otp_login_off')
    const may = await mayEnter(user)
    if (!may.accepted) return may
    const { id: userId, email: to, locale: lang } = user
    const counted = await consumeMail(needs, { purpose: 'code', to, sender: { address }, userId })
    if (!counted.accepted) return counted
    const started = await challenges.start({
      user,
      sessionId: null,
      purpose: 'otp_login',
      methods: [],
      caller,
    })
    if (!started.accepted) return started
    const { id, secret, facts, save } = started.value
    const operation = { userId, action: 'otp_login', key: id }
    const sent = await needs.stepUp?.sendCode({ ...operation, channel: 'email', to, lang })
    if (sent?.outcome !== 'ok') return refused('otp_not_sent', { data: { retryAfterSeconds: 60 } })
    const { sentCodeId } = sent.value
    const login = { ...facts, loginId: secret ?? '', recoveryCodes: false, factorRecovery: false }
    return finish(login, async ({ sql }) => {
      await save(sql)
      await setSentCode(sql, { id, sentCodeId, at: clock.realNow() })
    })
  })
}
