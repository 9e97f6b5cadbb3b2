import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../kyc/tests/browser.ts'
import type { Profile } from '../profile-store.ts'
import { profileWith, startStage, versions, type Mutation, type Outcome, type Stage } from './stage.ts'

let stage: Stage
let browser: Browser
beforeAll(async () => {
  ;[stage, browser] = await Promise.all([startStage(), launchBrowser()])
})
afterEach(async () => {
  stage.state.mutation = null
  await stage.control('DELETE', '/faults')
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

/** The faults of a profiling; empty when a browser sent its whole profile and the page did not change. */
const faultsOf = (came: Outcome): string[] => {
  const [profile] = came.profiles
  const hits = profile?.hits ?? []
  const kinds = hits.map(({ kind }) => kind).toSorted()
  const facts = hits.find(({ kind }) => kind === 'report')?.facts
  return [
    ...(came.outcome === 'load' ? [] : [`the script: ${came.outcome}`]),
    ...(came.cookie === came.sessionId ? [] : ['the cookie is not the session']),
    ...(String(kinds) === 'clear,frame,report,script,still' ? [] : [`came: ${String(kinds)}`]),
    ...(facts && /^\d+x\d+x\d+$/.test(String(facts['screen'])) ? [] : ['no facts']),
    ...(hits.some(({ hadCookies }) => hadCookies) ? ['cookies of the product came along'] : []),
    ...came.refused.map((what) => `the policy refused ${what}`),
    ...came.errors,
    ...(came.untouched ? [] : ['the page was changed']),
  ]
}

describe.each(versions)('the browser library %s in a real browser', (version) => {
  test('sends the profile of its device, and the page’s policy refuses nothing', async () => {
    const came = await profileWith(stage, browser, version)
    expect(faultsOf(came)).toEqual([])
    expect(came.profiles[0]).toMatchObject({ sessionId: came.sessionId, orgId: '4a08uqve' })
  })

  test('starts a new session each time', async () => {
    const [one, two] = [
      await profileWith(stage, browser, version),
      await profileWith(stage, browser, version),
    ]
    expect(one.sessionId).not.toBe(two.sessionId)
    expect(await stage.profilesOf(one.sessionId)).toHaveLength(1)
  })
})

test.each([
  ['answers 500', { kind: 'status', path: '^/fp/', value: 500 }, 'error'],
  ['hangs up', { kind: 'drop_before', path: '^/fp/' }, 'error'],
  ['never answers', { kind: 'delay', path: '^/fp/', value: 600_000 }, 'waiting'],
])('does the page no harm when the profiler %s', async (_name, fault, outcome) => {
  await stage.control('POST', '/faults', fault)
  const came = await profileWith(stage, browser, '1.16.0')
  expect(came).toMatchObject({ outcome, profiles: [], refused: [], errors: [], untouched: true })
})

test('waits for a slow profiler', async () => {
  await stage.control('POST', '/faults', { kind: 'delay', path: '^/fp/tags.js$', value: 700 })
  expect(faultsOf(await profileWith(stage, browser, '1.16.0'))).toEqual([])
})

const inScript =
  (change: (script: string) => string): Mutation =>
  (answer) => {
    if (answer.path === '/fp/tags.js') answer.body = change(answer.body)
  }
const alsoRuns = (code: string) => inScript((script) => `${script}\n${code}`)

const brokenProfilers: Record<string, Mutation> = {
  'the script is no script to a browser': (answer) => {
    const wrong = { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' }
    if (answer.path === '/fp/tags.js') Object.assign(answer.headers, wrong)
  },
  'the script has a mistake': inScript((script) => script.slice(0, -4)),
  'the script uses another session': inScript((script) =>
    script.replace(/"sessionId":"[^"]*"/, '"sessionId":"another"'),
  ),
  'the script is of another organisation': inScript((script) => script.replace('4a08uqve', '1a2b3c4d')),
  'the script calls home elsewhere': inScript((script) => script.replace('127.0.0.1', '127.0.0.2')),
  'the script sends no report': inScript((script) => script.replace("method: 'POST'", "method: 'GET'")),
  'the script brings a second one': alsoRuns(
    `document.head.append(Object.assign(document.createElement('script'), { src: '/another.js' }))`,
  ),
  'the script evaluates text': alsoRuns(`setTimeout('1')`),
  'the script writes into the page': alsoRuns(`document.querySelector('main').append('watched')`),
  'the script writes markup': alsoRuns(`document.querySelector('main').innerHTML = '<b>watched</b>'`),
  'the script leaves a global': inScript((script) =>
    script.replaceAll('const profileDevice', 'var profileDevice'),
  ),
  'the frame refuses to be one': (answer) => {
    if (answer.path === '/fp/tags') answer.headers['x-frame-options'] = 'DENY'
  },
  'the frame loads nothing': (answer) => {
    if (answer.path === '/fp/tags') answer.body = answer.body.replace('src=', 'data-src=')
  },
}

test.each(Object.entries(brokenProfilers))('it is noticed that %s', async (_name, mutation) => {
  stage.state.mutation = mutation
  expect(faultsOf(await profileWith(stage, browser, '1.16.0'))).not.toEqual([])
})

describe('the protocol', () => {
  const request = (path: string, init?: RequestInit) => fetch(`${stage.profilerUrl}${path}`, init)

  test.each([
    '/fp/tags.js',
    '/fp/tags.js?org_id=4a08uqve',
    '/fp/tags.js?org_id=somebody&session_id=abc',
    '/fp/tags.js?org_id=4a08uqve&session_id=%22%29%3Balert%281%29%3B%28%22',
    '/fp/tags.js?org_id=4a08uqve&session_id=a&session_id=b',
    `/fp/tags?org_id=4a08uqve&session_id=${'x'.repeat(129)}`,
    '/fp/clear.png?session_id=abc',
  ])('refuses %s', async (path) => {
    expect((await request(path)).status).toBe(400)
  })

  test.each(['', '[]', 'null', '{'])('refuses the report %j', async (body) => {
    const report = await request('/fp/report?org_id=4a08uqve&session_id=reported', { method: 'POST', body })
    expect(report.status).toBe(400)
    expect(await stage.profilesOf('reported')).toEqual([])
  })

  test('is never cached', async () => {
    for (const path of ['tags.js', 'tags', 'clear.png']) {
      const answer = await request(`/fp/${path}?org_id=4a08uqve&session_id=kept`)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
  })

  test('shows the received data only with the control token', async () => {
    expect((await request('/_control/profiles')).status).toBe(401)
  })
})

test('profiles survive a restart, newest first, and a reset removes them', async () => {
  const { sessionId } = await profileWith(stage, browser, '1.16.0')
  await stage.restart()
  const [newest] = await stage.control<Profile[]>('GET', '/profiles')
  expect(newest?.sessionId).toBe(sessionId)
  expect(newest?.hits).toHaveLength(5)
  await stage.control('POST', '/reset')
  expect(await stage.control('GET', '/profiles')).toEqual([])
})
