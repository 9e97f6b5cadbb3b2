import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findAction, setActionState } from './actions.ts'
import {
  startAuthenticator,
  enrolled,
  findAuthenticator,
  refuseToAdd,
  type Authenticator,
} from './authenticators.ts'
import { newestChallenge, openChallenge, useChallenge, type Challenge } from './challenges.ts'
import { needCaller } from './client-auth.ts'
import { fieldsOf, needEmail, needPhoneNumber, type Fields } from './fields.ts'
import { countWrongCode, forgiveWrongCodes, isLocked } from './limits.ts'
import type { Outbox } from './outbox.ts'
import type { ActionRef, Method, Parts } from './parts.ts'
import { failed, passedAnswer, passWith } from './passing.ts'
import { invalidRequest } from './refusal.ts'
import type { Caller } from './tokens.ts'
import { sameText } from './vault.ts'

export type CodeKind = 'email-otp' | 'sms'

type Channel = {
  readonly kind: CodeKind
  readonly method: Method
  readonly column: 'email' | 'phone_number'
  readonly address: (body: Fields) => string
}

const channels: readonly Channel[] = [
  { kind: 'email-otp', method: 'EMAIL_OTP', column: 'email', address: needEmail },
  { kind: 'sms', method: 'SMS', column: 'phone_number', address: needPhoneNumber },
]

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** A code is valid only for the challenge that it was sent for. */
export const codeMark = ({ vault }: Parts, challengeId: string, code: string): string =>
  vault.mark(`code:${challengeId}`, code)

/** Counts a wrong code; the action fails when the count locks the method. */
export const wrongCode = (parts: Parts, ref: ActionRef, method: Method): void => {
  if (!countWrongCode(parts, ref.userId, method)) return
  const state = findAction(parts, ref)?.state
  if (state === 'CHALLENGE_REQUIRED') setActionState(parts, ref, 'CHALLENGE_FAILED')
}

const sendCode = async (
  deps: { parts: Parts; outbox: Outbox },
  caller: Caller,
  sending: { channel: Channel; authenticator: Authenticator },
): Promise<Challenge> => {
  const { parts, outbox } = deps
  const { channel, authenticator } = sending
  const to = authenticator[channel.column] ?? ''
  const { userId, actionCode, idempotencyKey } = caller
  const code = newCode()
  await outbox.deliver({ kind: channel.kind, to, code }, { userId, actionCode, idempotencyKey })
  const challenge = openChallenge(parts, channel.kind, caller, {
    authenticator_id: authenticator.id,
    sent_to: to,
  })
  parts.db.run(
    'update challenge set code_mark = ? where id = ?',
    codeMark(parts, challenge.id, code),
    challenge.id,
  )
  return challenge
}

const verifyCode = (
  parts: Parts,
  caller: Caller,
  input: { channel: Channel; code: string },
): Authenticator | null =>
  parts.db.whole(() => {
    const { kind, method } = input.channel
    const challenge = newestChallenge(parts, kind, caller)
    const authenticator = challenge && findAuthenticator(parts, challenge.authenticator_id ?? '')
    const right =
      authenticator &&
      challenge.code_mark !== null &&
      sameText(challenge.code_mark, codeMark(parts, challenge.id, input.code)) &&
      useChallenge(parts, challenge.id)
    if (!right) {
      wrongCode(parts, caller, method)
      return null
    }
    passWith(parts, caller, authenticator)
    forgiveWrongCodes(parts, caller.userId, method)
    return authenticator
  })

/** Codes by e-mail and by SMS: enrol, challenge, verify. */
export const mountCodes = (app: FastifyInstance, deps: { parts: Parts; outbox: Outbox }): void => {
  const { parts } = deps
  for (const channel of channels) {
    const { kind, method } = channel
    app.post(`/client/user-authenticators/${kind}`, async (request) => {
      const caller = await needCaller(parts, request)
      refuseToAdd(parts, caller)
      const address = channel.address(fieldsOf(request.body))
      const authenticator = startAuthenticator(parts, caller, method, { [channel.column]: address })
      await sendCode(deps, caller, { channel, authenticator })
      return { userAuthenticatorId: authenticator.id, userId: caller.userId }
    })
    app.post(`/client/challenge/${kind}`, async (request) => {
      const caller = await needCaller(parts, request)
      const authenticator = enrolled(parts, caller.userId, method)[0]
      if (!authenticator) throw invalidRequest(`The user has no ${method} authenticator.`)
      const challenge = await sendCode(deps, caller, { channel, authenticator })
      return { challengeId: challenge.id }
    })
    app.post(`/client/verify/${kind}`, async (request) => {
      const caller = await needCaller(parts, request)
      const code = fieldsOf(request.body).needText('verificationCode', 20).replaceAll(' ', '')
      if (isLocked(parts, caller.userId, method)) return failed('MAX_ATTEMPTS_EXCEEDED')
      const passed = verifyCode(parts, caller, { channel, code })
      return passed ? passedAnswer(parts, caller, passed) : failed('CODE_INVALID_OR_EXPIRED')
    })
  }
}
