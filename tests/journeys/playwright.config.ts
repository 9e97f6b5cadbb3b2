import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// The browser comes as an npm package; it unpacks itself below TMPDIR, so that folder carries its version (stack).
const browserDir = '/var/tmp/cardamom-chromium-153'
// The package's own font settings name folders of its cloud: without any font, text without a web font is not drawn.
const fontDir = join(browserDir, 'font-config')
mkdirSync(fontDir, { recursive: true })
writeFileSync(
  join(fontDir, 'fonts.conf'),
  `<fontconfig><dir>${browserDir}/fonts</dir><cachedir>${fontDir}/cache</cachedir></fontconfig>`,
)
process.env['TMPDIR'] = browserDir
process.env['FONTCONFIG_PATH'] = fontDir
process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
const { default: chromium } = await import('@sparticuz/chromium')
const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath())
// Origins are kept apart as in every browser of a person.
const args = [
  ...chromium.args.filter((flag) => !/single-process|no-zygote|headless|disable-web-security/.test(flag)),
  '--no-sandbox',
]

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
    launchOptions: { executablePath, args },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
