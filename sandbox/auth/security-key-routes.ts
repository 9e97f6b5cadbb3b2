import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import { refuseToAdd, type Authenticator } from './authenticators.ts'
import { challengeSigned, isOf, openChallenge, useChallenge, type Challenge } from './challenges.ts'
import { needCaller, relyingPartyOf } from './client-auth.ts'
import { addKey } from './new-keys.ts'
import type { Parts } from './parts.ts'
import { passedAnswer, passWith } from './passing.ts'
import { invalidCredential, invalidRequest } from './refusal.ts'
import type { Caller } from './tokens.ts'
import {
  authenticationOptions,
  checkAssertion,
  clientDataOf,
  keysOf,
  registrationOptions,
} from './webauthn.ts'

const method = 'SECURITY_KEY'
const base = '/client/user-authenticators/security-key'

/**
 * These calls carry no challenge id: the signed challenge identifies it, and it must belong to the caller.
 */
const spend = (
  parts: Parts,
  caller: Caller,
  signed: { kind: 'security-key-registration' | 'security-key'; credential: unknown },
): Challenge => {
  const challenge = challengeSigned(parts, signed.kind, clientDataOf(signed.credential).challenge)
  if (!challenge || !isOf(challenge, caller) || !useChallenge(parts, challenge.id)) {
    throw invalidCredential('The challenge is unknown, expired, already used, or of another user.')
  }
  return challenge
}

const keyOf = ({ db }: Parts, caller: Caller, credentialId: string): Authenticator => {
  const row = db.one<Authenticator>(
    'select * from authenticator where credential_id = ? and method = ? and user_id = ?',
    credentialId,
    method,
    caller.userId,
  )
  if (!row) throw invalidCredential('The security key is not one of this user.')
  return row
}

/** Security keys as a second factor: options and answers are sent without a challenge id. */
export const mountSecurityKeys = (app: FastifyInstance, parts: Parts): void => {
  app.post(`${base}/registration-options`, async (request) => {
    const caller = await needCaller(parts, request)
    refuseToAdd(parts, caller)
    const party = relyingPartyOf(parts, request)
    const options = await registrationOptions(parts, party, {
      userId: caller.userId,
      method,
      attachment: 'cross-platform',
    })
    openChallenge(parts, 'security-key-registration', caller, {
      rp_id: party.rpId,
      webauthn: options.challenge,
    })
    return options
  })
  app.post(base, async (request) => {
    const caller = await needCaller(parts, request)
    refuseToAdd(parts, caller)
    const credential = request.body as RegistrationResponseJSON
    const challenge = spend(parts, caller, { kind: 'security-key-registration', credential })
    const userAgent = request.headers['user-agent']
    const row = await addKey(parts, caller, { method, challenge, credential, automatic: false, userAgent })
    return passedAnswer(parts, caller, row)
  })
  app.post(`${base}/authentication-options`, async (request) => {
    const caller = await needCaller(parts, request)
    const party = relyingPartyOf(parts, request)
    const keys = keysOf(parts, caller.userId, { rpId: party.rpId, methods: [method] })
    if (keys.length === 0) throw invalidRequest('The user has no security key for this site.')
    const options = await authenticationOptions(party, keys, 'discouraged')
    openChallenge(parts, 'security-key', caller, { rp_id: party.rpId, webauthn: options.challenge })
    return options
  })
  app.post('/client/verify/security-key', async (request) => {
    const caller = await needCaller(parts, request)
    const credential = request.body as AuthenticationResponseJSON
    const challenge = spend(parts, caller, { kind: 'security-key', credential })
    const authenticator = keyOf(parts, caller, String(credential.id))
    await checkAssertion(parts, challenge, { credential, authenticator, requireUserVerification: false })
    parts.db.whole(() => passWith(parts, caller, authenticator))
    return passedAnswer(parts, caller, authenticator)
  })
}
