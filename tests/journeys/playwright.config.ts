import { mkdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// The browser comes as an npm package; it unpacks itself below TMPDIR, so that folder carries its version (stack).
const browserDir = '/var/tmp/cardamom-chromium-153'
mkdirSync(browserDir, { recursive: true })
process.env['TMPDIR'] = browserDir
process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
const { default: chromium } = await import('@sparticuz/chromium')
const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath())
const args = [
  ...chromium.args.filter((flag) => !/single-process|no-zygote|headless/.test(flag)),
  '--no-sandbox',
]

export default defineConfig({
  testDir: '.',
  outputDir: './out',
  globalSetup: './support/start-product.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args },
    locale: 'en-US',
    timezoneId: 'America/Lima',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
