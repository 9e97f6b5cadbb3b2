import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium as playwright, type Browser, type Page } from '@playwright/test'

// Asked once: the package needs TMPDIR changed, and the second start would go a folder deeper.
const folder = join(tmpdir(), 'cardamom-chromium-153')

/**
 * Starts the Chromium that comes as an npm package, or `CHROMIUM_PATH`, with a camera that is allowed or
 * denied.
 */
export const launchBrowser = async (camera: 'allow' | 'deny' = 'allow'): Promise<Browser> => {
  const fonts = join(folder, 'font-config')
  mkdirSync(fonts, { recursive: true })
  // The package's own file names folders that exist on its cloud only; without any font a text box ends
  // the browser.
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`,
  )
  process.env['TMPDIR'] = folder
  process.env['FONTCONFIG_PATH'] = fonts
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return playwright.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath()),
    args: [
      ...chromium.args.filter((flag) => !/single-process|no-zygote|headless|disable-web-security/.test(flag)),
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      camera === 'allow' ? '--use-fake-ui-for-media-stream' : '--use-fake-ui-for-media-stream=deny',
    ],
  })
}

export type View = { width: number; height: number; scheme: 'light' | 'dark' }
export const phone: View = { width: 390, height: 844, scheme: 'light' }
export const desktop: View = { width: 1440, height: 900, scheme: 'dark' }

/** Opens a page and keeps every complaint of it: errors, failed requests, policy violations. */
export const openPage = async (browser: Browser, view: View) => {
  const { width, height, scheme } = view
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, complaints, close: () => context.close() }
}

/** What axe finds on the page as it is. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
