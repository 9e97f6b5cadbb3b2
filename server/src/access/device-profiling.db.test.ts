import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceCheckCookie, profilingCookie } from '@cardamom/contract/access/device-check'
import { profilingTextVersion } from '@cardamom/contract/access/device-profiling'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startChallenge,
  startLogin,
  createProver,
  enrol,
  newKey,
} from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { setDeviceProfiling } from '../companies/device-profiling.sql.ts'
import { allTenants } from '../kernel/database.ts'

const profiler = 'http://127.0.0.1:19'
const webDir = mkdtempSync(join(tmpdir(), 'cardamom-web-'))
const pageSource = join(import.meta.dirname, '../../../web/device-check.html')

let auth: TestAuth
let product: PeopleProduct
beforeAll(async () => {
  copyFileSync(pageSource, join(webDir, 'device-check.html'))
  copyFileSync(pageSource, join(webDir, 'index.html'))
  auth = await startTestAuth()
  const env = { ...auth.env, PROFILER_URL: `${profiler}/`, PROFILER_NAME: 'Look Ltd' }
  product = await createPeopleProduct({ webDir, env })
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
  rmSync(webDir, { recursive: true, force: true })
})

type State = { offered: boolean; consented: boolean; decidedAt: string | null; service: string }

let count = 0
/** Makes a separate company for each test's switch, and a person of it. */
const person = async () => {
  count += 1
  const slug = `profiled-${count}`
  const companyId = await makeCompany(product, { slug, name: `Profiled ${count}` })
  const login = `seen${count}`
  const userId = await makeUser(product, { email: `${login}@example.com`, roleId: 2, companyId })
  return { slug, companyId, login, userId, browser: await logIn(product, login) }
}
const operate = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../operate.ts'), 'profiling', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_APP_URL: product.database.appUrl },
  })
const turn = (companyId: string, isOn: boolean) =>
  product.kernel.db.write(allTenants, (sql) => setDeviceProfiling(sql, { companyId, isOn }))
const stateOf = async (browser: TestBrowser) => (await browser.get<State>('/device-profiling')).body.data
const consent = (browser: TestBrowser, textVersion = profilingTextVersion) =>
  browser.post<State>('/device-profiling/consent', { textVersion })
