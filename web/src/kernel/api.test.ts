import { sendOtp } from '@cardamom/contract/access'
import { endpoint } from '@cardamom/contract/endpoint'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { installBrowser, startServer, type Answer, type ReceivedRequest } from './kernel-test-kit.ts'

const shown: string[] = []
vi.mock('react-toastify/unstyled', () => ({
  toast: { error: (text: string) => shown.push(text), success: () => 0, info: () => 0 },
}))

const getThing = endpoint({
  method: 'GET',
  path: '/things/:thingId',
  summary: 'x',
  who: 'signed-in',
  params: z.object({ thingId: z.string() }),
  input: z.object({ q: z.string().optional(), tags: z.array(z.string()).optional() }),
  output: z.object({ amount: z.string() }),
  refusals: {},
})
const sendMoney = endpoint({
  method: 'POST',
  path: '/transfers',
  summary: 'x',
  who: 'signed-in',
  idempotent: true,
  input: z.object({ total: z.string() }),
  output: z.object({ id: z.string() }),
  refusals: {},
})
const changeName = endpoint({
  method: 'PATCH',
  path: '/me',
  summary: 'x',
  who: 'signed-in',
  input: z.object({ name: z.string() }),
  output: z.null(),
  refusals: {},
})

let answering: (received: ReceivedRequest, count: number) => Answer = () => ({})
let server: Awaited<ReturnType<typeof startServer>>
let browser: ReturnType<typeof installBrowser>
let api: typeof import('./api.ts')

beforeEach(async () => {
  vi.resetModules()
  shown.length = 0
  server = await startServer((received, count) => answering(received, count))
  browser = installBrowser(server.origin)
  const { startTexts } = await import('./i18n.tsx')
  await startTexts()
  api = await import('./api.ts')
})
afterEach(() => server.stop())

const ok = (data: unknown, headers: Record<string, string> = {}): Answer => ({
  body: { success: true, data },
  headers,
})
const refused = (status: number, body: object): Answer => ({ status, body: { success: false, ...body } })
const params = { thingId: 'a/b' }
const settle = () => new Promise((resolve) => setTimeout(resolve, 30))

