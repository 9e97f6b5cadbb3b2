import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as playwright, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { axeOn } from '../kernel/test-axe.ts'
import { chromiumLaunch } from '../kernel/test-chromium.ts'
import { startChain } from './chain-service.ts'
import { control, erc20, newFolder, publicClient, settingsFor } from './chain-test-kit.ts'

const port = 5052
const url = `http://127.0.0.1:${port}`
const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const pictures = process.env['SCREENSHOTS']
const folder = newFolder()
const { chain, post } = control(port)
let service: Service
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  service = await startChain({ ...settingsFor(port, folder.path), heartbeatMs: 60_000 })
  browser = await playwright.launch(await chromiumLaunch())
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
const open = async (
  path: string,
  { width, scheme, lang }: View = { width: 390, scheme: 'light', lang: 'en' },
) => {
  const viewport = { width, height: width < 600 ? 844 : 900 }
  context = await browser.newContext({ viewport, colorScheme: scheme, locale: lang })
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${url}${path}`)
  await page.locator('#balances li').first().waitFor()
}

const views: View[] = [390, 1440].flatMap((width) => [
  { width, scheme: 'light' as const, lang: 'en' as const },
  { width, scheme: 'dark' as const, lang: 'es' as const },
])

describe.each(views)('$width px, $scheme, $lang', (view) => {
  test.each([
    ['wallet', `/?to=${payee}&asset=FAKE_USDT&amount=1`, false],
    ['wallet-wrong', '/', true],
  ])('%s has no barrier and fits', async (name, path, press) => {
    await open(path, view)
    if (press) await page.locator('#send').click()
    await page.evaluate('document.fonts.ready.then(() => null)')
    const { violations } = await axeOn(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBe(0)
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}-${view.width}-${view.lang}.png`), fullPage: true })
  })
})

test('a person pays an address by hand, and sees the payment until it is final', async () => {
  await open(`/?to=${payee}&asset=USDT&amount=201.125701`)
  await page.getByRole('button', { name: 'Pay 201.125701 USDT' }).click()
  await page.getByText('201.125701 USDT is on its way').waitFor()
  await page.getByText('In a block, 1 of 3').waitFor()
  const { tokens } = await chain()
  const usdt = tokens.find(({ symbol }) => symbol === 'USDT')!.address
  const read = { address: usdt, abi: erc20, functionName: 'balanceOf', args: [payee] } as const
  expect(await publicClient(port).readContract(read)).toBe(201_125_701n)
  await post('/mine', { blocks: 2 })
  await page.getByText('Final', { exact: true }).waitFor()
  expect(await page.locator('#balances').textContent()).toContain('9,999,798.874299')
})

test('an impossible payment is explained at its field', async () => {
  await open('/?lang=es')
  await page.getByRole('button', { name: 'Pagar' }).click()
  await page.getByText('Eso no es una dirección de Ethereum').waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe('to')
  await page.locator('#to').fill('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293Bc')
  await page.locator('#amount').fill('99999999')
  await page.getByRole('button', { name: 'Pagar 99999999 USDC' }).click()
  await page.getByText('Eso no es una dirección de Ethereum').waitFor()
  await page.locator('#to').fill(payee)
  await page.locator('#to').press('Enter')
  await page.getByText('El monedero no tiene tanto.').waitFor()
})

test('another site cannot pay with it', async () => {
  await open('/')
  const body = JSON.stringify({ asset: 'USDC', to: payee, amount: '1' })
  const asText = await fetch(`${url}/api/pay`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
  })
  expect(asText.status).toBe(415)
  const preflight = await fetch(`${url}/api/pay`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})
