import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { chromium as playwright, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeOn } from '../kernel/test-axe.ts'
import { chromiumLaunch } from '../kernel/test-chromium.ts'
import { startBench, type Bench } from './test-kit.ts'

let bench: Bench
let browser: Browser
let product: Server
let framed = ''
let stylesheet = ''
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00' })
  browser = await playwright.launch(await chromiumLaunch())
  product = createServer((request, response) => {
    if (request.url === '/brand.css') {
      response.setHeader('content-type', 'text/css').setHeader('cross-origin-resource-policy', 'cross-origin')
      response.end(stylesheet)
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Card</title><main><h1>Card</h1><script>
      window.heard = []; addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }))
      </script><iframe title="Card number" width="350" height="148" sandbox="allow-scripts"
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
const revealLink = async (card: string, body: object = {}) =>
  (await bench.api<{ accessUrl: string }>('POST', `/cards/${card}/reveal-html`, body)).body.accessUrl
const productUrl = () => `http://localhost:${(product.address() as AddressInfo).port}/`
const openProduct = (url: string) => {
  framed = url
  return page.goto(productUrl())
}
const received = () => page.evaluate<{ event: string; origin: string }[]>('heard')

const inFrame = (expression: string) => page.frames()[1]?.evaluate(expression)
const overflow = () =>
  inFrame(`(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    [scrollWidth - clientWidth, scrollHeight - clientHeight])(document.documentElement)`)

test('the number is shown in a sandboxed frame, copied, hidden on request, and only once', async () => {
  await context.close()
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es' })
  page = await context.newPage()
  const card = await bench.card()
  const url = await revealLink(card, { copyPan: true })
  await openProduct(url)
  const frame = page.frameLocator('iframe')
  await frame.locator('#number').waitFor()
  expect(await frame.locator('#number').innerText()).toMatch(/^5312 9940 \d{4} \d{4}$/)
  expect(await frame.getByText('LUCIA FERRER').count()).toBe(1)
  expect(await frame.getByText('Lo muestra el emisor de la tarjeta').isVisible()).toBe(true)
  await frame.getByRole('button', { name: 'Copiar el número de tarjeta' }).click()
  await frame.getByText('Copiado', { exact: true }).waitFor()
  expect(await received()).toMatchObject([{ event: 'revealed', seconds: 30, height: 148, origin: 'null' }])
  expect(await axe(new AxeBuilder({ page }))).toEqual([])
  await page.evaluate(`document.querySelector('iframe').contentWindow.postMessage({ event: 'hide' }, '*')`)
  await frame.getByText('El número está oculto').waitFor()
  expect(await frame.locator('#number').count()).toBe(0)
  expect(await overflow()).toEqual([0, 0])
  expect(await received()).toMatchObject([{ event: 'revealed' }, { event: 'hidden', height: 148 }])
  await openProduct(url)
  await frame.getByText('Este enlace ya se usó o es muy antiguo').waitFor()
  expect(await overflow()).toEqual([0, 0])
  expect(await received()).toMatchObject([{ event: 'expired', height: 148 }])
})

test.each([260, 286, 350, 400])('the number fits on one line in a frame of %i px', async (width) => {
  const card = await bench.card({ preferredCardName: 'LUCIA FERRER DE LA TORRE V' })
  await openProduct(await revealLink(card, { copyPan: true }))
  await page.evaluate(`document.querySelector('iframe').width = '${width}'`)
  const frame = page.frameLocator('iframe')
  await frame.locator('#number').waitFor()
  const number = await frame.locator('#number').boundingBox()
  expect(number?.height).toBeLessThan(44)
  expect(await overflow()).toEqual([0, 0])
  const button = await frame.getByRole('button').boundingBox()
  expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0)
})

test('without copyPan there is no button', async () => {
  await openProduct(await revealLink(await bench.card()))
  await page.frameLocator('iframe').locator('#number').waitFor()
  expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0)
})

test("the page follows the browser's colour scheme, and the client's stylesheet overrides it", async () => {
  const ground = () => inFrame('getComputedStyle(document.body).backgroundColor')
  await page.emulateMedia({ colorScheme: 'light' })
  await openProduct(await revealLink(await bench.card()))
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).toMatch(/^oklch\(0\.22 /)
  stylesheet = ':root { color-scheme: light; --surface: rgb(250, 240, 230); --ink: rgb(20, 20, 20) }'
  await openProduct(await revealLink(await bench.card(), { stylesheetUrl: `${productUrl()}brand.css` }))
  await expect.poll(ground).toBe('rgb(250, 240, 230)')
  expect(complaints).toEqual([])
})

test('a HEAD does not redeem a link; a page of another origin may not frame it', async () => {
  const url = await revealLink(await bench.card())
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(404)
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('frame-ancestors http://localhost:* http://*.localhost:*')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('in a tab of its own the page is complete', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(await revealLink(await bench.card(), { copyPan: true }))
  await page.getByText('Shown by the card issuer').waitFor()
  expect(await axe()).toEqual([])
  await page.reload()
  await page.getByText('This link was used or is too old').waitFor()
  expect(await axe()).toEqual([])
})

test('an expired link gets the same answer as a used one', async () => {
  const short = await startBench({ linkLifetimeMs: 0 })
  const link = await short.api<{ accessUrl: string }>('POST', `/cards/${await short.card()}/reveal-html`, {})
  expect((await fetch(link.body.accessUrl)).status).toBe(410)
  await short.end()
})

test("with the client's own key the address comes encrypted, once a day for each key", async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const wanted = { publicKey: Buffer.from(pem).toString('base64') }
  const card = await bench.card()
  const encrypted = Buffer.from(await revealLink(card, wanted), 'base64')
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const address = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, encrypted).toString()
  expect((await fetch(address)).status).toBe(200)
  expect((await bench.wrong('POST', `/cards/${card}/reveal-html`, wanted)).body.code).toBe('0322001')
  const wrong = await bench.wrong('POST', `/cards/${card}/reveal-html`, { publicKey: 'none' })
  expect(wrong.body.code).toBe('validation_error')
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
    const card = await bench.card({ spendLimit: 100 })
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${bench.issuer().baseUrl()}/shop?lang=${lang}&card=${card}`)
    await page.getByRole('button', { name: pay }).click()
    await page.getByText(approved).waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: clear, exact: true }).click()
    await page.locator('.payment[open]').getByText(settled, { exact: true }).first().waitFor()
    expect(await page.getByText(approved).count()).toBe(0)
    expect((await bench.read(card)).availableCredit).toBe('95.20')
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBe(0)
    expect(complaints).toEqual([])
  },
)

test('the shop says why a payment was declined, runs scenarios and shows the mail', async () => {
  const card = await bench.card({ spendLimit: 200 })
  const plastic = await bench.card({ cardType: 'Physical' })
  const { activationCode } = (
    await bench.api<{ activationCode: string }>('GET', `/activation/cards/${plastic}/activation-code`)
  ).body
  await page.goto(`${bench.issuer().baseUrl()}/shop?lang=en&card=${card}`)
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
