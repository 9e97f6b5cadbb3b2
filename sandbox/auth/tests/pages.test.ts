import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, desktop, launchBrowser, openPage, phone } from '../../kyc/tests/browser.ts'
import { codeTo, enrolEmail, newUser, type Bench } from './bench.ts'
import { createSoftKey } from './soft-key.ts'
import { startStageBench } from './stage.ts'

let bench: Bench
let browser: Browser
beforeAll(async () => {
  ;[bench, browser] = await Promise.all([startStageBench(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await bench.stop()
})

const pageFor = async (
  userId: string,
  locale: string,
  view = phone,
): Promise<Awaited<ReturnType<typeof openPage>>> => {
  const opened = await openPage(browser, view)
  const { url } = await bench.track(userId, 'withdraw', { redirectUrl: `${bench.origin}/back`, locale })
  await opened.page.goto(url)
  await opened.page.locator('h1').waitFor()
  return opened
}

const fits = async (page: Page) => {
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(overflow)).toBe(0)
  await page.setViewportSize(phone)
}

test.each([
  ['en', phone],
  ['es', desktop],
] as const)('every enrolment screen reads well: %s', async (lang, view) => {
  const { page, complaints, close } = await pageFor(newUser(), lang, view)
  const another = lang === 'en' ? 'Use another way' : 'Usar otra forma'
  const titles: (string | null)[] = []
  const methods = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-method]')].map(({ dataset }) => dataset.method)`,
  )
  expect(methods).toHaveLength(6)
  await fits(page)
  for (const method of methods) {
    await page.locator(`[data-method=${method}]`).click()
    await page.getByRole('button', { name: another }).waitFor()
    titles.push(await page.locator('h1').textContent())
    await fits(page)
    await page.getByRole('button', { name: another }).click()
    await page.locator('[data-method]').first().waitFor()
  }
  expect(new Set(titles).size).toBe(6)
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)
  expect(complaints).toEqual([])
  await close()
})

test('another language draws the same screen again and sends nothing again', async () => {
  const userId = newUser()
  const { email } = await enrolEmail(bench, userId)
  const before = (await bench.outbox(email)).length
  const { page, close } = await pageFor(userId, 'en')
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByLabel('Código de seis dígitos').waitFor()
  expect((await bench.outbox(email)).length).toBe(before + 1)
  await close()
})

test('a wrong code shows an error with a next step at its field, and typing removes it', async () => {
  const userId = newUser()
  await enrolEmail(bench, userId)
  const { page, close } = await pageFor(userId, 'en')
  const box = page.getByLabel('Six-digit code')
  await box.fill('12')
  await box.press('Enter')
  expect(await page.getByRole('alert').textContent()).toBe('The code has six digits.')
  await box.fill('000 000')
  await box.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'That is not the code' })
  await alert.waitFor()
  expect(await box.getAttribute('aria-invalid')).toBe('true')
  await fits(page)
  await box.press('Backspace')
  expect(await page.getByRole('alert').count()).toBe(0)
  await close()
})

test('a passkey of another host has a different message than a failed one, with another method', async () => {
  const userId = newUser()
  const { email } = await enrolEmail(bench, userId)
  const { page, close } = await pageFor(userId, 'en')
  await page.getByLabel('Six-digit code').waitFor()
  const first = await bench.track(userId, 'enrol', { scope: 'add:authenticators' })
  const company = bench.origin.replace('localhost', 'acme.localhost')
  const path = '/user-authenticators/passkey'
  const response = await bench.call<{ challengeId: string; options: { challenge: string } }>(
    `${path}/registration-options`,
    { token: first.token, origin: company },
  )
  const registrationCredential = createSoftKey(company).create(response.body.options)
  const body = { challengeId: response.body.challengeId, registrationCredential }
  const added = await bench.call(path, { token: first.token, origin: company, body })
  expect(added.body.isVerified).toBe(true)
  const { url } = await bench.track(userId, 'login')
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
  await page.getByText('This browser cannot use passkeys here. Use another way.').waitFor()
  await page.getByRole('button', { name: 'Use another way' }).click()
  await page.locator('[data-method=EMAIL_OTP]').click()
  // The first page of this test had a code too; the field appears when the new one is sent.
  const field = page.getByLabel('Six-digit code')
  await field.waitFor()
  await field.fill(await codeTo(bench, email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'It is you' }).waitFor()
  await close()
})

test('a person who cancels returns without a token, and an address without a token says that it has expired', async () => {
  const { page, close } = await pageFor(newUser(), 'en')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`${bench.origin}/back`)
  await page.goto(`${bench.origin}/authsignal/v1/ui/`)
  await page.getByRole('heading', { name: 'This page is over' }).waitFor()
  await close()
})

test('an expired link says so after the press', async () => {
  const { page, complaints, close } = await openPage(browser, phone)
  await page.goto(`${bench.origin}/authsignal/v1/ui/link?id=none&secret=none`)
  expect(page.url()).not.toContain('secret')
  await fits(page)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('the pages allow nothing inline, nothing from other origins, and no other frame around them', async () => {
  const answer = await fetch(`${bench.base()}/v1/ui/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain(`frame-ancestors 'self' ${bench.origin} http://*.localhost:`)
  expect(policy).not.toMatch(/unsafe|\*;/)
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  const html = await answer.text()
  expect(html).not.toMatch(/<script(?![^>]*src=)|style="|\son\w+=/)
})

test('both languages have every text', async () => {
  const answer = await fetch(`${bench.base()}/v1/ui/page/texts.js`)
  const source = await answer.text()
  const keysOf = (name: string) => {
    const block = new RegExp(`const ${name} = \\{([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? ''
    return [...block.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key)
  }
  expect(keysOf('english').length).toBeGreaterThan(70)
  expect(keysOf('spanish')).toEqual(keysOf('english'))
})
