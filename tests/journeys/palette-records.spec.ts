import type { Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { makeViewer } from './support/owner-database.ts'
import { personWithCard, signedInPerson } from './support/people.ts'

/** Opens the palette by its keys; the field has the focus. */
const openPalette = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox', { name: 'Search' })).toBeFocused()
  return dialog
}

test('an operator finds a person, a company and a card, and opens them, with the keyboard alone', async ({
  openPage,
}) => {
  const guest = await personWithCard()
  const { page, context } = await openPage({ person: await demoAdmin(), viewport: desk })
  await bringAxe(context)
  await page.goto('/admin')
  const dialog = await openPalette(page)
  const part = guest.email.slice(1, guest.email.indexOf('@'))
  await page.keyboard.type(part.slice(0, 2))
  await expect(dialog.getByText('Records are searched from 3 characters.')).toBeVisible()
  await page.keyboard.type(part.slice(2))
  const people = dialog.getByRole('group', { name: 'Users · 1' })
  await expect(people.getByRole('option')).toContainText(guest.email)
  expect(await violations(page, 'all')).toEqual([])
  await page.keyboard.press('Enter')
  const name = `${guest.firstName} ${guest.lastName}`
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type('andes')
  const found = dialog.getByRole('group', { name: /^Companies · / })
  const company = found.getByRole('option').filter({ hasText: 'Andes' }).first()
  await expect(company).toBeVisible()
  // Groups that arrive later make the list longer.
  const mostSteps = 60
  for (let step = 0; step < mostSteps; step += 1) {
    if ((await company.getAttribute('data-highlighted')) !== null) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(company).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/companies\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Andes', level: 1 })).toBeVisible()

  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openPalette(page)
  const field = dialog.getByRole('combobox', { name: 'Search' })
  await page.keyboard.type('4000 0012 3456 7890')
  await expect(dialog.getByText('No results.', { exact: false }).first()).toBeVisible()
  await field.fill(guest.card.lastDigits)
  const cards = dialog.getByRole('group', { name: /^Cards · / })
  const card = cards.getByRole('option').filter({ hasText: guest.lastName.toUpperCase() })
  await expect(card).toContainText(`·· ${guest.card.lastDigits}`)
  await picture(page, 'palette-card-en-light-desk')
  await card.click()
  await expect(page).toHaveURL(/\/admin\/cards\?open=[\da-f-]{36}$/)
  expect(requested.filter((url) => url.includes('4000') && url.includes('7890'))).toEqual([])

  await openPalette(page)
  await page.keyboard.type('invite an adm')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/admins\/new$/)
})

test('at most five of a list are shown, and the rest is one press away', async ({ openPage }) => {
  const { page } = await openPage({ person: await demoAdmin(), viewport: desk })
  await page.goto('/admin')
  const dialog = await openPalette(page)
  await page.keyboard.type('demo.cardamom')
  const admins = dialog.getByRole('group', { name: /^Admins · \d/ })
  await expect(admins.getByRole('option')).toHaveCount(6)
  await picture(page, 'palette-records-en-light-desk')
  await admins.getByRole('option', { name: /^Show all \d/ }).click()
  await expect(page).toHaveURL(/\/admin\/admins\?q=demo\.cardamom$/)
  await expect(page.getByRole('link', { name: /Sofía Montes|sofia@/ }).first()).toBeVisible()
})

test('a list that cannot be read is named, and the pages stay', async ({ openPage }) => {
  const { page, problems } = await openPage({ person: await demoAdmin(), viewport: desk })
  problems.expect(/status of 500/)
  await page.route(/\/api\/companies\?/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin')
  const dialog = await openPalette(page)
  await page.keyboard.type('admin')
  await expect(dialog.getByText('We couldn’t search: Companies. Everything else still works.')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Go to' }).getByRole('option').first()).toBeVisible()
})

test('a viewer without the permission for people finds companies, and no people', async ({ openPage }) => {
  const viewer = await signedInPerson()
  await makeViewer(viewer.email, 'users.view')
  const { page } = await openPage({ person: viewer, viewport: desk })
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/admin')
  const dialog = await openPalette(page)
  await page.keyboard.type('norte')
  await expect(dialog.getByRole('group', { name: /^Companies · / })).toBeVisible()
  await expect(dialog.getByRole('group', { name: /^Users/ })).toHaveCount(0)
  expect(requested).toContain('/api/companies')
  expect(requested).not.toContain('/api/users')
})

test('records are found in Spanish on a phone', async ({ openPage }) => {
  const { page, context } = await openPage({
    person: await demoAdmin(),
    viewport: phone,
    language: 'es',
    scheme: 'dark',
    touch: true,
  })
  await bringAxe(context)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Menú' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Buscar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buscar' })
  await dialog.getByRole('combobox', { name: 'Buscar' }).fill('sofia@demo')
  await expect(dialog.getByRole('group', { name: 'Administradores · 1' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await dialog.getByRole('combobox', { name: 'Buscar' }).fill('demo.cardamom')
  await expect(dialog.getByRole('option', { name: /^Ver los \d/ }).first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'palette-records-es-dark-phone')
  await dialog.getByRole('combobox', { name: 'Buscar' }).fill('sofia@demo')
  await dialog
    .getByRole('group', { name: 'Administradores · 1' })
    .getByRole('option', { name: /Montes/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/admins\?open=/)
  await expect(page.getByRole('dialog').getByText('Segundos pasos')).toBeVisible()
})
