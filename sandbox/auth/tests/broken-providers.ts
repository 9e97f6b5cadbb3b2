import type { Mutation } from './front.ts'
import { empty, frameless, inScript, on, secondYes, status, withOptions, without } from './mutations.ts'
import type { scenarios } from './scenarios.ts'

export type BrokenProvider = {
  readonly mutation: () => Mutation
  readonly caughtBy: keyof typeof scenarios
  /** The fault shows as a scenario that never ends. */
  readonly hangs?: true
}

const registrationOptions = /passkey\/registration-options$/
const authenticationOptions = /passkey\/authentication-options$/
const anybody = { challengeId: 'x', options: { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] } }
const anyAnswer = /^\/v1\/client\//
const verify = /\/client\/verify\//
const track = /\/users\/[^/]+\/actions\/[^/]+$/
const validate = /\/validate$/

/** Providers with one small fault each, and the scenario that must detect it. */
export const brokenProviders: Readonly<Record<string, BrokenProvider>> = {
  'a success carries error: null': {
    mutation: () => on(anyAnswer, (body) => ({ error: null, ...body })),
    caughtBy: 'email',
  },
  'a wrong code is an HTTP error': {
    mutation: () => on(verify, (body) => (body['isVerified'] === false ? { error: 'invalid_code' } : body)),
    caughtBy: 'email',
  },
  'a wrong code has no reason': {
    mutation: () => on(verify, without('failureReason')),
    caughtBy: 'sms',
  },
  'an expired token is only unauthorized': {
    mutation: () => on(anyAnswer, (body) => (body['error'] ? { ...body, errorCode: 'unauthorized' } : body)),
    caughtBy: 'expiredToken',
  },
  'errors have no description': {
    mutation: () => on(anyAnswer, without('errorDescription')),
    caughtBy: 'removedPasskey',
  },
  'too many messages are sent all the same': {
    mutation: () => on(/user-authenticators\/sms$/, (body) => (body['error'] ? { userId: 'x' } : body)),
    caughtBy: 'tooMany',
  },
  'a lock answers like a wrong code': {
    mutation: () =>
      on(verify, (body) =>
        body['failureReason'] === 'MAX_ATTEMPTS_EXCEEDED'
          ? { ...body, failureReason: 'CODE_INVALID_OR_EXPIRED' }
          : body,
      ),
    caughtBy: 'lock',
  },
  'a used code of an app is accepted again': {
    mutation: () => secondYes(/verify\/totp$/),
    caughtBy: 'totp',
  },
  'the app gets no address to scan': {
    mutation: () => on(/user-authenticators\/totp$/, without('uri')),
    caughtBy: 'totp',
  },
  'an enrolment does not say what was enrolled': {
    mutation: () => on(verify, without('userAuthenticator')),
    caughtBy: 'sms',
  },
  'a passed challenge answers no token': {
    mutation: () => on(verify, without('accessToken')),
    caughtBy: 'securityKey',
  },
  'a passed challenge answers the token that it got': {
    mutation: () =>
      on(verify, (body, call) => (body['accessToken'] ? { ...body, accessToken: call.path } : body)),
    caughtBy: 'email',
  },
  'a magic link is confirmed before it was opened': {
    mutation: () =>
      on(/finalize$/, (body) => (body['isVerified'] ? body : { isVerified: true, accessToken: 'soon' })),
    caughtBy: 'magicLink',
  },
  'the wait for a magic link answers 204': {
    mutation: () => empty(/finalize$/),
    caughtBy: 'magicLink',
  },
  'a new passkey has no challenge id': {
    mutation: () => on(registrationOptions, without('challengeId')),
    caughtBy: 'registration',
  },
  'a passkey may be made twice on one device': {
    mutation: () =>
      on(registrationOptions, (body) =>
        body['options'] ? withOptions(without('excludeCredentials'))(body) : body,
      ),
    caughtBy: 'registration',
  },
  'passkeys are not discoverable': {
    mutation: () =>
      on(
        registrationOptions,
        withOptions((options) => ({
          ...options,
          authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
        })),
      ),
    caughtBy: 'signInWithoutToken',
  },
  'user verification is not requested': {
    mutation: () =>
      on(
        authenticationOptions,
        withOptions((options) => ({ ...options, userVerification: 'discouraged' })),
      ),
    caughtBy: 'userVerification',
  },
  'the RP id is another': {
    mutation: () =>
      on(
        authenticationOptions,
        withOptions((options) => ({ ...options, rpId: 'other.example' })),
      ),
    caughtBy: 'autofill',
  },
  'any passkey may answer for a user': {
    mutation: () =>
      on(
        authenticationOptions,
        withOptions((options) => ({ ...options, allowCredentials: [] })),
      ),
    caughtBy: 'signInWithToken',
  },
  'a passkey is requested from a user without one': {
    mutation: () => on(authenticationOptions, (body) => (body['error'] ? anybody : body)),
    caughtBy: 'noPasskey',
    hangs: true,
  },
  'a removed passkey is still known': {
    mutation: () => status(/passkey\?credentialIds/, 400, 200),
    caughtBy: 'registration',
  },
  'a sign-in does not say who': {
    mutation: () => on(verify, without('userId')),
    caughtBy: 'signInWithoutToken',
  },
  'security key options are wrapped': {
    mutation: () => on(/security-key\/(registration|authentication)-options$/, (options) => ({ options })),
    caughtBy: 'securityKey',
  },
  'validate accepts every token': {
    mutation: () => on(validate, (body) => ({ ...body, isValid: true })),
    caughtBy: 'sms',
  },
  'validate does not say which action': {
    mutation: () => on(validate, without('actionCode')),
    caughtBy: 'totp',
  },
  'validate does not say how': {
    mutation: () => on(validate, without('verificationMethod')),
    caughtBy: 'totp',
  },
  'an enrolled user is not challenged': {
    mutation: () => on(track, (body) => ({ ...body, state: 'ALLOW' })),
    caughtBy: 'signInWithToken',
  },
  'track does not say whether the user is enrolled': {
    mutation: () => on(track, without('isEnrolled')),
    caughtBy: 'registration',
  },
  'the address of the page has no query': {
    mutation: () => on(track, (body) => ({ ...body, url: String(body['url']).replace('?', '#') })),
    caughtBy: 'popup',
    hangs: true,
  },
  'the page posts objects instead of JSON': {
    mutation: () => inScript('parent.js', 'JSON.stringify', ''),
    caughtBy: 'popup',
    hangs: true,
  },
  'the page closes without the token': {
    mutation: () => inScript('parent.js', '(token, redirectUrl)', '(_lost, redirectUrl, token)'),
    caughtBy: 'separateWindow',
  },
  'the page never says that it is ready': {
    mutation: () => inScript('parent.js', 'AUTHSIGNAL_READY', 'READY'),
    caughtBy: 'popupAbandoned',
    hangs: true,
  },
  'the page does not tell its height': {
    mutation: () => inScript('parent.js', 'height: Math', 'size: Math'),
    caughtBy: 'popup',
  },
  'the page hides errors of its calls': {
    mutation: () => inScript('parent.js', 'AUTHSIGNAL_API_ERROR', 'ERROR'),
    caughtBy: 'popupError',
  },
  'the page may not be framed': { mutation: () => frameless, caughtBy: 'popup', hangs: true },
  'the page comes back without the token': {
    mutation: () => inScript('app.js', "searchParams.set('token', result)", "searchParams.set('done', '1')"),
    caughtBy: 'redirect',
  },
}
