import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installBrowser, startServer, type Answer, type ReceivedRequest } from './kernel-test-kit.ts'

const shown: string[] = []
vi.mock('react-toastify/unstyled', () => ({
  toast: { error: (text: string) => shown.push(text), success: () => 0, info: () => 0 },
}))

const userOf = (roleId: number, id = 'u1') => ({
  id,
  username: 'lucia',
  role_id: roleId,
  passkey_enabled: 1,
  locked: 0,
  user_company: { passkey_mandatory: 0, time_zone: 'UTC' },
})
const known = (roleId: number): Answer => ({
  body: { success: true, user: [userOf(roleId)], ip_info: { ip: '127.0.0.1', country: 'PE' } },
})
const dead: Answer = {
  status: 401,
  body: { success: false, code: 'unauthenticated', message: 'User Is Unauthenticated' },
}

let answers: Record<string, Answer> = {}
let server: Awaited<ReturnType<typeof startServer>>
let browser: ReturnType<typeof installBrowser>
let session: typeof import('./session.ts')
let permissions: typeof import('./permissions.ts')

beforeEach(async () => {
  vi.resetModules()
  shown.length = 0
  server = await startServer(({ url }: ReceivedRequest) => answers[url] ?? { status: 404 })
  browser = installBrowser(server.origin)
  const { startTexts } = await import('./i18n.tsx')
  await startTexts()
  session = await import('./session.ts')
  permissions = await import('./permissions.ts')
})
afterEach(() => server.stop())

const settle = (ms = 60) => new Promise((resolve) => setTimeout(resolve, ms))
const paths = () => server.received.map(({ url }) => url)

describe('the start (product §4)', () => {
  it('is signed out at once without a token, and calls nothing', async () => {
    answers = {}
    await session.startSession()
    expect(session.currentSession()).toEqual({ state: 'signed-out', user: null })
    expect(server.received).toEqual([])
  })
  it('checks a token after 600 ms, and stores the first user and ip_info', async () => {
    answers = { '/api/getUserAuths': known(2) }
    localStorage.setItem('token', 'one')
    const startedMs = performance.now()
    await session.startSession()
    expect((server.received[0]?.at ?? 0) - startedMs).toBeGreaterThanOrEqual(595)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(userOf(2))
    expect(JSON.parse(localStorage.getItem('ipInfo') ?? '')).toEqual({ ip: '127.0.0.1', country: 'PE' })
    expect(localStorage.getItem('fake_user')).toBe('0')
    expect(session.currentSession().state).toBe('signed-in')
    expect(paths()).toEqual(['/api/getUserAuths'])
  })
  it.each([10, 11])('loads the permissions of role %i before the app is shown', async (roleId) => {
    answers = {
      '/api/getUserAuths': known(roleId),
      '/api/user/permissions': { body: { success: true, data: { data: [{ tag: 'cards.view' }] } } },
    }
    localStorage.setItem('token', 'one')
    await session.startSession()
    expect(paths()).toEqual(['/api/getUserAuths', '/api/user/permissions'])
    expect(permissions.can('cards.view')).toBe(true)
    expect(permissions.can('users.view')).toBe(false)
  })
  it('lets role 6 pass every check, and treats a missing list as empty', async () => {
    answers = { '/api/getUserAuths': known(6), '/api/user/permissions': { body: { success: true } } }
    localStorage.setItem('token', 'one')
    await session.startSession()
    expect(permissions.can('settings.gateway')).toBe(true)
    localStorage.setItem('user', JSON.stringify(userOf(1)))
    await permissions.loadPermissions()
    expect(permissions.can('settings.gateway')).toBe(false)
  })
  it('clears the storage and goes to the root when the token is not valid', async () => {
    answers = { '/api/getUserAuths': dead }
    for (const key of ['token', 'user', 'ipInfo', 'cryptoPayment', 'order_id'])
      localStorage.setItem(key, '{}')
    location.pathname = '/cards'
    await session.startSession()
    await settle()
    expect(localStorage.length).toBe(0)
    expect(browser.went).toEqual(['/'])
    expect(shown).toEqual([])
  })
  it('shows any other failure as a toast, still has the token, and can try again', async () => {
    answers = { '/api/getUserAuths': { status: 500, body: { success: false, message: 'Out of order' } } }
    localStorage.setItem('token', 'one')
    await session.startSession()
    await settle()
    expect(shown).toEqual(['Out of order'])
    expect(session.currentSession().state).toBe('failed')
    answers = { '/api/getUserAuths': known(2) }
    await session.retrySession()
    expect(session.currentSession().state).toBe('signed-in')
  })
})

const changeInOtherTab = (key: string | null, newValue: string | null) => {
  const event = Object.assign(new Event('storage'), {
    key,
    newValue,
    oldValue: key === null ? null : 'before',
    storageArea: localStorage,
  })
  dispatchEvent(event)
}

describe('a change in another tab', () => {
  beforeEach(async () => {
    answers = { '/api/getUserAuths': known(2) }
    localStorage.setItem('token', 'one')
    await session.startSession()
    server.received.length = 0
  })
  it('of the user reads the user again, and does not write it back', async () => {
    localStorage.setItem('user', 'theirs')
    answers = { '/api/getUserAuths': known(5) }
    changeInOtherTab('user', 'theirs')
    await settle()
    expect(session.currentSession().user?.role_id).toBe(5)
    expect(localStorage.getItem('user')).toBe('theirs')
  })
  it('of the token alone changes nothing', async () => {
    changeInOtherTab('token', 'two')
    await settle()
    expect(server.received).toEqual([])
  })
  it('that cleared the storage signs out here', async () => {
    localStorage.clear()
    changeInOtherTab(null, null)
    expect(session.currentSession()).toEqual({ state: 'signed-out', user: null })
  })
  it('that signed out signs out here', async () => {
    localStorage.clear()
    changeInOtherTab('user', null)
    expect(session.currentSession()).toEqual({ state: 'signed-out', user: null })
  })
})

describe('the time since the session was renewed', () => {
  it('counts from the page load, and only a renewal resets it (product §9)', async () => {
    answers = { '/api/getUserAuths': known(2) }
    localStorage.setItem('token', 'one')
    const loadedMs = performance.now()
    await session.startSession()
    expect(session.sessionRenewedMs() - loadedMs).toBeLessThan(300)
    await settle()
    const { call } = await import('./api.ts')
    const { getUserAuths } = await import('@cardamom/contract/access')
    await call(getUserAuths)
    expect(session.sessionRenewedMs() - loadedMs).toBeLessThan(300)
    await session.refreshSession()
    expect(session.sessionRenewedMs() - loadedMs).toBeGreaterThan(600)
  })
})

describe('logging out', () => {
  it('ends the session on the server, clears storage and goes to the root', async () => {
    answers = {
      '/api/getUserAuths': known(2),
      '/api/session/logout': { body: { success: true, data: null } },
    }
    localStorage.setItem('token', 'one')
    await session.startSession()
    await session.logOut()
    expect(server.received.at(-1)).toMatchObject({ method: 'POST', url: '/api/session/logout' })
    expect(localStorage.length).toBe(0)
    expect(browser.went).toEqual(['/'])
  })
  it('works here even when the server does not answer', async () => {
    answers = { '/api/getUserAuths': known(2), '/api/session/logout': { status: 500 } }
    localStorage.setItem('token', 'one')
    await session.startSession()
    await session.logOut()
    expect(localStorage.getItem('token')).toBeNull()
    expect(browser.went).toEqual(['/'])
  })
})
