import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'

/** A red circle, 40 × 40. */
const samplePng = [
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoAgMAAADxkFD+AAAADFBMVEXDGVz////xy9nVY5C3uFj9AAAACXBIWXMAAA',
  'PoAAAD6AG1e1JrAAAAd0lEQVQYlaXQsQ2EQAxE0S8QAdFFlEAJ9EGAVwQElEIT2w8lUQLyGqE5ieB0OHqRPR7sHv5n',
  'Oj754gptMO1Q58IZoC9cnW3h5qwKd2ftTC7Ihk3BzogF0Bu2BIdvjsHmFz5vkBNyWOJISI0uD8mb8rxUokW9a/0EaE',
  'JZ9zj6NcAAAAAASUVORK5CYII=',
].join('')

test('an administrator gives a company its branding, and its host shows it at once', async ({ openPage }) => {
  const { page, context, person } = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(context)
  const slug = `marca-${Date.now().toString(36).slice(-6)}`
  await page.goto('/admin/companies/new')
  await page.getByLabel('Name', { exact: true }).fill('Marca Viva')
  await page.getByLabel('Short name').fill(slug)
  await page.getByRole('button', { name: 'Create company' }).click()
  await page.getByRole('link', { name: 'Branding' }).click()
  await page.getByLabel('Colour', { exact: true }).fill('#c2185b')
  await expect(page.getByText(/Button, light \d+\.\d:1/)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-brand-en-light-desk')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await page
    .getByLabel('Choose a picture', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(samplePng, 'base64') })
  await expect(page.getByRole('button', { name: 'Remove the logo' })).toBeVisible()

  const visitor = await openPage({ company: slug })
  await visitor.page.goto('/login')
  await expect(visitor.page.getByText('Marca Viva').first()).toBeVisible()
  const hue = async () =>
    Number(await visitor.page.evaluate('document.documentElement.style.getPropertyValue("--hue")'))
  await expect.poll(hue).toBeGreaterThan(0)
  const before = await hue()
  await picture(visitor.page, 'company-brand-host-en-light-desk')

  await page.getByLabel('Colour', { exact: true }).fill('#0b5fa5')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await visitor.page.reload()
  await expect(visitor.page.getByText('Marca Viva').first()).toBeVisible()
  await expect.poll(hue).toBeGreaterThan(0)
  expect(await hue()).not.toBe(before)

  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('from #c2185b to #0b5fa5')).toBeVisible()
  await expect(page.getByText(`${person.firstName} ${person.lastName}`).first()).toBeVisible()
  await page.setViewportSize(phone)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-history-en-light-phone')
})

test('settings are set and put back to the inherited value', async ({ openPage }) => {
  const { page, context, person } = await openAdministrator(openPage, { viewport: desk, scheme: 'dark' })
  await bringAxe(context)
  const found = await person.calls.get<{ items: { id: string; slug: string }[] }>('/companies?q=andes')
  const path = `/admin/companies/${found.items.find(({ slug }) => slug === 'andes')?.id}/settings`
  await page.goto(`${path}/security`)
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByLabel('Passkey required').selectOption('true')
  await expect(page.getByText(/people? will have to add a passkey|persons? will have/)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-security-en-dark-desk')
  await page.getByLabel('Passkey required').selectOption('')
  await page.getByLabel('Lock the screen after').selectOption('300')
  await save.click()
  await expect(save).toHaveCount(0)
  await page.getByLabel('Lock the screen after').selectOption('')
  await save.click()
  await expect(save).toHaveCount(0)

  await page.getByRole('link', { name: 'Cards', exact: true }).last().click()
  await page.getByLabel('New cards may be made').selectOption('false')
  await save.click()
  await expect(save).toHaveCount(0)
  await page.getByLabel('New cards may be made').selectOption('')
  await save.click()
  await expect(save).toHaveCount(0)
  await picture(page, 'company-cards-en-dark-desk')

  await page.getByRole('link', { name: 'General', exact: true }).click()
  await page.getByLabel('Hours', { exact: true }).selectOption('own')
  await page.getByLabel('Saturday, from').selectOption('600')
  await save.click()
  await expect(save).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await page.setViewportSize(phone)
  await picture(page, 'company-hours-en-dark-phone')
  await page.getByLabel('Hours', { exact: true }).selectOption('')
  await save.click()
  await expect(save).toHaveCount(0)
})
