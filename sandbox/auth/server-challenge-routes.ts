import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addAction, findAction, succeedAction } from './actions.ts'
import { findChallenge, openChallenge, useChallenge, type Challenge } from './challenges.ts'
import { codeMark, newCode } from './code-routes.ts'
import { checkActionCode, fieldsOf, needEmail, needPhoneNumber } from './fields.ts'
import { countWrongCode, forgiveWrongCodes, isLocked } from './limits.ts'
import type { Outbox } from './outbox.ts'
import { present, type Parts } from './parts.ts'
import { failed } from './passing.ts'
import { invalidRequest, notFound } from './refusal.ts'
import { resultToken } from './tokens.ts'
import { needUser } from './users.ts'
import { sameText } from './vault.ts'

const serverKinds = { 'server-email-otp': 'EMAIL_OTP', 'server-sms': 'SMS' } as const

const methodOf = (challenge: Challenge) =>
  challenge.kind === 'server-email-otp' || challenge.kind === 'server-sms'
    ? serverKinds[challenge.kind]
    : undefined

const sentTo = (challenge: Challenge) =>
  challenge.kind === 'server-sms' ? { phoneNumber: challenge.sent_to } : { email: challenge.sent_to }

/** `failures` are limited per code and also per address, whatever the number of codes and callers. */
const checkCode = (parts: Parts, challenge: Challenge, code: string) => {
  const method = methodOf(challenge)
  const subject = challenge.sent_to ?? ''
  if (!method || challenge.state !== 'open') return failed('CODE_INVALID_OR_EXPIRED')
  if (isLocked(parts, subject, method)) return failed('MAX_ATTEMPTS_EXCEEDED')
  return parts.db.whole(() => {
    if (!sameText(challenge.code_mark ?? '', codeMark(parts, challenge.id, code))) {
      countWrongCode(parts, subject, method)
      return failed('CODE_INVALID_OR_EXPIRED')
    }
    parts.db.run(`update challenge set state = 'verified' where id = ?`, challenge.id)
    forgiveWrongCodes(parts, subject, method)
    return present({ isVerified: true, ...sentTo(challenge), verificationMethod: method })
  })
}

const sendFromServer = async (parts: Parts, outbox: Outbox, source: unknown) => {
  const body = fieldsOf(source)
  const method = body.text('verificationMethod') ?? 'EMAIL_OTP'
  if (method !== 'SMS' && method !== 'EMAIL_OTP') {
    throw invalidRequest('verificationMethod must be SMS or EMAIL_OTP.')
  }
  const to = method === 'SMS' ? needPhoneNumber(body) : needEmail(body)
  const actionCode = checkActionCode(body.text('action') ?? 'challenge')
  const idempotencyKey = body.text('idempotencyKey', 100) ?? randomUUID()
  const userId = body.text('userId', 100)
  const code = newCode()
  const kind = method === 'SMS' ? 'sms' : 'email-otp'
  await outbox.deliver({ kind, to, code }, present({ userId, actionCode, idempotencyKey }))
  const challenge = openChallenge(parts, `server-${kind}`, null, {
    user_id: userId ?? null,
    action_code: actionCode,
    idempotency_key: idempotencyKey,
    sent_to: to,
  })
  const mark = codeMark(parts, challenge.id, code)
  parts.db.run('update challenge set code_mark = ? where id = ?', mark, challenge.id)
  return { challengeId: challenge.id, idempotencyKey, expiresAt: challenge.expires_ms }
}

/** A proved challenge is assigned to the user's own action, once. */
const claim = async (parts: Parts, challengeId: string, userId: string) => {
  const challenge = findChallenge(parts, challengeId)
  const method = challenge && methodOf(challenge)
  if (!challenge || !method) throw notFound('The challenge')
  if (challenge.state !== 'verified') throw invalidRequest('The challenge has not been verified.')
  if (challenge.user_id !== null && challenge.user_id !== userId) {
    throw invalidRequest('The challenge belongs to another user.')
  }
  const ref = {
    userId,
    actionCode: challenge.action_code ?? '',
    idempotencyKey: challenge.idempotency_key ?? '',
  }
  parts.db.whole(() => {
    if (!useChallenge(parts, challenge.id)) throw invalidRequest('The challenge was claimed before.')
    needUser(parts, userId)
    if (!findAction(parts, ref)) addAction(parts, ref, 'CHALLENGE_REQUIRED')
    succeedAction(parts, ref, { method, authenticatorId: null })
  })
  return { token: await resultToken(parts, ref), verificationMethod: method }
}

/** Codes that the product's server sends and checks itself, for people without an authenticator. */
export const mountServerChallenges = (api: FastifyInstance, deps: { parts: Parts; outbox: Outbox }): void => {
  const { parts, outbox } = deps
  api.post('/challenge', async ({ body }) => sendFromServer(parts, outbox, body))
  api.post('/verify', async (request) => {
    const body = fieldsOf(request.body)
    const challenge = findChallenge(parts, body.needText('challengeId', 50))
    const code = body.needText('verificationCode', 20)
    return challenge ? checkCode(parts, challenge, code) : failed('CODE_INVALID_OR_EXPIRED')
  })
  api.post('/claim', async (request) => {
    const body = fieldsOf(request.body)
    return claim(parts, body.needText('challengeId', 50), body.needText('userId', 100))
  })
  api.get('/challenges', async (request) => {
    const id = fieldsOf(request.query).needText('challengeId', 50)
    const challenge = findChallenge(parts, id)
    if (!challenge) return {}
    return present({
      challengeId: challenge.id,
      expiresAt: challenge.expires_ms,
      verificationMethod: methodOf(challenge),
      action: challenge.action_code,
      ...(methodOf(challenge) ? sentTo(challenge) : {}),
    })
  })
}
