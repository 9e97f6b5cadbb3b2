import { randomUUID } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import { refuseToAdd, type Authenticator } from './authenticators.ts'
import { findChallenge, isOf, openChallenge, useChallenge, type Challenge } from './challenges.ts'
import { callerOf, needCaller, relyingPartyOf } from './client-auth.ts'
import { checkActionCode, fieldsOf } from './fields.ts'
import { addKey } from './new-keys.ts'
import { present, type ActionRef, type Parts } from './parts.ts'
import { passedAnswer, passWith } from './passing.ts'
import { invalidCredential, invalidRequest } from './refusal.ts'
import type { Caller } from './tokens.ts'
import { findUser } from './users.ts'
import { authenticationOptions, checkAssertion, keysOf, registrationOptions } from './webauthn.ts'

/** The action of a passkey sign-in that named none. */
const unnamedAction = 'passkey-sign-in'

const attachmentOf = (text: string | undefined) =>
  text === 'platform' || text === 'cross-platform' ? text : undefined

/** Redeems a challenge before anything is checked, so that it is used up whatever the result is. */
const spend = (parts: Parts, id: string, kind: Challenge['kind']): Challenge => {
  const challenge = findChallenge(parts, id)
  if (challenge?.kind !== kind || challenge.webauthn === null || !useChallenge(parts, id)) {
    throw invalidCredential('The challenge is unknown, expired or already used.')
  }
  return challenge
}

const mountRegistration = (app: FastifyInstance, parts: Parts): void => {
  app.post('/client/user-authenticators/passkey/registration-options', async (request) => {
    const caller = await needCaller(parts, request)
    refuseToAdd(parts, caller)
    const party = relyingPartyOf(parts, request)
    const body = fieldsOf(request.body)
    const [username, displayName] = [body.text('username', 100), body.text('displayName', 100)]
    const options = await registrationOptions(parts, party, {
      userId: caller.userId,
      method: 'PASSKEY',
      username,
      displayName,
      attachment: attachmentOf(body.text('authenticatorAttachment')),
    })
    const challenge = openChallenge(parts, 'passkey-registration', caller, {
      rp_id: party.rpId,
      webauthn: options.challenge,
      username: username ?? null,
      display_name: displayName ?? null,
    })
    return { challengeId: challenge.id, options }
  })
  app.post('/client/user-authenticators/passkey', async (request) => {
    const caller = await needCaller(parts, request)
    refuseToAdd(parts, caller)
    const body = fieldsOf(request.body)
    const credential = body.object('registrationCredential') as unknown as RegistrationResponseJSON
    if (!credential) throw invalidRequest('registrationCredential is required.')
    const challenge = spend(parts, body.needText('challengeId', 50), 'passkey-registration')
    if (!isOf(challenge, caller)) throw invalidCredential('The challenge belongs to another action.')
    const authenticator = await addKey(parts, caller, {
      method: 'PASSKEY',
      challenge,
      credential,
      automatic: body.flag('conditionalCreate') ?? false,
      userAgent: request.headers['user-agent'],
    })
    return {
      ...(await passedAnswer(parts, caller, authenticator)),
      userId: caller.userId,
      userAuthenticatorId: authenticator.id,
    }
  })
}

/** The challenge that the options are for: the one of `POST /client/challenge`, or a new one. */
const challengeFor = (
  parts: Parts,
  caller: Caller | null,
  options: { challengeId: string | undefined; rpId: string; webauthn: string },
): Challenge => {
  const columns = { rp_id: options.rpId, webauthn: options.webauthn }
  if (caller || options.challengeId === undefined) return openChallenge(parts, 'passkey', caller, columns)
  const challenge = findChallenge(parts, options.challengeId)
  if (!challenge || challenge.user_id !== null || !['action', 'passkey'].includes(challenge.kind)) {
    throw invalidRequest('challengeId is unknown, expired or already used.')
  }
  parts.db.run(
    `update challenge set kind = 'passkey', rp_id = ?, webauthn = ? where id = ?`,
    options.rpId,
    options.webauthn,
    challenge.id,
  )
  return challenge
}

