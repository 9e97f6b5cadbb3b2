import { createSoftKey } from '../../../sandbox/auth/tests/soft-key.ts'
import type { StoredPasskey } from './authenticator.ts'
import { totpOf } from './factors.ts'
import { productUrl, type Calls } from './product-calls.ts'
import type { Person } from './people.ts'
import { mailTo } from './sandbox-services.ts'

type Enrolment = { readonly id: string; readonly token: string; readonly phone: string | null }
type Config = { readonly authsignal: { readonly baseUrl: string } }
export type ProofAnswer = {
  readonly isVerified: boolean
  readonly accessToken?: string
  readonly failureReason?: string
}

/** A call of the provider's client API as its library makes it, but without a browser. */
export const callProvider = async <T>(
  calls: Calls,
  { path, token, body = {}, origin }: { path: string; token: string; body?: object; origin?: string },
): Promise<T> => {
  const { authsignal } = await calls.get<Config>('/config')
  const answer = await calls.context.post(`${authsignal.baseUrl}/client${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(origin ? { origin } : {}) },
    data: body,
  })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}

const enrol = async <T>(
  { calls }: Person,
  method: string,
  add: (started: Enrolment) => Promise<T>,
): Promise<T> => {
  const started = await calls.post<Enrolment>('/factor-enrolments', { method })
  const added = await add(started)
  await calls.post(`/factor-enrolments/${started.id}/confirmation`, {})
  return added
}

/**
 * Adds an authenticator app for the person and returns its secret. The code of the present half minute is
 * used already.
 */
export const addTotp = async (person: Person): Promise<string> => {
  let secret = ''
  await enrol(person, 'totp', async ({ token }) => {
    secret = (
      await callProvider<{ secret: string }>(person.calls, { path: '/user-authenticators/totp', token })
    ).secret
    const body = { verificationCode: await totpOf(secret) }
    await callProvider(person.calls, { path: '/verify/totp', token, body })
  })
  return secret
}

/** Adds codes by e-mail for the person. */
export const addEmailCodes = (person: Person): Promise<void> =>
  enrol(person, 'email_otp', async ({ token }) => {
    const { calls, email } = person
    await callProvider(calls, { path: '/user-authenticators/email-otp', token, body: { email } })
    const body = { verificationCode: (await mailTo(email, 'sign_in_code')).code ?? '' }
    await callProvider(calls, { path: '/verify/email-otp', token, body })
  })

type PasskeyOptions = {
  readonly challengeId: string
  readonly options: {
    readonly challenge: string
    readonly rp: { readonly id: string }
    readonly user: { readonly id: string }
  }
}

/** Adds a passkey for the person, for an authenticator of their browser. */
export const addPasskey = async (person: Person): Promise<StoredPasskey> => {
  const { calls, email, company } = person
  const origin = productUrl(company)
  const key = createSoftKey(origin)
  const path = '/user-authenticators/passkey'
  const owner = await enrol(person, 'passkey', async ({ token }) => {
    const { challengeId, options } = await callProvider<PasskeyOptions>(calls, {
      path: `${path}/registration-options`,
      token,
      origin,
      body: { username: email },
    })
    const body = { challengeId, registrationCredential: key.create(options) }
    await callProvider(calls, { path, token, origin, body })
    return { rpId: options.rp.id, userHandle: options.user.id }
  })
  return { id: key.id, ...owner, ...key.stored() }
}
