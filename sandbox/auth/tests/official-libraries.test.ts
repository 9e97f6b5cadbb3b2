import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../kyc/tests/browser.ts'
import type { Bench } from './bench.ts'
import { codeScenarios } from './scenarios-codes.ts'
import { keyScenarios } from './scenarios-keys.ts'
import { launchScenarios } from './scenarios-launch.ts'
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

const scenarios = Object.entries({ ...keyScenarios, ...codeScenarios, ...launchScenarios })

describe.each(versions)('the browser library %s in a real browser', (version) => {
  test.each(scenarios)('%s', async (_name, scenario) => {
    const stage = await openStage(bench, browser, { version })
    try {
      await scenario(stage)
    } finally {
      await stage.close()
    }
    expect(bench.front.state.mutation).toBeNull()
  })
})
