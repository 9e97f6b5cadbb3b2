import { randomUUID } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { succeedAction } from './actions.ts'
import { completeAuthenticator, refuseToAdd, type Authenticator } from './authenticators.ts'
import type { Challenge } from './challenges.ts'
import type { Parts } from './parts.ts'
import { invalidCredential } from './refusal.ts'
import type { Caller } from './tokens.ts'
import { findUser } from './users.ts'
import { checkRegistration } from './webauthn.ts'

/** Adds a passkey or security key whose challenge was just redeemed. Returns the row as it was before. */
export const addKey = async (
  parts: Parts,
  caller: Caller,
  input: {
    method: 'PASSKEY' | 'SECURITY_KEY'
    challenge: Challenge
    credential: RegistrationResponseJSON
    automatic: boolean
    userAgent: string | undefined
  },
): Promise<Authenticator> => {
  const { method, challenge } = input
  const info = await checkRegistration(parts, challenge, {
    credential: input.credential,
    requireUserVerification: method === 'PASSKEY',
    automatic: input.automatic,
  })
  const { credential } = info
  return parts.db.whole(() => {
    // Another authenticator may have been enrolled during the check above.
    refuseToAdd(parts, caller)
    const existing = parts.db.one('select 1 from authenticator where credential_id = ?', credential.id)
    if (existing) throw invalidCredential('The credential is already registered.')
    const row = parts.db.insert<Authenticator>('authenticator', {
      id: randomUUID(),
      user_id: caller.userId,
      method,
      username: challenge.username ?? findUser(parts, caller.userId)?.username ?? null,
      display_name: challenge.display_name,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      rp_id: challenge.rp_id,
      device_type: info.credentialDeviceType,
      backed_up: info.credentialBackedUp ? 1 : 0,
      aaguid: info.aaguid,
      attachment: input.credential.authenticatorAttachment ?? null,
      user_agent: input.userAgent ?? null,
      created_at: parts.now().toISOString(),
    })
    completeAuthenticator(parts, row)
    succeedAction(parts, caller, { method, authenticatorId: row.id })
    return row
  })
}
