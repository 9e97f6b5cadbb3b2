import type { Page } from '@playwright/test'
import { standsStill } from './support/browser-checks.ts'
import { dropConnection, restoreConnection } from './support/connection.ts'
import { intercept } from './support/intercept.ts'
import { desk, expect, phone, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { atHome } from './support/sign-in.ts'
import { texts } from './support/texts.ts'

const offline = /ERR_INTERNET_DISCONNECTED|No connection/

const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })

for (const language of ['en', 'es'] as const) {
  const t = texts[language].shell

  test(`a lost connection leaves the page usable, and a pressed tab opens when it is back (${language})`, async ({
    openPage,
  }) => {
    const person = await signedInPerson()
    const { page, problems } = await openPage({ person, language, viewport: phone })
    problems.expect(offline)
    await page.goto('/')
    await expect(tab(page, t.nav.cards)).toBeVisible()
    await expect(page.getByRole('status', { name: texts[language].ui.loading })).toHaveCount(0)
    await expect(page.locator('.animate-glow')).toHaveCount(0)
    await dropConnection(page)
    // The idle watch loads after three seconds, and its file cannot be fetched.
    await page.waitForTimeout(4000)
    await expect(tab(page, t.nav.cards)).toBeVisible()

    await tab(page, t.nav.profile).click()
    await expect(page.getByRole('heading', { name: t.offlinePage.title })).toBeVisible()
    await expect(page.getByText(/assets|\.js/)).toHaveCount(0)
    await page.getByRole('button', { name: texts[language].ui.tryAgain }).click()
    await expect(page.getByRole('heading', { name: t.offlinePage.title })).toBeVisible()

    await restoreConnection(page)
    await expect(page.getByRole('heading', { level: 1, name: t.nav.profile })).toBeVisible()
    await expect(page.getByText(t.offline)).toHaveCount(0)
  })
}

test('the pages of a cardholder open without a connection once they were fetched', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person, viewport: phone })
  problems.expect(offline)
  const fetched = page.waitForEvent('requestfinished', (request) => /\/kyc-status-page-/.test(request.url()))
  await page.goto('/')
  await atHome(page)
  await fetched
  await dropConnection(page)
  for (const name of ['Cards', 'Activity', 'Profile']) {
    await tab(page, name).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: texts.en.shell.offlinePage.title })).toHaveCount(0)
  await restoreConnection(page)
  await expect(page.getByText(person.email).first()).toBeVisible()
})

test('a press without a connection says so, and works when it is back', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(offline)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await dropConnection(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByText(/^Network error/).first()).toBeVisible()
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport)
    await page.locator('.Toastify__toast').first().hover()
    await standsStill(page)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    const toast = await page.locator('.Toastify__toast').first().boundingBox()
    expect(toast?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0))
  }
  await page.getByRole('button', { name: 'Controls' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await restoreConnection(page)
  for (const name of ['Search', 'Sandbox controls']) {
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
})

test('a new build suggests a refresh to open pages', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person })
  await page.goto('/')
  await atHome(page)
  const { version } = await person.calls.get<{ version: string }>('/config')
  expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/)
  const newer = await intercept(page, '**/api/config', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...body, data: { ...body.data, version: `${version}-next` } } })
  })
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await expect(page.getByText('A new version is available.')).toBeVisible()
  newer.end()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await atHome(page)
  await expect(page.getByText('A new version is available.')).toHaveCount(0)
})
