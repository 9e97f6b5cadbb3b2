import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { createChangeNotices, type ChangeNotices } from '../kernel/change-notices.ts'
import { createClock } from '../kernel/clock.ts'
import { allTenants, openDatabase, type Database } from '../kernel/database.ts'
import { createLive, type Live } from '../kernel/live.ts'
import { createLog } from '../kernel/log.ts'
import { createSessionCache, tokenKey, type SessionCache } from './session-cache.ts'
import type { FoundSession } from './sessions.sql.ts'

/**
 * Another copy of the server with its own session cache. Its clock stands still, so nothing in the cache
 * expires.
 */
const openCopy = async (appUrl: string) => {
  const db: Database = openDatabase({ url: appUrl, connections: 2, onIdleError: () => undefined })
  const notices: ChangeNotices = createChangeNotices()
  let nowMs = Date.now()
  const sessions: SessionCache = createSessionCache({ db, clock: createClock(() => nowMs), notices })
  const live: Live = createLive({
    db,
    listenUrl: appUrl,
    log: createLog('silent'),
    realNow: () => new Date(),
    onJob: () => undefined,
    onChange: notices.receive,
  })
  return {
    sessions,
    live,
    wait: (ms: number) => (nowMs += ms),
    db,
    close: async () => {
      await live.stop()
      await db.close()
    },
  }
}

let product: PeopleProduct
let copy: Awaited<ReturnType<typeof openCopy>>
let companyId: string
beforeAll(async () => {
  product = await createPeopleProduct()
  companyId = await makeCompany(product, { slug: 'norte' })
  copy = await openCopy(product.database.appUrl)
  await copy.live.start()
})
afterAll(async () => {
  await copy.close()
  await product.stop()
})

const run = (text: string, values: readonly string[]) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))

const signedIn = async (name: string) => {
  const userId = await makeUser(product, { email: `${name}@example.com`, roleId: 5, companyId })
  const browser = await logIn(product, name)
  // The first use of a token is recorded, so the session is cached after it.
  await browser.get('/getUserAuths')
  return { browser, userId, token: browser.token() ?? '' }
}
/** The copy's cache after the notices of the sign-in. */
const remembered = async (token: string): Promise<FoundSession | null> => {
  const isRemembered = async () =>
    (await copy.sessions.find(tokenKey(token))) === (await copy.sessions.find(tokenKey(token)))
  await vi.waitUntil(isRemembered)
  return copy.sessions.find(tokenKey(token))
}

test('signing out applies to the next request, and in another copy of the server by notice', async () => {
  const { browser, token } = await signedIn('leaving')
  expect((await remembered(token))?.endedAt).toBe(null)
  expect((await browser.get('/getUserAuths')).status).toBe(200)
  expect((await browser.post('/session/logout')).status).toBe(200)
  browser.setToken(token)
  expect((await browser.get('/getUserAuths')).status).toBe(401)
  await vi.waitUntil(async () => (await copy.sessions.find(tokenKey(token)))?.endedAt !== null)
})

test('a lock applies to the next request, and in another copy by notice', async () => {
  const { browser, token } = await signedIn('locking')
  expect((await remembered(token))?.lockedAt).toBe(null)
  expect((await browser.post('/session/lock')).status).toBe(200)
  expect((await browser.get('/cards')).status).toBe(423)
  await vi.waitUntil(async () => (await copy.sessions.find(tokenKey(token)))?.lockedAt !== null)
})

test.each([
  [
    'another role',
    'update app_user set role_id = 2 where id = $1',
    (found: FoundSession) => found.roleId === 2,
  ],
  [
    'a deactivation',
    'update app_user set active = false where id = $1',
    (found: FoundSession) => !found.userActive,
  ],
])(
  '%s applies to the next request and in another copy, also by a statement without a notice of its own',
  async (_, text, isSeen) => {
    const { browser, userId, token } = await signedIn(`changing${text.length}`)
    const before = await remembered(token)
    expect(before && isSeen(before)).toBe(false)
    await run(text, [userId])
    const { status } = await browser.get('/getUserAuths')
    expect(status).toBe(text.includes('active') ? 403 : 200)
    await vi.waitUntil(async () => {
      const found = await copy.sessions.find(tokenKey(token))
      return found !== null && isSeen(found)
    })
  },
)

test('a closed company applies to the next request, as does a new company below it', async () => {
  const { browser, token } = await signedIn('staff')
  expect((await remembered(token))?.companyIds).toEqual([companyId])
  await makeCompany(product, { slug: 'andes', parentId: companyId })
  await vi.waitUntil(async () => (await copy.sessions.find(tokenKey(token)))?.companyIds.length === 2)
  await run('update company set active = false where id = $1', [companyId])
  expect((await browser.get('/getUserAuths')).status).toBe(403)
  await vi.waitUntil(async () => (await copy.sessions.find(tokenKey(token)))?.companyActive === false)
  await run('update company set active = true where id = $1', [companyId])
})

test('without notices nothing is cached for longer than a second', async () => {
  const { browser, token } = await signedIn('silent')
  const deaf = await openCopy(product.database.appUrl)
  try {
    expect((await deaf.sessions.find(tokenKey(token)))?.endedAt).toBe(null)
    await browser.post('/session/logout')
    deaf.wait(999)
    expect((await deaf.sessions.find(tokenKey(token)))?.endedAt).toBe(null)
    deaf.wait(1)
    expect((await deaf.sessions.find(tokenKey(token)))?.endedAt).not.toBe(null)
  } finally {
    await deaf.close()
  }
})

test('a change during the read of a session is not missed', async () => {
  const { browser, token } = await signedIn('racing')
  for (let round = 0; round < 20; round += 1) {
    const reading = Array.from({ length: 5 }, () => browser.get('/getUserAuths'))
    await (round % 2 === 0 ? browser.post('/session/lock') : run('update session set locked_at = null', []))
    await Promise.all(reading)
    const isLocked = round % 2 === 0
    expect((await browser.get('/cards')).status).toBe(isLocked ? 423 : 200)
  }
  expect(token).not.toBe('')
})

test('a call that reads the rules again inside its transaction starts no second one', async () => {
  const other = await openCopy(product.database.appUrl)
  try {
    const inside = () => other.db.read(allTenants, (sql) => other.sessions.rules(sql))
    await other.sessions.rules()
    other.wait(1000)
    expect((await inside()).sessionDays).toBeGreaterThan(0)
    other.wait(1000)
    await expect(other.db.read(allTenants, () => other.sessions.rules())).rejects.toThrow(
      'second transaction',
    )
  } finally {
    await other.close()
  }
})
