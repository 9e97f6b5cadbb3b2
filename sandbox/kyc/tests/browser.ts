import { chromium as playwright, type Browser, type Page } from '@playwright/test'
import { axeOn } from '../../kernel/test-axe.ts'
import { chromiumLaunch } from '../../kernel/test-chromium.ts'

/** Starts a Chromium with a camera that is allowed or denied. */
export const launchBrowser = async (camera: 'allow' | 'deny' = 'allow'): Promise<Browser> => {
  const { executablePath, args } = await chromiumLaunch()
  return playwright.launch({
    executablePath,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      camera === 'allow' ? '--use-fake-ui-for-media-stream' : '--use-fake-ui-for-media-stream=deny',
    ],
  })
}

export type View = { width: number; height: number; scheme: 'light' | 'dark' }
export const phone: View = { width: 390, height: 844, scheme: 'light' }
export const desktop: View = { width: 1440, height: 900, scheme: 'dark' }

/** Opens a page and records its errors, failed requests and policy violations. */
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

/** Axe's findings on the page in its current state. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  const { violations } = await axeOn(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
