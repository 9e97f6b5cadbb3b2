import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../kyc/tests/browser.ts'
import type { Bench } from './bench.ts'
import { scenarios } from './scenarios.ts'
import { openStage, startStageBench, versions } from './stage.ts'

let bench: Bench
let browser: Browser
beforeAll(async () => {
  ;[bench, browser] = await Promise.all([startStageBench(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await bench.stop()
})

describe.each(versions)('the browser library %s in a real browser', (version) => {
  test.each(Object.entries(scenarios))('%s', async (_name, scenario) => {
    const stage = await openStage(bench, browser, { version })
    try {
      await scenario(stage)
    } finally {
      await stage.close()
    }
    expect(bench.front.state.mutation).toBeNull()
  })
})
