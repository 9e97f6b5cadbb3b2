import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { enrolled, type Authenticator } from './authenticators.ts'
import type { Challenge } from './challenges.ts'
import type { Method, Parts } from './parts.ts'
import { invalidCredential } from './refusal.ts'
import type { RelyingParty } from './tenant.ts'
import { findUser, needUser } from './users.ts'

/** ES256 and RS256, which all platforms support. */
const algorithms = [-7, -257]
const ceremonyMs = 300_000

type Descriptor = { id: string; transports?: string[] }

const descriptor = (row: Authenticator): Descriptor => ({
  id: row.credential_id ?? '',
  ...(row.transports === null ? {} : { transports: JSON.parse(row.transports) as string[] }),
})

/** The user's keys that this relying party can use. */
export const keysOf = (
  parts: Parts,
  userId: string,
  wanted: { rpId: string; methods: readonly Method[] },
): Descriptor[] =>
  enrolled(parts, userId)
    .filter(({ method, rp_id: rpId }) => wanted.methods.includes(method) && rpId === wanted.rpId)
    .map(descriptor)

export const registrationOptions = async (
  parts: Parts,
  party: RelyingParty,
  options: {
    userId: string
    method: 'PASSKEY' | 'SECURITY_KEY'
    username?: string | undefined
    displayName?: string | undefined
    attachment?: 'platform' | 'cross-platform' | undefined
  },
) => {
  const user = needUser(parts, options.userId)
  const passkey = options.method === 'PASSKEY'
  const userName = options.username ?? user.username ?? user.email ?? user.id
  return generateRegistrationOptions({
    rpName: parts.tenant.rpName,
    rpID: party.rpId,
    userName,
    userID: new Uint8Array(Buffer.from(user.handle, 'base64url')),
    userDisplayName: options.displayName ?? user.display_name ?? userName,
    timeout: ceremonyMs,
    attestationType: 'none',
    excludeCredentials: keysOf(parts, user.id, { rpId: party.rpId, methods: ['PASSKEY', 'SECURITY_KEY'] }),
    authenticatorSelection: {
      residentKey: passkey ? 'required' : 'discouraged',
      userVerification: passkey ? 'required' : 'discouraged',
      ...(options.attachment ? { authenticatorAttachment: options.attachment } : {}),
    },
    supportedAlgorithmIDs: algorithms,
  })
}

export const authenticationOptions = (
  party: RelyingParty,
  keys: Descriptor[],
  userVerification: 'required' | 'discouraged',
) =>
  generateAuthenticationOptions({
    rpID: party.rpId,
    allowCredentials: keys,
    userVerification,
    timeout: ceremonyMs,
  })

/** The data that the browser says it signed. It is not trusted before its signature is checked. */
export const clientDataOf = (credential: unknown): { challenge: string; origin: string } => {
  try {
    const { response } = credential as { response: { clientDataJSON: string } }
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
    const data = JSON.parse(text) as { challenge: unknown; origin: unknown; crossOrigin?: unknown }
    if (typeof data.challenge !== 'string' || typeof data.origin !== 'string') throw new TypeError('no text')
    if (data.crossOrigin === true) throw new TypeError('a ceremony in a frame of another origin')
    return { challenge: data.challenge, origin: data.origin }
  } catch (error) {
    throw invalidCredential(`The credential cannot be read: ${String(error)}`)
  }
}

/** The origin of the ceremony, if the tenant allows it and the challenge belongs to its relying party. */
const originFor = (parts: Parts, challenge: Challenge, origin: string): string => {
  const party = parts.tenant.relyingPartyOf(origin)
  if (party?.rpId !== challenge.rp_id) throw invalidCredential('The origin is not the one of the challenge.')
  return origin
}

export const checkRegistration = async (
  parts: Parts,
  challenge: Challenge,
  input: { credential: RegistrationResponseJSON; requireUserVerification: boolean; automatic: boolean },
) => {
  const { origin } = clientDataOf(input.credential)
  const expectedOrigin = originFor(parts, challenge, origin)
  try {
    const result = await verifyRegistrationResponse({
      response: input.credential,
      expectedChallenge: challenge.webauthn ?? '',
      expectedOrigin,
      expectedRPID: challenge.rp_id ?? '',
      // A browser that creates a passkey automatically after a password login does not verify the user.
      requireUserPresence: !input.automatic,
      requireUserVerification: input.requireUserVerification && !input.automatic,
      supportedAlgorithmIDs: algorithms,
    })
    if (result.verified) return result.registrationInfo
  } catch (error) {
    throw invalidCredential(`The credential was refused: ${(error as Error).message}`)
  }
  throw invalidCredential('The credential was refused.')
}

/** Checks signature, origin, RP id, user verification and counter; stores the counter. */
export const checkAssertion = async (
  parts: Parts,
  challenge: Challenge,
  input: {
    credential: AuthenticationResponseJSON
    authenticator: Authenticator
    requireUserVerification: boolean
  },
): Promise<void> => {
  const { credential, authenticator } = input
  const handle = credential.response.userHandle
  if (handle && handle !== findUser(parts, authenticator.user_id)?.handle) {
    throw invalidCredential('The credential belongs to another user.')
  }
  const expectedOrigin = originFor(parts, challenge, clientDataOf(credential).origin)
  const result = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge.webauthn ?? '',
    expectedOrigin,
    expectedRPID: challenge.rp_id ?? '',
    requireUserVerification: input.requireUserVerification,
    credential: {
      id: authenticator.credential_id ?? '',
      publicKey: new Uint8Array(authenticator.public_key ?? []),
      counter: authenticator.counter,
    },
  }).catch((error: Error) => {
    throw invalidCredential(`The credential was refused: ${error.message}`)
  })
  if (!result.verified) throw invalidCredential('The signature is wrong.')
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  const stored = parts.db.run(
    'update authenticator set counter = ?, backed_up = ? where id = ? and counter = ?',
    newCounter,
    credentialBackedUp ? 1 : 0,
    authenticator.id,
    authenticator.counter,
  )
  if (stored !== 1) throw invalidCredential('The credential was used elsewhere at the same time.')
}
