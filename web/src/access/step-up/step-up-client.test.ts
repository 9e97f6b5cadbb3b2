import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  installBrowser,
  startServer,
  type Answer,
  type ReceivedRequest,
} from '../../kernel/kernel-test-kit.ts'
import { createStepUpClient, type StepUpClient } from './step-up-client.ts'

const notSet = "A token has not been set. Call 'setToken' first."
let answers: Record<string, Answer> = {}
let server: Awaited<ReturnType<typeof startServer>>
let client: StepUpClient
let expired = 0
let validated: unknown[] = []

const open = (over: Partial<{ tenantId: string; baseUrl: string }> = {}) =>
  createStepUpClient(
    { tenantId: 'tenant', baseUrl: server.origin, onTokenExpired: () => (expired += 1), ...over },
    (input) => {
      validated.push(input)
      return Promise.resolve({ data: null })
    },
  )

beforeEach(async () => {
  answers = {}
  expired = 0
  validated = []
  server = await startServer(({ url }: ReceivedRequest) => answers[url] ?? { status: 404 })
  installBrowser(server.origin)
  Object.assign(globalThis, { window: globalThis })
  Object.assign(document, { location: { hostname: 'localhost', protocol: 'http:' } })
  client = open()
})
afterEach(() => server.stop())

const requestsOf = (path: string) => server.received.filter(({ url }) => url === path)

describe('the conditions of a call', () => {
  it('needs a tenant', () => {
    expect(() => open({ tenantId: '' })).toThrow('tenantId is required')
  })

  it('answers TOKEN_NOT_SET to every call that needs a token, and sends none of them', async () => {
    const calls = [
      client.totp.enroll(),
      client.totp.verify({ code: '123456' }),
      client.email.enroll({ email: 'a@b.co' }),
      client.email.challenge(),
      client.email.verify({ code: '123456' }),
      client.sms.enroll({ phoneNumber: '+51999999999' }),
      client.sms.challenge(),
      client.sms.verify({ code: '123456' }),
      client.magicLink.enroll({ email: 'a@b.co' }),
      client.magicLink.challenge(),
      client.magicLink.wait(new AbortController().signal),
      client.securityKey.enroll(),
      client.securityKey.verify(),
    ]
    for (const answer of await Promise.all(calls)) {
      expect(answer).toEqual({ error: notSet, errorCode: 'TOKEN_NOT_SET', errorDescription: notSet })
    }
    expect(server.received).toEqual([])
  })

  it('forgets the token at logout', async () => {
    client.setToken('one')
    client.setToken('')
    expect(await client.totp.enroll()).toMatchObject({ errorCode: 'TOKEN_NOT_SET' })
  })

  it('refuses a passkey with a token and autofill, or with a token and an action', async () => {
    await expect(client.passkey.signIn({ token: 't', autofill: true })).rejects.toThrow('autofill is not')
    await expect(client.passkey.signIn({ token: 't', action: 'login' })).rejects.toThrow('action is not')
  })

  it('needs an action to validate, and a user to find their passkey', async () => {
    await expect(client.validateAction({ action: '', token: 't' })).rejects.toThrow('action is required')
    await expect(client.passkey.isAvailableOnDevice({ userId: '' })).rejects.toThrow('userId is required')
    expect(await client.validateAction({ action: 'login', token: 't' })).toEqual({ data: null })
    expect(validated).toEqual([{ action: 'login', token: 't' }])
  })
})

describe('the answers', () => {
  it('returns the provider’s answer, and uses its token for the next call', async () => {
    answers['/client/verify/totp'] = { body: { isVerified: true, accessToken: 'next' } }
    client.setToken('first')
    expect(await client.totp.verify({ code: '123456' })).toEqual({
      data: { isVerified: true, token: 'next' },
    })
    expect(server.received[0]?.headers['authorization']).toBe('Bearer first')
  })

  it('returns the provider’s reason for a wrong code', async () => {
    const body = { isVerified: false, failureReason: 'CODE_INVALID_OR_EXPIRED' }
    answers['/client/verify/email-otp'] = { body }
    client.setToken('t')
    expect(await client.email.verify({ code: '000000' })).toEqual({ data: body })
  })

  it('brings every error into one shape, with the description first', async () => {
    const errorDescription = 'Too many tries.'
    answers['/client/challenge/sms'] = {
      status: 429,
      body: { error: 'too_many_requests', errorCode: 'too_many_requests', errorDescription },
    }
    client.setToken('t')
    expect(await client.sms.challenge()).toEqual({
      error: errorDescription,
      errorCode: 'too_many_requests',
      errorDescription,
    })
  })

  it('reports an expired token once', async () => {
    answers['/client/user-authenticators/totp'] = {
      status: 401,
      body: { error: 'expired_token', errorCode: 'expired_token', errorDescription: 'The token is expired.' },
    }
    client.setToken('t')
    expect(await client.totp.enroll()).toMatchObject({ errorCode: 'expired_token' })
    expect(expired).toBe(1)
  })

  it('reports a lost connection, and an answer that is not JSON, as a network error', async () => {
    answers['/client/challenge/sms'] = { drop: true }
    client.setToken('t')
    expect(await client.sms.challenge()).toMatchObject({ errorCode: 'network_error' })
  })

  it('reports that a browser does not support passkeys', async () => {
    answers['/client/user-authenticators/passkey/authentication-options'] = {
      body: { challengeId: 'c', options: { challenge: 'AAAA', rpId: 'localhost' } },
    }
    expect(await client.passkey.signIn()).toMatchObject({ errorCode: 'webauthnNotSupported' })
  })
})

describe('the link in the mail', () => {
  const finalize = '/client/verify/email-magic-link/finalize'

  it('is checked until it was opened', async () => {
    let requests = 0
    await server.stop()
    server = await startServer(() => {
      requests += 1
      if (requests === 1) return { body: { isVerified: false } }
      if (requests === 2) return { drop: true }
      return { body: { isVerified: true, accessToken: 'done' } }
    })
    client = open()
    client.setToken('t')
    const answer = await client.magicLink.wait(new AbortController().signal)
    expect(answer).toEqual({ data: { isVerified: true, token: 'done' } })
    const [first, second] = server.received
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990)
  })

  it('is not checked any longer when the person cancels', async () => {
    answers[finalize] = { body: { isVerified: false } }
    client.setToken('t')
    const abort = new AbortController()
    const waiting = client.magicLink.wait(abort.signal)
    await new Promise((done) => setTimeout(done, 100))
    abort.abort()
    expect(await waiting).toMatchObject({ errorCode: 'ERROR_CEREMONY_ABORTED' })
    const before = requestsOf(finalize).length
    await new Promise((done) => setTimeout(done, 1200))
    expect(requestsOf(finalize)).toHaveLength(before)
  })
})
