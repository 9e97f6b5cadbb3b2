import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from '../support/chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: './out',
  globalSetup: './support/start-product.ts',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 2,
  reporter: [['list']],
  use: {
    launchOptions: await chromiumLaunch(),
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
