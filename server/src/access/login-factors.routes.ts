import { finishSession } from '@cardamom/contract/access/login'
import type { Proof } from '@cardamom/contract/access/step-up'
import { readCompany } from '../companies/companies.sql.ts'
import {
  createPasswordPage,
  hasChangedSince,
  hasDefaultPassword,
  isDefaultLapsed,
} from '../identity/default-password.ts'
import { personMail, securityChangedMail } from '../identity/identity-mail.ts'
import { lockCredentials } from '../identity/passwords.sql.ts'
import { codeTries, factorTries } from '../identity/throttle.ts'
import type { User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AccessNeeds } from './access-needs.ts'
import type { AccessParts } from './access-parts.ts'
import { findLogin, useChallenge, type ChallengeRow } from './challenges.sql.ts'
import { createEntranceCheck } from './entrance-check.ts'
import { createFactorRequest } from './login-factor.ts'
import { noSession } from './login.routes.ts'
import { readRecoveryCodes, useRecoveryCode } from './recovery-codes.sql.ts'
import { isSecretForm } from './secrets.ts'
import { callerOf, recordSecurityEvent, type Caller } from './security-events.sql.ts'
import { createDeviceCookie } from './session-cookie.ts'
import { createSessionOpening } from './session-opening.ts'

type ProofRefusal = 'passkey_failed' | 'invalid_code' | 'code_mismatch' | 'rate_limited' | 'unavailable'
/** The proof of this request: a factor, a recovery code that the login consumes, or a mailed code. */
type ShownProof = { readonly method: string; readonly recoveryCode: string | null }

