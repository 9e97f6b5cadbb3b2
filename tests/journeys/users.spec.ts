import type { Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { mailedToken, registeredPerson, signedInPerson, type Person } from './support/people.ts'

const idOf = async (by: Person, { email }: { email: string }): Promise<string> => {
  const { items } = await by.calls.get<{ items: { id: string }[] }>(`/users?q=${encodeURIComponent(email)}`)
  const [found] = items
  if (!found) throw new Error(`${email} is not in the list`)
  return found.id
}

/** Opens the page of a person from the list, by a search. */
const openFromList = async (page: Page, { firstName, lastName }: Person) => {
  const name = `${firstName} ${lastName}`
  await page.goto('/admin/users')
  await page.getByLabel('Name, e-mail or mobile number').fill(lastName)
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Open the page' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

const note = async (page: Page, button: string, text: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why, for the audit').fill(text)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('an operator finds a person, deactivates and activates them, and resets the password', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const theirs = await openPage({ person })
  theirs.problems.expect(/status of (?:401|403)/)
  await theirs.page.goto('/profile')
  await expect(theirs.page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()

  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  problems.expect(/status of 403/)
  await bringAxe(context)
  await openFromList(page, person)
  await expect(page.getByText('E-mail not verified')).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await page.getByRole('button', { name: 'Show personal data' }).click()
  await expect(page.getByText('Av. Larco 101')).toBeVisible()
  await picture(page, 'user-en-light-desk')

  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('logged out at once')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'user-deactivate-en-light-desk')
  await page.getByRole('dialog').getByLabel('Why, for the audit').fill('Asked us to')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
  await expect(theirs.page.getByLabel('Password', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Nobody is logged in to this account.')).toBeVisible()

  await note(page, 'Activate', 'Wants to come back')
  await expect(page.getByRole('button', { name: 'Deactivate', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Person activated' })).toBeVisible()

  await note(page, 'Reset password', 'Lost it')
  const passkey = page.getByRole('button', { name: 'Continue with a passkey' })
  await expect(passkey).toBeVisible()
  await picture(page, 'user-reset-confirm-en-light-desk')
  await passkey.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await mailedToken(person.email, 'password_reset')).toMatch(/./)
  expect(await violations(page, 'all')).toEqual([])
})

test('who may only read sees no action and no personal data, and the server refuses both', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const reader = await demoAdmin('ines')
  const id = await idOf(reader, person)
  const { page } = await openPage({ person: reader, viewport: desk })
  await page.goto(`/admin/users/${id}`)
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  for (const name of ['What you can do', 'Personal data', 'Open sessions', 'Audit'])
    await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
  await expect(reader.calls.post(`/users/${id}/deactivate`, { note: 'x' })).rejects.toThrow(
    'permission_denied',
  )
  await expect(reader.calls.get(`/users/${id}/personal-data`)).rejects.toThrow('permission_denied')
})

test('the list and the page are read in Spanish on a phone', async ({ openPage }) => {
  const person = await registeredPerson()
  const sofia = await demoAdmin()
  const id = await idOf(sofia, person)
  const { page, context, problems } = await openPage({
    person: sofia,
    viewport: phone,
    language: 'es',
    scheme: 'dark',
    touch: true,
  })
  await bringAxe(context)
  await page.goto(`/admin/users?q=${person.lastName}`)
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByRole('link', { name: person.lastName })).toContainText('Correo sin verificar')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-es-dark-phone')
  await page.goto(`/admin/users/${id}`)
  await expect(page.getByRole('heading', { name: 'Qué puedes hacer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar otra vez el enlace' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'user-es-dark-phone')
  problems.expect(/status of 404/)
  await page.goto('/admin/users/00000000-0000-7000-8000-0000000000ff')
  await expect(page.getByText('Esta cuenta no es tuya o ya no existe')).toBeVisible()
})