describe('a request', () => {
  it('contains token, language and fake-user, and fills path and query', async () => {
    answering = () => ok({ amount: '970.00' })
    localStorage.setItem('token', 'one')
    const answer = await api.call(getThing, { params, input: { q: 'x y', tags: ['a', 'b'] } })
    expect(answer).toEqual({ amount: '970.00' })
    const [{ url, headers } = server.received[0]!] = server.received
    expect(url).toBe('/api/things/a%2Fb?q=x+y&tags=a&tags=b')
    expect(headers).toMatchObject({ authorization: 'Bearer one', lang: 'en', 'fake-user': '0' })
  })
  it('reads the token again each time, and stores a rotated one', async () => {
    answering = (_, count) => ok({ amount: '1.00' }, count === 1 ? { 'session-token': 'two' } : {})
    localStorage.setItem('token', 'one')
    await api.call(getThing, { params })
    expect(localStorage.getItem('token')).toBe('two')
    await api.call(getThing, { params })
    expect(server.received[1]?.headers.authorization).toBe('Bearer two')
  })
  it('does not store a token after a logout', async () => {
    answering = () => {
      localStorage.removeItem('token')
      return ok({ amount: '1.00' }, { 'session-token': 'two' })
    }
    localStorage.setItem('token', 'one')
    await api.call(getThing, { params })
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('a call that may be repeated', () => {
  it('is sent again with the same key when no answer came', async () => {
    answering = (_, count) => (count === 1 ? { drop: true } : ok({ id: '7' }))
    expect(await api.call(sendMoney, { input: { total: '5.00' } })).toEqual({ id: '7' })
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })
  it('is repeated after the time that a busy server names', async () => {
    answering = (_, count) =>
      count === 1
        ? { ...refused(503, { code: 'unavailable' }), headers: { 'retry-after': '1' } }
        : ok({ id: '7' })
    await api.call(sendMoney, { input: { total: '5.00' } })
    const [first, second] = server.received
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(950)
  })
  it('is not a GET that sends a code, because each attempt would send another', async () => {
    for (const answer of [
      { drop: true as const },
      { ...refused(503, { code: 'otp_not_sent' }), headers: { 'retry-after': '1' } },
    ]) {
      answering = () => answer
      await api.call(sendOtp, { input: { channel: 'email' } }).catch(() => undefined)
    }
    await settle()
    expect(server.received).toHaveLength(2)
  })
  it('is not a PATCH: without an answer it fails at once', async () => {
    answering = () => ({ drop: true })
    await expect(api.call(changeName, { input: { name: 'x' } })).rejects.toMatchObject({ status: 0 })
    await settle()
    expect(server.received).toHaveLength(1)
    expect(shown).toEqual(['Network error. Please try again later.'])
  })
})

describe('a call without an answer', () => {
  /** Advances the time as soon as the server received this number of requests. */
  const passAfter = async (requests: number, ms: number) => {
    await vi.waitFor(() => expect(server.received).toHaveLength(requests))
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(ms)
  }
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => vi.useRealTimers())

  it.each(['all', 'body'] as const)('is cancelled, and requested once more (%s)', async (hang) => {
    answering = (_, count) => (count === 1 ? { hang } : ok({ amount: '1.00' }))
    const answer = api.call(getThing, { params })
    await passAfter(1, 15_000)
    await passAfter(1, 400)
    expect(await answer).toEqual({ amount: '1.00' })
  })
  it('is a lost connection after the second time', async () => {
    answering = () => ({ hang: 'all' })
    const answer = api.call(getThing, { params }).catch((error: unknown) => error)
    await passAfter(1, 15_000)
    await passAfter(1, 400)
    await passAfter(2, 15_000)
    expect(await answer).toMatchObject({ status: 0, code: 'network' })
    expect(server.received).toHaveLength(2)
  })
  it('is sent once, with a longer timeout, when it may not be repeated', async () => {
    answering = () => ({ hang: 'all' })
    const answer = api.call(changeName, { input: { name: 'x' } }).catch((error: unknown) => error)
    await passAfter(1, 44_000)
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await answer).toMatchObject({ status: 0, code: 'network' })
    expect(server.received).toHaveLength(1)
  })
})

describe('failures (product §8)', () => {
  const failWith = async (answer: Answer, errors?: 'fields' | 'none') => {
    answering = () => answer
    const options = errors === undefined ? {} : { errors }
    await api.call(changeName, { input: { name: 'x' }, ...options }).catch(() => undefined)
    await settle()
  }
  it('422: shows the messages, one per line', async () => {
    await failWith(
      refused(422, { code: 'validation', errors: { name: ['Too short', 'No digits'], zip: ['Wrong'] } }),
    )
    expect(shown).toEqual(['Validation Error:\nToo short\nNo digits\nWrong'])
  })
  it.each([404, 403, 500])('%i: shows the server’s message, or a general one', async (status) => {
    await failWith(refused(status, { code: 'x', message: 'Card is invalid' }))
    await failWith({ status, body: '<html>' })
    expect(shown).toEqual(['Card is invalid', 'An unexpected error occurred.'])
  })
  it.each([400, 409, 410])('%i: shows the server’s message, or suggests another try', async (status) => {
    await failWith(refused(status, { code: 'x', message: 'Invalid amount' }))
    await failWith({ status, body: '' })
    expect(shown).toEqual(['Invalid amount', 'An error occurred. Please try again.'])
  })
  it('401: shows once that the session expired, and reloads the page after a second', async () => {
    localStorage.setItem('token', 'dead')
    const dead = refused(401, { code: 'unauthenticated', message: 'User Is Unauthenticated' })
    await failWith(dead)
    await failWith(dead, 'none')
    expect(shown).toEqual(['Session Expired!'])
    expect(browser.went).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(browser.went).toEqual(['reload'])
  })
  it('shows a 422 of a form as a toast, also for a field that the form does not have', async () => {
    const errors = { name: ['Too short'], nowhere: ['Not known here'] }
    await failWith(refused(422, { code: 'validation', errors }), 'fields')
    expect(shown).toEqual(['Validation Error:\nToo short\nNot known here'])
  })
  it('shows a 422 of sent input as a toast even when the caller shows all other errors', async () => {
    const nowhere = refused(422, { code: 'validation', errors: { nowhere: ['Not known here'] } })
    await failWith(nowhere, 'none')
    expect(shown).toEqual(['Validation Error:\nNot known here'])
    await api.call(getThing, { params, errors: 'none' }).catch(() => undefined)
    await settle()
    expect(shown).toHaveLength(1)
  })
  it('has a message for an answer that is not from our server', async () => {
    for (const [status, body, message] of [
      [500, '<html>', 'An unexpected error occurred.'],
      [502, '', 'An error occurred. Please try again.'],
      [422, { errors: { a: ['One', 'Two'] } }, 'One\nTwo'],
    ] as const) {
      answering = () => ({ status, body })
      const failed = api.call(getThing, { params, errors: 'none' })
      await expect(failed).rejects.toMatchObject({ status, message })
    }
  })
  it('leaves field errors of other refusals to the form, and shows all other errors', async () => {
    await failWith(refused(409, { code: 'email_taken', message: 'x', errors: { email: ['x'] } }), 'fields')
    await failWith(refused(500, { code: 'internal', message: 'Broken' }), 'fields')
    await failWith(refused(409, { code: 'x', message: 'x' }), 'none')
    expect(shown).toEqual(['Broken'])
  })
})

describe('a step-up', () => {
  const requested = {
    level: 'S2',
    action: 'transfers.create',
    objectHash: 'a'.repeat(64),
    show: { total: '5.00' },
  }
  it('is requested, and the call is repeated with the grant and the same key', async () => {
    answering = ({ headers }) =>
      headers['step-up'] === 'grant-1'
        ? ok({ id: '7' })
        : refused(403, { code: 'step_up_required', data: requested })
    const requests: unknown[] = []
    api.registerStepUp({
      confirm: async (request) => {
        requests.push(request)
        return 'grant-1'
      },
      tellFactorNeeded: () => undefined,
    })
    expect(await api.call(sendMoney, { input: { total: '5.00' } })).toEqual({ id: '7' })
    expect(requests).toEqual([requested])
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
  })
  it('inside of the caller is sent once with its grant, and a lost answer is looked up without one', async () => {
    let lost = 0
    answering = ({ headers }) => {
      if (headers['step-up'] !== 'grant-1')
        return lost === 0 ? refused(403, { code: 'step_up_required', data: requested }) : ok({ id: '7' })
      lost += 1
      return { drop: true }
    }
    api.registerStepUp({ confirm: async () => null, tellFactorNeeded: () => undefined })
    const sent = { input: { total: '5.00' }, idempotencyKey: 'key-of-one', errors: 'none' } as const
    const first = api.call(sendMoney, { ...sent, confirm: async () => 'grant-1' })
    await expect(first).rejects.toMatchObject({ status: 0 })
    expect(lost).toBe(1)
    expect(await api.call(sendMoney, { ...sent, confirm: async () => null })).toEqual({ id: '7' })
    expect(lost).toBe(1)
  })
  it('that the person cancels passes the refusal to the caller, without a toast', async () => {
    answering = () =>
      refused(403, { code: 'step_up_required', message: 'Confirm that it’s you', data: requested })
    api.registerStepUp({ confirm: async () => null, tellFactorNeeded: () => undefined })
    const failed = api.call(sendMoney, { input: { total: '5.00' } })
    await expect(failed).rejects.toMatchObject({ code: 'step_up_required' })
    await settle()
    expect(shown).toEqual([])
  })
  it('of a person without factors leads to where one is added, without a toast', async () => {
    answering = () => refused(403, { code: 'factor_required', message: 'Set up two-step verification first' })
    let hints = 0
    api.registerStepUp({ confirm: async () => null, tellFactorNeeded: () => (hints += 1) })
    const failed = api.call(sendMoney, { input: { total: '5.00' } })
    await expect(failed).rejects.toMatchObject({ code: 'factor_required' })
    await settle()
    expect(hints).toBe(1)
    expect(shown).toEqual([])
  })
})

describe('a tab that shows the account of another person', () => {
  it.each(['impersonation_ended', 'unauthorized_access'])('goes back after %s', async (code) => {
    sessionStorage.setItem('fake_user', 'their-id')
    localStorage.setItem('token', 'one')
    answering = () => refused(403, { code, message: 'Over' })
    await expect(api.call(getThing, { params, errors: 'none' })).rejects.toMatchObject({ code })
    expect(browser.went).toEqual(['/admin/users/their-id'])
    expect(sessionStorage.getItem('fake_user')).toBeNull()
    expect(localStorage.getItem('token')).toBe('one')
  })

  it('stays where it is for a refused change', async () => {
    sessionStorage.setItem('fake_user', 'their-id')
    answering = () => refused(403, { code: 'impersonation_read_only', message: 'Nothing can be changed' })
    await expect(api.call(changeName, { input: { name: 'x' } })).rejects.toMatchObject({ status: 403 })
    expect(browser.went).toEqual([])
    await vi.waitFor(() => expect(shown).toContain('Nothing can be changed'))
  })
})
