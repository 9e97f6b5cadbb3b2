import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from '../support/chromium.ts'
import { useScratch } from '../support/scratch.ts'

useScratch()

export default defineConfig({
  testDir: '.',
  outputDir: './out',
  globalSetup: './support/start-product.ts',
  // Long timeouts end a test that hangs. They do not measure speed, because the machine may be busy.
  timeout: 600_000,
  expect: { timeout: 45_000 },
  // Four workers on two cores: a journey spends a third of its time waiting for a block, a mail or a session
  // check.
  workers: process.env['JOURNEYS_DATA_DIR'] ? 1 : 4,
  reporter: [['list']],
  use: {
    launchOptions: await chromiumLaunch(),
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
