import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installBrowser, startServer, type Answer, type ReceivedRequest } from './kernel/kernel-test-kit.ts'

vi.mock('react-toastify/unstyled', () => ({ toast: { error: () => 0, success: () => 0, info: () => 0 } }))

const user = {
  id: 'u1',
  role_id: 2,
  passkey_enabled: 1,
  locked: 0,
  user_company: { passkey_mandatory: 0, time_zone: 'UTC' },
}
const known: Answer = { body: { success: true, user: [user], ip_info: {} } }
const reads = ['/cards?limit=50', '/kyc']
const page = { reads }

let server: Awaited<ReturnType<typeof startServer>>
const paths = () => server.received.map(({ url }) => url)
const received = (count: number) =>
  vi.waitFor(() => expect(server.received).toHaveLength(count), { timeout: 5000 })
const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(async () => {
  vi.resetModules()
  performance.clearMarks()
  globalThis.cardamomEarly = undefined
  server = await startServer(({ url }: ReceivedRequest) =>
    url === '/api/getUserAuths' ? known : { body: { data: url } },
  )
  installBrowser(server.origin, { facts: JSON.stringify(page) })
})
afterEach(() => server.stop())

const signIn = (role_id = 2) => {
  localStorage.setItem('token', 'one')
  localStorage.setItem('user', JSON.stringify({ ...user, role_id }))
}
/** The app starts after the first code. */
const startApp = async () => {
  const { startTexts } = await import('./kernel/i18n.tsx')
  await startTexts()
  const session = await import('./kernel/session.ts')
  const { call } = await import('./kernel/api.ts')
  const { listCards } = await import('@cardamom/contract/cards')
  return { session, readCards: () => call(listCards, { input: { limit: 50 } }) }
}

describe('the first code of a page', () => {
  it('checks the token after 600 ms and requests the page’s data; the app uses both answers', async () => {
    signIn()
    document.cookie = 'cardamom=es'
    const startedMs = performance.now()
    await import('./early.ts')
    await received(3)
    expect(paths().toSorted()).toEqual(['/api/cards?limit=50', '/api/getUserAuths', '/api/kyc'])
    for (const { at, headers } of server.received) {
      expect(at - startedMs).toBeGreaterThanOrEqual(595)
      expect(headers).toMatchObject({ authorization: 'Bearer one', lang: 'es', 'fake-user': '0' })
    }
    const { session, readCards } = await startApp()
    await session.startSession()
    expect(session.currentSession().state).toBe('signed-in')
    expect(await readCards()).toBe('/api/cards?limit=50')
    expect(paths()).toHaveLength(3)
    await readCards()
    expect(paths().slice(3)).toEqual(['/api/cards?limit=50'])
  })
  it('leaves the check to the app when the app starts first', async () => {
    signIn()
    await import('./early.ts')
    const { session } = await startApp()
    await session.startSession()
    await settle(100)
    expect(paths()).toEqual(['/api/getUserAuths'])
    expect(server.received[0]?.at).toBeGreaterThanOrEqual(
      (performance.getEntriesByName('cardamom-start')[0]?.startTime ?? Infinity) + 595,
    )
  })
  it('requests nothing without a token, and no cardholder data for an admin', async () => {
    await import('./early.ts')
    await settle(650)
    expect(paths()).toEqual([])
    vi.resetModules()
    signIn(5)
    await import('./early.ts')
    await received(1)
    await settle(100)
    expect(paths()).toEqual(['/api/getUserAuths'])
  })
  it('uses no answer of another token', async () => {
    signIn()
    await import('./early.ts')
    await received(3)
    localStorage.setItem('token', 'two')
    const { session } = await startApp()
    await session.startSession()
    expect(server.received.at(-1)).toMatchObject({
      url: '/api/getUserAuths',
      headers: { authorization: 'Bearer two' },
    })
  })
})
