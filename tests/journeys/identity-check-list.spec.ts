import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { personAtKyc } from './support/kyc-people.ts'
import type { Person } from './support/people.ts'

const linkOf = (page: Page, person: Person) => page.getByRole('link', { name: person.email })
const drawer = (page: Page) => page.locator('aside, [role=dialog]').filter({ hasText: 'What happened' })

test('an administrator filters, orders, opens and saves the list of identity checks', async ({
  openPage,
}) => {
  const [waiting, declined] = [await personAtKyc('abandoned'), await personAtKyc('declined')]
  const { page, context } = await openPage({ person: await demoAdmin(), viewport: desk })
  await bringAxe(context)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'KYC' }).click()
  await expect(page.getByRole('heading', { name: 'Identity checks' })).toBeVisible()
  await expect(page).toHaveURL(/status=needs_review/)
  await page.getByRole('link', { name: /^All \(\d/ }).click()
  await expect(linkOf(page, declined)).toBeVisible()
  await picture(page, 'kyc-list-en-light-desk')

  await page.getByLabel('Status').selectOption('abandoned')
  await expect(linkOf(page, declined)).toHaveCount(0)
  await expect(page).toHaveURL(/\?status=abandoned$/)
  const changed = page.getByRole('columnheader', { name: 'Changed (UTC)' })
  await expect(changed).toHaveAttribute('aria-sort', 'descending')
  await changed.getByRole('button').click()
  await expect(changed).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=changedAt/)

  await linkOf(page, waiting).press('Enter')
  await expect(drawer(page)).toContainText(waiting.email)
  await expect(drawer(page)).toContainText(/\d+ of \d+/)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'kyc-drawer-en-light-desk')
  await page.reload()
  await expect(drawer(page)).toContainText('What happened')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(linkOf(page, waiting)).toBeFocused()

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Waits longest')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  const view = page.getByRole('link', { name: 'Waits longest' })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await picture(page, 'kyc-view-en-light-desk')
  await page.getByRole('link', { name: /^All \(\d/ }).click()
  await expect(linkOf(page, declined)).toBeVisible()
  await page.reload()
  await view.click()
  await expect(page).toHaveURL(/sort=changedAt/)
  await expect(linkOf(page, declined)).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit view Waits longest' }).click()
  await page.getByLabel('Name').fill('Oldest first')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('link', { name: 'Oldest first' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit view Oldest first' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('link', { name: 'Oldest first' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/kyc$/)
})

test('an administrator confirms with a passkey and exports exactly the filtered checks', async ({
  openPage,
}) => {
  const [waiting, declined] = [await personAtKyc('needs_review'), await personAtKyc('declined')]
  const page = await administratorOf(openPage, { roleId: 6 })
  await page.goto('/admin/kyc?status=needs_review')
  await expect(linkOf(page, waiting)).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('dialog', { name: 'Export identity checks' })).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^identity-checks-.*\.csv$/)
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain(waiting.email)
  expect(csv).not.toContain(declined.email)
})

test('J, K and Enter go through the rows, and the drawer follows', async ({ openPage }) => {
  await personAtKyc('created')
  await personAtKyc('created')
  const { page } = await openPage({ person: await demoAdmin(), viewport: desk })
  await page.goto('/admin/kyc?sort=-changedAt')
  const rows = page.locator('tbody a')
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toContainText(/^1 of /)
  await page.keyboard.press('j')
  await expect(drawer(page)).toContainText(/^2 of /)
  await drawer(page).getByRole('button', { name: 'Previous' }).click()
  await expect(drawer(page)).toContainText(/^1 of /)
  await page.goBack()
  await expect(drawer(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/kyc\?sort=-changedAt$/)
})

test('on a phone the rows are cards, and back closes the details', async ({ openPage }) => {
  const waiting = await personAtKyc('needs_review')
  const { page, context } = await openPage({ person: await demoAdmin(), viewport: phone, scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/admin/kyc?sort=-changedAt')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByLabel('Order').selectOption('changedAt')
  await page.getByLabel('Status').selectOption('needs_review')
  await picture(page, 'kyc-list-en-dark-phone')
  await linkOf(page, waiting).click()
  await expect(page.getByRole('dialog')).toContainText('What happened')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'kyc-drawer-en-dark-phone')
  await page.reload()
  await expect(page.getByRole('dialog')).toContainText(waiting.email)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/status=needs_review/)
})

test('a filter without a match and a broken address offer a next step', async ({ openPage }) => {
  const { page } = await openPage({
    person: await demoAdmin(),
    viewport: desk,
    language: 'es',
    scheme: 'dark',
  })
  await page.goto('/admin/kyc?status=nothing&from=2031-01-01&sort=size')
  await expect(page.getByText('Nada coincide con estos filtros')).toBeVisible()
  await expect(page.getByLabel('Estado')).toHaveValue('')
  await picture(page, 'kyc-filtered-es-dark-desk')
  await page.getByRole('button', { name: 'Quitar filtros' }).last().click()
  await expect(page).toHaveURL(/\/admin\/kyc\?/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await picture(page, 'kyc-list-es-dark-desk')
})

test('the count is next to the last word of a title of two lines', async ({ openPage }) => {
  await personAtKyc('created')
  const { page } = await openPage({ person: await demoAdmin(), viewport: phone, language: 'es' })
  await page.goto('/admin/kyc')
  const title = page.getByRole('heading', { name: 'Verificaciones de identidad' })
  const count = page
    .locator('header')
    .filter({ has: title })
    .getByText(/^\d[\d,]*\+?$/)
  const [titleBox, countBox] = [await title.boundingBox(), await count.boundingBox()]
  expect(titleBox?.height).toBeGreaterThan(60)
  const middle = (countBox?.y ?? 0) + (countBox?.height ?? 0) / 2
  expect(middle).toBeLessThan((titleBox?.y ?? 0) + (titleBox?.height ?? 0))
})