/** The second part of a login: the second factor, a recovery code instead of it, or the mailed code. */
export const mountLoginFactors = (kernel: Kernel, needs: AccessNeeds, parts: AccessParts): void => {
  const { mount, db, ids, clock, encryption, config, write } = kernel
  const mayEnter = createEntranceCheck(kernel)
  const open = createSessionOpening(kernel, needs)
  const requestFactor = createFactorRequest(kernel, parts)
  const devices = createDeviceCookie(config)

  const checkMailed = async (
    login: ChallengeRow,
    code: string,
  ): Promise<Answer<ShownProof, ProofRefusal>> => {
    const whose = { userId: login.userId, kind: 'code' } as const
    // Each code has five attempts of its own, so another person's wrong codes do not block the code that the
    // owner factor.
    const allowed = await needs.throttles.count(`code:${login.id}`, factorTries, whose)
    if (!allowed.accepted) return allowed
    const inAll = await needs.throttles.count(`code:${login.userId}`, codeTries, whose)
    if (!inAll.accepted) return inAll
    const { sentCodeId } = login
    const checked = sentCodeId ? await needs.stepUp?.checkCode({ sentCodeId, code }) : null
    if (checked && checked.outcome !== 'ok' && checked.outcome !== 'rejected') return refused('unavailable')
    if (checked?.outcome !== 'ok' || checked.value !== 'right') return refused('code_mismatch')
    await needs.throttles.forget(`code:${login.id}`)
    return accepted({ method: 'email_otp', recoveryCode: null })
  }

  const check = async (login: ChallengeRow, proof: Proof): Promise<Answer<ShownProof, ProofRefusal>> => {
    if (login.purpose === 'otp_login') {
      return proof.kind === 'code' ? checkMailed(login, proof.code) : refused('invalid_code')
    }
    if (proof.kind === 'token') {
      const proven = await parts.challenges.prove(login, proof.token)
      return proven.accepted ? accepted({ method: proven.value, recoveryCode: null }) : proven
    }
    if (proof.kind !== 'recovery_code') return refused('invalid_code')
    const whose = { userId: login.userId, kind: 'recovery_code' } as const
    const allowed = await needs.throttles.count(`recovery_code:${login.userId}`, factorTries, whose)
    return allowed.accepted ? accepted({ method: 'recovery_code', recoveryCode: proof.code }) : allowed
  }

  /** Consumes the code and tells the person how many are left. */
  const spendCode = async (tx: WriteTransaction, of: { user: User; code: string; caller: Caller }) => {
    const { user, code, caller } = of
    const { id: userId, companyId } = user
    const at = clock.realNow()
    if (!(await useRecoveryCode(tx.sql, encryption, { userId, code, at }))) return refused('invalid_code')
    const left = (await readRecoveryCodes(tx.sql, userId))?.left ?? 0
    const facts = { left: String(left) }
    await recordSecurityEvent(tx.sql, ids, {
      userId,
      companyId,
      kind: 'recovery_code_used',
      facts,
      caller,
      at,
    })
    const company = await readCompany(tx.sql, companyId)
    const mail = { company, config, kind: 'recovery_code_used', path: '/recover', facts } as const
    await needs.mailer.enqueue(tx, personMail(user, { ...mail, cause: { at, source: caller } }))
    return accepted(null)
  }

  /** Uses the challenge of the login, and the recovery code if one was shown. */
  const useProof = async (
    tx: WriteTransaction,
    of: { login: ChallengeRow; user: User; proof: ShownProof; caller: Caller },
  ) => {
    const { login, user, caller } = of
    const { method, recoveryCode } = of.proof
    if (!(await lockCredentials(tx.sql, user))) return refused('challenge_expired')
    if (!(await useChallenge(tx.sql, { challenge: login, method, at: clock.realNow() }))) {
      return refused('challenge_expired')
    }
    return recoveryCode === null ? accepted(null) : spendCode(tx, { user, code: recoveryCode, caller })
  }

  const codesLeftAfter = async (userId: string): Promise<number> =>
    ((await db.read(beforeLogin, (sql) => readRecoveryCodes(sql, userId)))?.left ?? 1) - 1

  const recordWrongCode = (login: ChallengeRow, caller: Caller) =>
    write(beforeLogin, ({ sql }) => {
      const { userId, companyId } = login
      return recordSecurityEvent(sql, ids, {
        userId,
        companyId,
        kind: 'login_failed',
        caller,
        at: clock.realNow(),
      })
    })

  mount(finishSession, async ({ input, request, reply, requestId, address, finish, principal, concerns }) => {
    const { loginId: secret, proof, trustDevice } = input
    const caller = callerOf({ request, address })
    const now = clock.realNow()
    const { login, user } = await db.read(beforeLogin, async (sql) => {
      const found = isSecretForm(secret) ? await findLogin(sql, { secret, now }) : null
      return { login: found, user: found ? await readUser(sql, found.userId) : null }
    })
    if (!login || !user || hasChangedSince(user, login)) return refused('challenge_expired')
    const byPassword = login.purpose === 'login'
    if (byPassword && isDefaultLapsed(user, now)) return refused('challenge_expired')
    const may = await mayEnter(user)
    if (!may.accepted) return may
    const checked = await check(login, proof)
    if (!checked.accepted) {
      await recordWrongCode(login, caller)
      return checked
    }
    concerns(user.id)
    const { method, recoveryCode } = checked.value
    const codesLeft = recoveryCode === null ? null : await codesLeftAfter(user.id)
    if (login.purpose === 'otp_login') {
      const deviceSecret = devices.read(request)
      const next = await requestFactor({ user, caller, deviceSecret, proved: 'code' })
      if (!next.accepted) return next
      if (next.value) {
        const { factor, save } = next.value
        return finish({ ...noSession, factor, codesLeft: null }, async ({ sql }) => {
          const used = await useChallenge(sql, { challenge: login, method: 'email_otp', at: clock.realNow() })
          return used ? save(sql) : refused('challenge_expired')
        })
      }
    }
    const shown = { login, user, proof: checked.value, caller }
    const whom = { companyId: user.companyId, subjectId: user.id }
    const entry = { principal, action: 'session.login', objectId: user.id, ...whom, requestId, address }
    if (byPassword && hasDefaultPassword(user)) {
      const page = createPasswordPage(kernel, user)
      return finish({ ...noSession, newPasswordToken: page.token, codesLeft }, async (tx) => {
        const used = await useProof(tx, shown)
        if (!used.accepted) return used
        await page.save(tx.sql)
        await needs.audit.insertAudit(tx.sql, { ...entry, outcome: 'new_password_required' }, { method })
        return undefined
      })
    }
    const session = await open(user, { request, address })
    const ended = await finish({ ...noSession, ...session.opened, codesLeft }, async (tx) => {
      const used = await useProof(tx, shown)
      if (!used.accepted) return used
      const kind = byPassword ? ('login' as const) : ('login_otp' as const)
      const confirmed = login.purpose !== 'otp_login' && recoveryCode === null
      const entrance = { kind, method, confirmed, byPassword }
      await session.start(tx, { ...entrance, trustDevice })
      if (trustDevice) {
        const company = await readCompany(tx.sql, user.companyId)
        const cause = { at: clock.realNow(), source: caller }
        await needs.mailer.enqueue(tx, securityChangedMail(user, { company, config, cause }))
      }
      const details = { sessionId: session.sessionId, method }
      await needs.audit.insertAudit(tx.sql, { ...entry, outcome: 'done' }, details)
      return undefined
    })
    if (ended.accepted) {
      session.complete(reply)
      await needs.throttles.forget(`recovery_code:${user.id}`)
    }
    return ended
  })
}
