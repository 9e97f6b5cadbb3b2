import type { FastifyInstance } from 'fastify'
import { generateSecret, generateURI, verifySync } from 'otplib'
import {
  actionMark,
  startAuthenticator,
  enrolled,
  refuseToAdd,
  type Authenticator,
} from './authenticators.ts'
import { needCaller } from './client-auth.ts'
import { wrongCode } from './code-routes.ts'
import { fieldsOf } from './fields.ts'
import { forgiveWrongCodes, isLocked } from './limits.ts'
import type { Parts } from './parts.ts'
import { failed, passedAnswer, passWith } from './passing.ts'
import { invalidRequest } from './refusal.ts'
import type { Caller } from './tokens.ts'
import { findUser } from './users.ts'

const method = 'AUTHENTICATOR_APP'

/** Finds the time step of a code: the current step or one next to it, if no earlier code used it. */
const stepOf = (parts: Parts, authenticator: Authenticator, code: string): number | null => {
  if (!authenticator.secret_encrypted || !/^\d{6}$/.test(code)) return null
  const secret = parts.vault.open(authenticator.id, authenticator.secret_encrypted)
  const epoch = Math.floor(parts.now().getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: 30 })
  if (!result.valid || !('timeStep' in result)) return null
  return result.timeStep > authenticator.last_step ? result.timeStep : null
}

/** The app that this action enrols, else the enrolled app. */
const candidates = (parts: Parts, caller: Caller): Authenticator[] => [
  ...parts.db.all<Authenticator>(
    'select * from authenticator where user_id = ? and method = ? and started_by = ? and verified_at is null',
    caller.userId,
    method,
    actionMark(caller),
  ),
  ...enrolled(parts, caller.userId, method),
]

const verifyCode = (parts: Parts, caller: Caller, code: string): Authenticator | null =>
  parts.db.whole(() => {
    const apps = candidates(parts, caller)
    if (apps.length === 0) throw invalidRequest('The user has no authenticator app.')
    for (const app of apps) {
      const step = stepOf(parts, app, code)
      if (step === null) continue
      parts.db.run('update authenticator set last_step = ? where id = ?', step, app.id)
      passWith(parts, caller, app)
      forgiveWrongCodes(parts, caller.userId, method)
      return app
    }
    wrongCode(parts, caller, method)
    return null
  })

/** Codes of an authenticator app (RFC 6238): enrol and verify. */
export const mountTotp = (app: FastifyInstance, parts: Parts): void => {
  app.post('/client/user-authenticators/totp', async (request) => {
    const caller = await needCaller(parts, request)
    refuseToAdd(parts, caller)
    const secret = generateSecret({ length: 20 })
    const user = findUser(parts, caller.userId)
    const label = user?.username ?? user?.email ?? caller.userId
    const authenticator = startAuthenticator(parts, caller, method, {})
    parts.db.run(
      'update authenticator set secret_encrypted = ? where id = ?',
      parts.vault.encrypt(authenticator.id, secret),
      authenticator.id,
    )
    return {
      userAuthenticatorId: authenticator.id,
      userId: caller.userId,
      uri: generateURI({ issuer: parts.tenant.rpName, label, secret }),
      secret,
    }
  })
  app.post('/client/verify/totp', async (request) => {
    const caller = await needCaller(parts, request)
    const code = fieldsOf(request.body).needText('verificationCode', 20)
    if (isLocked(parts, caller.userId, method)) return failed('MAX_ATTEMPTS_EXCEEDED')
    const passed = verifyCode(parts, caller, code.replaceAll(' ', ''))
    return passed ? passedAnswer(parts, caller, passed) : failed('CODE_INVALID_OR_EXPIRED')
  })
}