/** The proved action: the token's, or the one that the challenge was opened for. */
const actionOf = (challenge: Challenge, caller: Caller | null, userId: string): ActionRef => {
  if (!caller) {
    if (challenge.user_id !== null) throw invalidCredential('The challenge belongs to a user.')
    return {
      userId,
      actionCode: challenge.action_code ?? unnamedAction,
      idempotencyKey: challenge.idempotency_key ?? randomUUID(),
    }
  }
  if (!isOf(challenge, caller)) throw invalidCredential('The challenge belongs to another action.')
  if (caller.userId !== userId) throw invalidCredential('The passkey belongs to another user.')
  return caller
}

const passkeyOf = ({ db }: Parts, credentialId: string): Authenticator => {
  const row = db.one<Authenticator>(
    `select * from authenticator where credential_id = ? and method = 'PASSKEY' and verified_at is not null`,
    credentialId,
  )
  if (!row) throw invalidCredential('The passkey is not known: it may have been removed.')
  return row
}

const mountAuthentication = (app: FastifyInstance, parts: Parts): void => {
  app.post('/client/challenge', async (request) => {
    if (await callerOf(parts, request))
      throw invalidRequest('Name the tenant only: the token has its action.')
    const body = fieldsOf(request.body)
    const challenge = openChallenge(parts, 'action', null, {
      action_code: checkActionCode(body.needText('action')),
      idempotency_key: body.text('idempotencyKey', 100) ?? randomUUID(),
    })
    return { challengeId: challenge.id }
  })
  app.post('/client/user-authenticators/passkey/authentication-options', async (request) => {
    const caller = await callerOf(parts, request)
    const party = relyingPartyOf(parts, request)
    const keys = caller ? keysOf(parts, caller.userId, { rpId: party.rpId, methods: ['PASSKEY'] }) : []
    if (caller && keys.length === 0) throw invalidRequest('The user has no passkey for this site.')
    const options = await authenticationOptions(party, keys, 'required')
    const challenge = challengeFor(parts, caller, {
      challengeId: fieldsOf(request.body).text('challengeId', 50),
      rpId: party.rpId,
      webauthn: options.challenge,
    })
    return { challengeId: challenge.id, options }
  })
  app.post('/client/verify/passkey', async (request) => {
    const caller = await callerOf(parts, request)
    const body = fieldsOf(request.body)
    const credential = body.object('authenticationCredential') as unknown as AuthenticationResponseJSON
    if (!credential) throw invalidRequest('authenticationCredential is required.')
    const challenge = spend(parts, body.needText('challengeId', 50), 'passkey')
    const authenticator = passkeyOf(parts, String(credential.id))
    const { id, user_id: userId } = authenticator
    const ref = actionOf(challenge, caller, userId)
    await checkAssertion(parts, challenge, { credential, authenticator, requireUserVerification: true })
    const deviceId = body.text('deviceId', 100)
    parts.db.whole(() => {
      if (deviceId) parts.db.run('update authenticator set device_id = ? where id = ?', deviceId, id)
      passWith(parts, { ...ref, scopes: new Set(), token: '' }, authenticator)
    })
    const user = findUser(parts, userId)
    return present({
      ...(await passedAnswer(parts, ref, authenticator)),
      userId,
      userAuthenticatorId: id,
      username: authenticator.username ?? user?.username,
      userDisplayName: authenticator.display_name ?? user?.display_name,
    })
  })
  app.get('/client/user-authenticators/passkey', async (request) => {
    await callerOf(parts, request)
    const ids = fieldsOf(request.query).needText('credentialIds', 10_000).split(',')
    const known = parts.db.one<{ credentialId: string; verifiedAt: string }>(
      `select credential_id as credentialId, last_verified_at as verifiedAt from authenticator
       where method = 'PASSKEY' and verified_at is not null and credential_id in (select value from json_each(?))
       order by last_verified_at desc limit 1`,
      JSON.stringify(ids),
    )
    if (!known) throw invalidCredential('None of these passkeys is known.')
    return known
  })
}

/** Passkeys: registration, sign-in with a token or discoverable, and whether a device has one. */
export const mountPasskeys = (app: FastifyInstance, parts: Parts): void => {
  mountRegistration(app, parts)
  mountAuthentication(app, parts)
}
