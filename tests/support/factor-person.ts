import { createHmac } from 'node:crypto'
import type { Challenge, StepUpRequest } from '../../contract/src/access/step-up.ts'
import { createSoftKey } from '../../sandbox/auth/tests/soft-key.ts'
import { browserOrigin, type TestAuth } from './test-auth.ts'
import type { TestAnswer, TestBrowser } from './test-browser.ts'

type ProofAnswer = { isVerified: boolean; accessToken?: string }
type Options = { challengeId: string; options: { challenge: string; rpId?: string; rp?: { id: string } } }
type Enrolment = { id: string; token: string }
export type FactorAnswer = { id: string; method: string; name: string; credentialId: string | null }

export type SoftKey = ReturnType<typeof createSoftKey>
export const newKey = (): SoftKey => createSoftKey(browserOrigin)

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30

/** Code of an authenticator app (RFC 6238). @param later steps of half a minute from now */
export const appCode = (secret: string, later = 0): string => {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / stepSeconds) + later))
  const mac = createHmac('sha1', key).update(counter).digest()
  const start = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const mustHave = (answer: TestAnswer<unknown>, status: number) => {
  if (answer.status !== status) throw new Error(answer.text)
}
const tokenOf = ({ body }: { body: ProofAnswer }): string => {
  if (!body.isVerified || !body.accessToken) throw new Error(JSON.stringify(body))
  return body.accessToken
}

/** Passkey, app and mail code of a person, used with the provider as the browser's library does. */
export const createProver = (auth: TestAuth) => {
  const passkey = async (key: SoftKey, token?: string, challengeId?: string): Promise<string> => {
    const path = '/user-authenticators/passkey/authentication-options'
    const requested = await auth.client<Options>(path, { challengeId }, token)
    const authenticationCredential = key.get(requested.body.options)
    const body = { challengeId: requested.body.challengeId, authenticationCredential, deviceId: 'browser-1' }
    return tokenOf(await auth.client<ProofAnswer>('/verify/passkey', body, token))
  }
  return {
    passkey,
    /** A passkey at the login field, before the person is known. */
    discover: async (key: SoftKey, action: string): Promise<string> => {
      const { body } = await auth.client<{ challengeId: string }>('/challenge', { action })
      return passkey(key, undefined, body.challengeId)
    },
    register: async (key: SoftKey, token: string): Promise<string> => {
      const path = '/user-authenticators/passkey/registration-options'
      const requested = await auth.client<Options>(path, { username: 'x' }, token)
      const registrationCredential = key.create(requested.body.options)
      const body = { challengeId: requested.body.challengeId, registrationCredential }
      return tokenOf(await auth.client<ProofAnswer>('/user-authenticators/passkey', body, token))
    },
    /** Enrols an app; returns its secret. */
    registerApp: async (token: string): Promise<string> => {
      const { body } = await auth.client<{ secret: string }>('/user-authenticators/totp', {}, token)
      const verificationCode = appCode(body.secret)
      tokenOf(await auth.client<ProofAnswer>('/verify/totp', { verificationCode }, token))
      return body.secret
    },
    mailCode: async (email: string, token: string): Promise<string> => {
      await auth.client('/challenge/email-otp', {}, token)
      const { code: verificationCode } = await auth.sent(email)
      return tokenOf(await auth.client<ProofAnswer>('/verify/email-otp', { verificationCode }, token))
    },
    registerMail: async (email: string, token: string): Promise<void> => {
      await auth.client('/user-authenticators/email-otp', { email }, token)
      const { code: verificationCode } = await auth.sent(email)
      tokenOf(await auth.client<ProofAnswer>('/verify/email-otp', { verificationCode }, token))
    },
  }
}

export type Prover = ReturnType<typeof createProver>

/** Starts and confirms an enrolment; `add` does what the library does with the token. */
export const enrol = async (
  browser: TestBrowser,
  method: string,
  add: (token: string) => Promise<unknown>,
): Promise<FactorAnswer> => {
  const started = await browser.post<Enrolment>('/factor-enrolments', { method })
  mustHave(started, 201)
  await add(started.body.data.token)
  const path = `/factor-enrolments/${started.body.data.id}/confirmation`
  const confirmed = await browser.post<FactorAnswer>(path)
  mustHave(confirmed, 200)
  return confirmed.body.data
}

/** Starts the challenge that an operation requires. */
export const startChallenge = async (browser: TestBrowser, requested: StepUpRequest): Promise<Challenge> => {
  const { level, action, objectHash } = requested
  const started = await browser.post<Challenge>('/step-up/challenges', { level, action, objectHash })
  mustHave(started, 201)
  return started.body.data
}

type EarnedGrant = { grant: string | null; next: Challenge | null }
/** Sends a proof for a challenge. */
export const handIn = (browser: TestBrowser, challengeId: string, proof: object) =>
  browser.post<EarnedGrant>('/step-up/grants', { challengeId, proof })

/** The grant for an operation, confirmed by a passkey. */
export const grantBy = async (
  { browser, prover, key }: { browser: TestBrowser; prover: Prover; key: SoftKey },
  requested: StepUpRequest,
): Promise<string> => {
  const challenge = await startChallenge(browser, requested)
  const token = await prover.passkey(key, challenge.token ?? '')
  const earned = await handIn(browser, challenge.id, { kind: 'token', token })
  if (!earned.body.data?.grant) throw new Error(earned.text)
  return earned.body.data.grant
}

/** The grant for a person without a factor, confirmed by the password. */
export const grantByPassword = async (
  browser: TestBrowser,
  requested: StepUpRequest,
  password = 'own secret',
): Promise<string> => {
  const { id } = await startChallenge(browser, requested)
  const earned = await handIn(browser, id, { kind: 'password', password })
  if (!earned.body.data?.grant) throw new Error(earned.text)
  return earned.body.data.grant
}

export type PendingLogin = { loginId: string; token: string; methods: string[]; recoveryCodes: boolean }
/** Sends the password; returns what the login requires next. */
export const startLogin = async (
  browser: TestBrowser,
  login: string,
  password = 'own secret',
): Promise<PendingLogin> => {
  const answer = await browser.post<{ token: string | null; factor: PendingLogin | null }>('/sessions', {
    login,
    password,
  })
  mustHave(answer, 201)
  if (!answer.body.data.factor) throw new Error('No factor was requested')
  return answer.body.data.factor
}
