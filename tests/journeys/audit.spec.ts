import type { Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test, type BrowserOptions, type Visitor } from './support/journey.ts'
import { signedInPerson, type Person } from './support/people.ts'

type OpenPage = (options: BrowserOptions) => Promise<Visitor>

/** A person changes their city, so that the audit has an entry of them with a change. */
const changeCity = async (openPage: OpenPage): Promise<Person> => {
  const person = await signedInPerson()
  const { page } = await openPage({ person, viewport: desk, language: 'en' })
  await page.goto('/profile/edit')
  await page.getByLabel('City').fill('Cusco')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  return person
}
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`
const drawer = (page: Page, text: string) => page.locator('aside, [role=dialog]').filter({ hasText: text })

test('an administrator finds what a person changed, and all entries of that person', async ({ openPage }) => {
  const person = await changeCity(openPage)
  const { page, context } = await openPage({ person: await demoAdmin(), viewport: desk, language: 'en' })
  await bringAxe(context)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Operations' }).click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible()
  await page.getByLabel('Action').selectOption('profileChanged')
  await expect(page).toHaveURL(/action=profileChanged/)
  // The log-ins of the person leave the list only when the filtered list has arrived.
  const entry = page.getByRole('row', { name: nameOf(person) })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Profile changed')
  await picture(page, 'audit-list-en-light-desk')

  await entry.getByRole('link').click()
  const details = drawer(page, 'What changed')
  await expect(details.getByRole('row', { name: 'City' })).toContainText('Cusco')
  await expect(details).toContainText('Device')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'audit-entry-en-light-desk')

  await details.getByRole('link', { name: `All entries of ${nameOf(person)}` }).click()
  await expect(page).toHaveURL(/actorId=/)
  await expect(page.getByRole('row', { name: 'Profile changed' })).toBeVisible()
  // The administrator's own read of the entry is an entry too.
  await page.goto('/admin/audit?action=auditRead')
  await expect(page.getByRole('row', { name: nameOf(person) }).first()).toBeVisible()
})

test('on a phone, in Spanish and dark, the audit is a list of cards with details', async ({ openPage }) => {
  const person = await changeCity(openPage)
  const admin = await demoAdmin()
  const { page, context } = await openPage({ person: admin, viewport: phone, language: 'es', scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/admin/audit?action=profileChanged')
  await expect(page.getByRole('heading', { name: 'Auditoría' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const card = page.getByRole('link', { name: nameOf(person) })
  await expect(card).toBeVisible()
  await picture(page, 'audit-list-es-dark-phone')
  await card.click()
  const details = drawer(page, 'Qué cambió')
  await expect(details.getByRole('row', { name: 'Ciudad' })).toContainText('Cusco')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'audit-entry-es-dark-phone')
  await page.goBack()
  await expect(details).toHaveCount(0)
})

test('an administrator without the permission finds no audit', async ({ openPage }) => {
  const { page } = await openPage({ person: await demoAdmin('ines'), viewport: desk, language: 'en' })
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0)
})
