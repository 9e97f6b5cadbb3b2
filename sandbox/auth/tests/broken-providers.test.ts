import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../kyc/tests/browser.ts'
import type { Bench } from './bench.ts'
import { brokenProviders, type BrokenProvider } from './broken-providers.ts'
import { scenarios } from './scenarios.ts'
import { openStage, startStageBench, type Stage } from './stage.ts'

let bench: Bench
let browser: Browser
beforeAll(async () => {
  ;[bench, browser] = await Promise.all([startStageBench(), launchBrowser()])
})
afterEach(async () => {
  bench.front.state.mutation = null
  await bench.control.remove('/faults')
})
afterAll(async () => {
  await browser.close()
  await bench.stop()
})

type ExpectedBreak = Pick<BrokenProvider, 'caughtBy' | 'hangs'>

/**
 * The same scenarios as for the correct provider. A scenario that times out is reported separately from one
 * that finds the fault.
 */
const outcome = async ({ caughtBy, hangs }: ExpectedBreak): Promise<'passed' | 'failed' | 'hung'> => {
  const patienceMs = hangs ? 2500 : 20_000
  const stage: Stage = await openStage(bench, browser, { version: '1.16.0', patienceMs })
  try {
    await scenarios[caughtBy](stage)
    return 'passed'
  } catch (error) {
    return /nothing within|Timeout \d+ms exceeded/.test(String(error)) ? 'hung' : 'failed'
  } finally {
    await stage.close()
  }
}

test.each(Object.entries(brokenProviders))('it is noticed that %s', async (_name, broken) => {
  bench.front.state.mutation = broken.mutation()
  expect(await outcome(broken)).toBe(broken.hangs ? 'hung' : 'failed')
})

test('a wrong signature of webhooks is detected', async () => {
  await bench.control.post('/faults', { kind: 'bad_signature', path: 'email.created' })
  expect(await outcome({ caughtBy: 'email' })).toBe('failed')
})

test('a lost answer is detected', async () => {
  await bench.control.post('/faults', { kind: 'drop_after', path: '/verify/totp' })
  expect(await outcome({ caughtBy: 'totp' })).toBe('failed')
})
