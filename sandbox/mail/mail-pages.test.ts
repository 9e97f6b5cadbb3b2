import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { axeOn } from '../kernel/test-axe.ts'
import { startMail } from './mail-service.ts'
import { launchBrowser, newFolder, sendBySmtp, sendText, settingsFor } from './mail-test-kit.ts'

const port = 5054
const smtpPort = 5055
const url = `http://127.0.0.1:${port}`
const folder = newFolder()
const pictures = process.env['SCREENSHOTS']
let service: Service
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

const html = `<!doctype html><html><head><style>h1{font-size:20px}</style></head><body><h1>Confirm</h1>
  <script>document.title = 'owned'; parent.document.title = 'owned'</script>
  <img src="data:image/png;base64,AA" onerror="parent.document.title = 'owned'"><img src="https://tracker.example/pixel.gif">
  <a href="${url}/phone">Confirm my e-mail</a><div style="height:900px">Long</div></body></html>`

beforeAll(async () => {
  service = await startMail(settingsFor(port, folder.path))
  const to = ['lucia@example.com']
  await sendBySmtp(smtpPort, { to, subject: 'Confirm your e-mail', text: `Open ${url}/phone now.`, html })
  await sendBySmtp(smtpPort, { to: ['diego@example.com'], subject: 'Código', text: 'Tu código es 771204.' })
  await sendText(port, { To: '+51999000111', From: 'Cardamom', Body: 'Your code is 218340.' })
  browser = await launchBrowser()
})
afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await service.close()
  folder.remove()
})

type View = { width: number; scheme: 'light' | 'dark'; lang: 'en' | 'es' }
const open = async (path: string, view: Partial<View> = {}) => {
  const { width = 390, scheme = 'light', lang = 'en' } = view
  context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: scheme,
    locale: lang,
    deviceScaleFactor: width < 600 ? 1.5 : 1,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => {
    // The browser also reports what the mail's own policy blocked; that is intended.
    if (message.type() === 'error' && !/tracker\.example|sandboxed|Blocked script/.test(message.text())) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${url}${path}`)
}
const picture = async (name: string) => {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

const views: View[] = [390, 1440].flatMap((width) => [
  { width, scheme: 'light' as const, lang: 'en' as const },
  { width, scheme: 'dark' as const, lang: 'es' as const },
])

describe.each(views)('$width px, $scheme, $lang', (view) => {
  test.each([
    ['inbox', '/'],
    ['message', '/?message=1'],
    ['nothing-found', '/?q=zzzzzz'],
    ['phone', '/phone'],
    ['thread', '/phone?to=%2B51999000111'],
  ])('%s has no barrier and fits', async (name, path) => {
    await open(path, view)
    await page.locator('.row, .empty').first().waitFor({ state: 'attached' })
    await page.evaluate('document.fonts.ready.then(() => null)')
    const { violations } = await axeOn(page).exclude('iframe').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html: where }) => where)])).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBe(0)
    await picture(`${name}-${view.width}-${view.lang}`)
  })
})

test('a new mail appears without a reload, and is marked', async () => {
  await open('/')
  await page.getByText('Confirm your e-mail').waitFor()
  await sendBySmtp(smtpPort, { to: ['new@example.com'], subject: 'Just now', text: 'Fresh.' })
  const row = page.getByRole('link', { name: /Just now/ })
  await row.waitFor()
  expect(await row.getByRole('img', { name: 'New' }).count()).toBe(1)
  expect(await page.locator('.row').first().textContent()).toContain('Just now')
})

test('a mail shows its own HTML, which can run nothing', async () => {
  await open('/?message=1', { width: 1440 })
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Confirm' }).waitFor()
  await expect.poll(() => page.evaluate("document.querySelector('iframe').clientHeight")).toBeGreaterThan(900)
  expect(await page.title()).toBe('Mailbox · Cardamom')
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: 'Confirm my e-mail' }).click(),
  ])
  await opened.waitForURL(`${url}/phone`)
  await page.getByRole('button', { name: 'As text' }).click()
  await page.locator('pre', { hasText: `Open ${url}/phone now.` }).waitFor()
  expect(await page.getByRole('link', { name: 'Open the link' }).getAttribute('href')).toBe(`${url}/phone`)
})

test('a search by address narrows the list, and one person can be chosen', async () => {
  await open('/', { width: 1440 })
  await page.getByRole('searchbox').fill('DIEGO@')
  await expect.poll(() => page.locator('.row').count()).toBe(1)
  await page.getByRole('link', { name: /Código/ }).click()
  await page.getByRole('link', { name: 'diego@example.com', exact: true }).click()
  await page.getByText('To diego@example.com').waitFor()
  expect(page.url()).toContain('to=diego%40example.com')
  await page.getByRole('button', { name: 'Show all mail' }).click()
  await expect.poll(() => page.locator('.row').count()).toBeGreaterThan(1)
})

test('on a phone the message covers the list, and back returns to it', async () => {
  await open('/?lang=es')
  await page.getByRole('link', { name: /Código/ }).click()
  await page.getByRole('heading', { name: 'Código' }).waitFor()
  expect(await page.locator('.list').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Copiar código 771204' }).click()
  await page.getByText('771204 copiado').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('771204')
  await page.goBack()
  await page.locator('.list').waitFor({ state: 'visible' })
})

test('the phone shows each number as a separate phone', async () => {
  await open('/phone')
  await page.getByRole('link', { name: /\+51999000111/ }).click()
  await page.getByText('Your code is 218340.').last().waitFor()
  await sendText(port, { To: '+51999000111', From: 'Cardamom', Body: 'Another one: 604118' })
  await page.getByRole('button', { name: 'Copy code 604118' }).waitFor()
})
