import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { chromium as playwright, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeOn } from '../kernel/test-axe.ts'
import { chromiumLaunch } from '../kernel/test-chromium.ts'
import { startBench, type Bench, type Card } from './test-kit.ts'

let bench: Bench
let browser: Browser
let product: Server
let framed = ''
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00', reference: 'fund' })
  browser = await playwright.launch(await chromiumLaunch())
  product = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Card</title><main><h1>Card</h1><script>
      window.heard = []; addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }))
      </script><iframe title="Card number" width="350" height="220" sandbox="allow-scripts"
      referrerpolicy="no-referrer" src="${framed}"></iframe></main></html>`)
  })
  await new Promise<void>((ready) => product.listen(0, 'localhost', ready))
})
afterAll(async () => {
  await browser.close()
  await new Promise((done) => product.close(done))
  await bench.end()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'light' })
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterEach(async () => context.close())

const axe = async (builder = axeOn(page)) =>
  (await builder.analyze()).violations.map(({ id, nodes }) => [id, nodes])
const revealLink = async (card: Card, body: object = {}) =>
  (await bench.api<{ url: string }>('POST', `/cards/${card.id}/reveal-link`, body)).body.url
const openProduct = (url: string) => {
  framed = url
  return page.goto(`http://localhost:${(product.address() as AddressInfo).port}/`)
}
const heard = () => page.evaluate<{ event: string; origin: string }[]>('heard')

test('the number is shown in a sandboxed frame, copied, hidden on request, and only once', async () => {
  const card = await bench.card({ preferredCardName: 'LUCIA FERRER' })
  const url = await revealLink(card, { lang: 'es' })
  await openProduct(url)
  const frame = page.frameLocator('iframe')
  await frame.locator('#number').waitFor()
  expect(await frame.locator('#number').innerText()).toMatch(/^5312 9940 \d{4} \d{4}$/)
  expect(await frame.getByText('LUCIA FERRER').count()).toBe(1)
  expect(await frame.getByText('Lo muestra el emisor de la tarjeta').isVisible()).toBe(true)
  await frame.getByRole('button', { name: 'Copiar el número de tarjeta' }).click()
  await frame.getByText('Copiado', { exact: true }).waitFor()
  expect(await heard()).toMatchObject([{ event: 'revealed', seconds: 30, origin: 'null' }])
  expect(await axe(new AxeBuilder({ page }))).toEqual([])
  await page.evaluate(`document.querySelector('iframe').contentWindow.postMessage({ event: 'hide' }, '*')`)
  await frame.getByText('El número está oculto').waitFor()
  expect(await frame.locator('#number').count()).toBe(0)
  expect((await heard()).map(({ event }) => event)).toEqual(['revealed', 'hidden'])
  expect(complaints).toEqual([])
  await openProduct(url)
  await frame.getByText('Este enlace ya se usó o es muy antiguo').waitFor()
  expect((await heard()).map(({ event }) => event)).toEqual(['expired'])
})

test('a HEAD does not spend a link; a page from elsewhere may not frame it', async () => {
  const card = await bench.card()
  const url = await revealLink(card)
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(404)
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('frame-ancestors http://localhost:* http://*.localhost:*')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('alone in a tab the page stands on its own', async () => {
  await page.goto(await revealLink(await bench.card(), { lang: 'en', theme: 'dark', hue: 284, chroma: 0.15 }))
  await page.getByText('Shown by the card issuer').waitFor()
  expect(await axe()).toEqual([])
  await page.reload()
  await page.getByText('This link has been used or is too old').waitFor()
  expect(await axe()).toEqual([])
})

test('an old link is as good as a used one', async () => {
  const short = await startBench({ linkLifetimeMs: 50 })
  const card = await short.card()
  const link = await short.api<{ url: string }>('POST', `/cards/${card.id}/reveal-link`, {})
  await new Promise((done) => setTimeout(done, 80))
  expect((await fetch(link.body.url)).status).toBe(410)
  await short.end()
})

test.each([
  ['en', 'light', 390, 'Pay $4.80', 'Approved: $4.80 is held on the card', 'Clear', 'Settled'],
  [
    'es',
    'dark',
    1440,
    'Pagar $4.80',
    'Aprobado: $4.80 quedan retenidos en la tarjeta',
    'Liquidar',
    'Liquidado',
  ],
] as const)(
  'the shop pays and settles (%s, %s, %i)',
  async (lang, scheme, width, pay, approved, clear, settled) => {
    const card = await bench.card({ spendLimit: '100.00' })
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${bench.issuer().baseUrl()}/shop?lang=${lang}&card=${card.id}`)
    await page.getByRole('button', { name: pay }).click()
    await page.getByText(approved).waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: clear, exact: true }).click()
    await page.locator('.payment[open]').getByText(settled, { exact: true }).first().waitFor()
    expect((await bench.api<Card>('GET', `/cards/${card.id}`)).body.availableCredit).toBe('95.20')
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBe(0)
    expect(complaints).toEqual([])
  },
)

test('the shop says why a payment was declined, runs scenarios and shows the post', async () => {
  const card = await bench.card({ spendLimit: '200.00' })
  const plastic = await bench.card({ cardType: 'Physical' })
  const { activationCode } = (
    await bench.api<{ activationCode: string }>('GET', `/cards/${plastic.id}/activation-code`)
  ).body
  await page.goto(`${bench.issuer().baseUrl()}/shop?lang=en&card=${card.id}`)
  await page.getByLabel('Hotel Miramar').check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('200.01')
  await page.getByRole('button', { name: 'Pay $200.01' }).click()
  await page.getByText('Declined: the card has less than the amount').waitFor()
  await page.getByRole('link', { name: 'Scenarios' }).click()
  await page.getByRole('button', { name: 'Run: Hotel' }).click()
  await page.locator('.payment[open]').getByText('$104.20').first().waitFor()
  expect(await axe()).toEqual([])
  await page.getByRole('link', { name: 'Post' }).click()
  await page.getByText(activationCode.replace(/(...)(...)/, '$1 $2')).waitFor()
  expect(await axe()).toEqual([])
  expect(complaints).toEqual([])
})

test('the shop shows no card before one is active, and no path leads out of its files', async () => {
  const empty = await startBench()
  await page.goto(`${empty.issuer().baseUrl()}/shop?lang=en`)
  await page.getByText('No card is active yet').waitFor()
  expect(await page.getByRole('button', { name: /^Pay/ }).isDisabled()).toBe(true)
  expect(await axe()).toEqual([])
  const outside = await fetch(`${empty.issuer().baseUrl()}/shop/assets/..%2Fservice.ts`)
  expect(outside.status).toBe(404)
  await empty.end()
})