const rows = <T extends object>(text: string, values: string[]) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows<T>(text, values))
/** Requests a page like the address bar: with the cookies and without the token. */
const open = (browser: TestBrowser, url: string) =>
  product.kernel.app.inject({
    url,
    headers: {
      host: 'localhost:4000',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
const isProfiled = async (browser: TestBrowser) => {
  const { statusCode, headers } = await open(browser, '/device-check?next=/cards')
  const policy = String(headers['content-security-policy'])
  expect([statusCode, policy.includes(profiler)]).toEqual(statusCode === 200 ? [200, true] : [302, false])
  if (statusCode === 302) expect(headers.location).toBe('/cards')
  return statusCode === 200
}
/** A person of a company that uses profiling, who agreed. */
const profiledPerson = async () => {
  const me = await person()
  await turn(me.companyId, true)
  expect((await consent(me.browser)).body.data.consented).toBe(true)
  return me
}

test('profiling is off until an operator turns it on and the person agrees', async () => {
  const { slug, companyId, browser, login } = await person()
  expect(await stateOf(browser)).toMatchObject({ offered: false, consented: false, decidedAt: null })
  const early = await consent(browser)
  expect([early.status, early.body.code]).toEqual([409, 'profiling_not_offered'])
  expect(await isProfiled(browser)).toBe(false)

  expect(operate(slug, 'on')).toMatchObject({ status: 0, stdout: expect.stringContaining('is on for') })
  expect(operate().stdout).toContain(`on   ${slug}`)
  expect(operate('nobody', 'on').status).toBe(1)
  expect(operate(slug, 'perhaps').status).toBe(2)
  operate(slug, 'on')
  const audited = `select details from audit where action = 'company.device_profiling' and object_id = $1`
  expect(await rows(audited, [companyId])).toEqual([{ details: { isOn: true } }])

  expect(await stateOf(browser)).toMatchObject({ offered: true, consented: false, service: 'Look Ltd' })
  expect(await isProfiled(browser)).toBe(false)
  expect((await logIn(product, login)).cookies.has(deviceCheckCookie)).toBe(false)
})

test('a consent has person, time and text, and makes this browser due', async () => {
  const { browser, userId, companyId, login } = await profiledPerson()
  expect(browser.cookies.get(deviceCheckCookie)).toBe('1')
  await consent(browser)
  const decisions = 'select granted, text_version, company_id, at from profiling_consent where user_id = $1'
  expect(await rows(decisions, [userId])).toEqual([
    { granted: true, text_version: profilingTextVersion, company_id: companyId, at: expect.any(Date) },
  ])
  const log = await browser.get<{ items: { kind: string; facts: object }[] }>('/security-events')
  expect(log.body.data.items[0]).toMatchObject({
    kind: 'profiling_allowed',
    facts: { textVersion: profilingTextVersion },
  })
  const audited = `select outcome from audit where actor_id = $1 and action = 'POST /device-profiling/consent'`
  expect(await rows(audited, [userId])).toEqual([{ outcome: 'done' }, { outcome: 'done' }])
  expect(await isProfiled(browser)).toBe(true)
  expect((await logIn(product, login)).cookies.get(deviceCheckCookie)).toBe('1')
})

test('the policy of the page adds only the profiler; other policies stay unchanged', async () => {
  const { browser } = await profiledPerson()
  const policyOf = async (url: string) => {
    const { headers } = await open(browser, url)
    const text = String(headers['content-security-policy'])
    const pairs = text.split(';').map((part) => part.trim().split(' '))
    return { headers, policy: new Map(pairs.map(([name = '', ...values]) => [name, values])) }
  }
  const usual = await policyOf('/')
  const { policy, headers } = await policyOf('/device-check')
  const added = [...policy].flatMap(([name, values]) =>
    values
      .filter((value) => !usual.policy.get(name)?.includes(value))
      .map((value) => [name, value].join(' ')),
  )
  expect(added.toSorted()).toEqual(
    [
      ...['script', 'img', 'connect', 'frame'].map((kind) => `${kind}-src ${profiler}`),
      `form-action 'none'`,
      'trusted-types default',
    ].toSorted(),
  )
  // The page may neither call nor frame our own pages.
  expect(policy.get('connect-src')).toEqual([profiler])
  expect(policy.get('frame-src')).toEqual([profiler])
  expect([...policy.keys()].toSorted()).toEqual([...usual.policy.keys()].toSorted())
  expect(headers).toMatchObject({
    'permissions-policy': expect.stringContaining('publickey-credentials-get=()'),
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  for (const path of [
    '/',
    '/cards',
    '/security',
    '/login',
    '/lock',
    '/device-check.html',
    '/device-checks',
  ]) {
    const other = await policyOf(path)
    expect([path, [...other.policy].flat(2).join(' ').includes(profiler)]).toEqual([path, false])
  }
})

test('only the cookie of an open, unlocked session shows the page', async () => {
  const { browser, userId } = await profiledPerson()
  expect(await isProfiled(createTestBrowser(product.kernel.app))).toBe(false)
  await browser.post('/session/lock')
  expect(await isProfiled(browser)).toBe(false)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update session set locked_at = null where user_id = $1', [userId]),
  )
  expect(await isProfiled(browser)).toBe(true)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(`update session set last_used_at = last_used_at - interval '31 minutes' where user_id = $1`, [
      userId,
    ]),
  )
  expect(await isProfiled(browser)).toBe(false)
})

test('a withdrawal stops profiling at once, and both browsers delete the id', async () => {
  const { browser, userId, login } = await profiledPerson()
  const other = await logIn(product, login)
  for (const each of [browser, other]) each.cookies.set(profilingCookie, product.kernel.ids.next())
  const answer = await browser.post<State>('/device-profiling/withdrawal')
  expect(answer.body.data).toMatchObject({ offered: true, consented: false })
  expect([browser.cookies.has(profilingCookie), browser.cookies.has(deviceCheckCookie)]).toEqual([
    false,
    false,
  ])
  expect(await isProfiled(browser)).toBe(false)
  const { cookies } = await open(other, '/device-check')
  expect(cookies.filter(({ name, value }) => name === profilingCookie && value === '')).toHaveLength(2)
  other.setToken(null)
  expect((await other.post('/sessions', { login, password: 'own secret' })).status).toBe(201)
  expect(other.cookies.has(profilingCookie)).toBe(false)

  await browser.post('/device-profiling/withdrawal')
  const decisions = 'select granted from profiling_consent where user_id = $1 order by id'
  expect(await rows(decisions, [userId])).toEqual([{ granted: true }, { granted: false }])
  const log = await browser.get<{ items: { kind: string }[] }>('/security-events')
  expect(log.body.data.items.map(({ kind }) => kind)).toContain('profiling_withdrawn')
  expect((await consent(browser)).body.data.consented).toBe(true)
})

test('a consent is valid for one text and one company', async () => {
  const { browser, userId, companyId } = await profiledPerson()
  expect(await isProfiled(browser)).toBe(true)
  await turn(companyId, false)
  expect(await stateOf(browser)).toMatchObject({ offered: false, consented: true })
  expect(await isProfiled(browser)).toBe(false)
  await turn(companyId, true)
  // The app's role may not change stored consents.
  const owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  await owner.query(`update profiling_consent set text_version = '2020-01' where user_id = $1`, [userId])
  await owner.end()
  expect(await stateOf(browser)).toMatchObject({ offered: true, consented: false })
  expect(await isProfiled(browser)).toBe(false)
  const stale = await consent(browser, '2020-01')
  expect([stale.status, stale.body.code]).toEqual([409, 'record_changed'])
  await consent(browser)
  expect(await isProfiled(browser)).toBe(true)

  const elsewhere = await person()
  await turn(elsewhere.companyId, true)
  await product.kernel.db.write(allTenants, async (sql) => {
    await sql.run('update app_user set company_id = $2 where id = $1', [userId, elsewhere.companyId])
    await sql.run('update session set company_id = $2 where user_id = $1', [userId, elsewhere.companyId])
  })
  expect(await isProfiled(browser)).toBe(false)
})

test('the id is sent with logins and step-ups only of people who agreed', async () => {
  const { browser, login, companyId, userId } = await person()
  await turn(companyId, true)
  const key = newKey()
  const prover = createProver(auth)
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  const profilingId = '5f2c7a0e-3b1d-4c8a-9e6f-0a1b2c3d4e5f'
  browser.cookies.set(profilingCookie, profilingId)

  type RecordedRequest = { method: string; path: string; body: { custom?: object } }
  const tracked = async () => {
    const recorded = await auth.control<RecordedRequest[]>('GET', '/requests')
    const [newest] = recorded.filter(
      ({ method, path }) => method === 'POST' && path.includes(`/users/${userId}/actions/`),
    )
    return { action: newest?.path.split('/').at(-1), custom: newest?.body.custom }
  }
  const confirm = async () => {
    const response = await browser.send<StepUpRequest>('DELETE', `/factors/${factor.id}`)
    expect(response.body.code).toBe('step_up_required')
    await startChallenge(browser, response.body.data)
    return tracked()
  }
  const removal = 'delete-factors-id'
  expect(await confirm()).toEqual({ action: removal, custom: undefined })
  await consent(browser)
  expect(await confirm()).toEqual({ action: removal, custom: { profilingId } })
  browser.cookies.set(profilingCookie, `${profilingId}"; drop`)
  expect(await confirm()).toEqual({ action: removal, custom: undefined })
  browser.cookies.set(profilingCookie, profilingId)
  await turn(companyId, false)
  expect(await confirm()).toEqual({ action: removal, custom: undefined })
  await turn(companyId, true)

  await startLogin(browser, login)
  expect(await tracked()).toEqual({ action: 'login', custom: { profilingId } })
  const stranger = createTestBrowser(product.kernel.app)
  await startLogin(stranger, login)
  expect(await tracked()).toEqual({ action: 'login', custom: undefined })
})
