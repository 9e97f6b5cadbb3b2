import type { Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { spender } from './support/busy-people.ts'
import { openAdministrator } from './support/company-admin.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { mailedToken, newPerson, registeredPerson, signedInPerson, type Person } from './support/people.ts'
import { defaultPassword } from './support/start-product.ts'
import { mailTo } from './support/sandbox-services.ts'

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
  theirs.problems.expect(/status of (?:401|403|422)/)
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

  const tabs = page.getByRole('navigation', { name: 'Sections of this person' })
  await tabs.getByRole('link', { name: 'Cards', exact: true }).click()
  await expect(page).toHaveURL(/section=cards/)
  await expect(page.getByText('No card yet.')).toBeVisible()
  await tabs.getByRole('link', { name: 'Wallet', exact: true }).click()
  await expect(page.getByText('No load is on its way.')).toBeVisible()
  await tabs.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByText('No failed attempts are counted.')).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('logged out at once')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'user-deactivate-en-light-desk')
  await page.getByRole('dialog').getByLabel('Why, for the audit').fill('Asked us to')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
  await expect(theirs.page.getByLabel('Password', { exact: true })).toBeVisible()
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

  await note(page, 'Reset to the default password', 'They lost the mailbox too')
  await expect(passkey).toBeVisible()
  await picture(page, 'user-default-password-confirm-en-light-desk')
  await passkey.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Default password until')).toBeVisible()
  await theirs.page.goto('/login')
  await theirs.page.getByLabel('E-mail or username').fill(person.email)
  await theirs.page.getByLabel('Password', { exact: true }).fill(defaultPassword)
  await theirs.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await theirs.page.getByLabel('New password', { exact: true }).fill(defaultPassword)
  await theirs.page.getByLabel('New password again').fill(defaultPassword)
  await theirs.page.getByRole('button', { name: 'Save the password' }).click()
  await expect(theirs.page.getByText('New password: This is the default password')).toBeVisible()
  await theirs.page.getByLabel('New password', { exact: true }).fill('a secret of my own')
  await theirs.page.getByLabel('New password again').fill('a secret of my own')
  await theirs.page.getByRole('button', { name: 'Save the password' }).click()
  await expect(theirs.page.getByText('Your new password is saved')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])

  await page.getByRole('button', { name: 'Change company', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New company').selectOption({ label: 'Norte' })
  await expect(dialog.getByText('stay in the book of Cardamom')).toBeVisible()
  await expect(dialog.getByText('A regular load of $200.00')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'user-company-en-light-desk')
  await dialog.getByLabel('Why, for the audit').fill('Their employer joined Norte')
  await dialog.getByRole('button', { name: 'Change company', exact: true }).click()
  await expect(passkey).toBeVisible()
  await picture(page, 'user-company-confirm-en-light-desk')
  await passkey.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Norte', exact: true })).toBeVisible()
  // One entry for each company that may see it.
  await expect(page.getByRole('link', { name: 'Company of a person changed' })).toHaveCount(2)
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
  await page.goto('/admin/users')
  await expect(page.getByText(person.email)).toBeVisible()
  await registeredPerson()
  await expect(page.getByRole('button', { name: /^\d+ nuevos?$/ })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-live-es-dark-phone')
  await page.goto(`/admin/users?q=${person.lastName}`)
  await page.getByRole('button', { name: 'Seleccionar', exact: true }).click()
  await page.getByRole('link', { name: person.lastName }).click()
  await expect(page.getByRole('region', { name: 'Selección' })).toContainText('1 en la selección')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'users-selected-es-dark-phone')
  await page.goto(`/admin/users/${id}`)
  await expect(page.getByRole('heading', { name: 'Qué puedes hacer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar otra vez el enlace' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'user-es-dark-phone')
  await page.getByRole('button', { name: 'Cambiar de empresa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Empresa nueva').selectOption({ label: 'Norte' })
  await expect(dialog.getByLabel('Motivo, para la auditoría')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'user-company-es-dark-phone')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  const holder = await idOf(sofia, await spender())
  for (const [section, name] of [
    ['cards', 'Tarjetas'],
    ['wallet', 'En las tarjetas'],
    ['loads', 'Cargas'],
    ['transactions', 'Transacciones'],
  ] as const) {
    await page.goto(`/admin/users/${holder}?section=${section}`)
    await expect(page.getByRole('region', { name, exact: true })).toContainText(/\$/)
    expect(await violations(page, 'all')).toEqual([])
    await picture(page, `user-${section}-es-dark-phone`)
  }
  await page.getByRole('link', { name: 'Cargas', exact: true }).last().click()
  await page.getByRole('region', { name: 'Cargas', exact: true }).getByRole('link').nth(1).click()
  await expect(page.getByRole('dialog')).toContainText('$')
  problems.expect(/status of 404/)
  await page.goto('/admin/users/00000000-0000-7000-8000-0000000000ff')
  await expect(page.getByText('Esta cuenta no es tuya o ya no existe')).toBeVisible()
})

/** A person whose e-mail was changed, or who cannot open the link to the old address. */
const personWithNewEmail = async (opensOld = true) => {
  const person = await signedInPerson()
  const { email } = newPerson()
  const { calls, password, email: old } = person
  await calls.post('/me/email-changes', { email, password })
  await calls.post(`/email-verifications/${await mailedToken(email, 'change_email')}`)
  if (opensOld) await calls.post(`/email-verifications/${await mailedToken(old, 'email_change_requested')}`)
  return { old, email }
}

test('an operator informs people of their changed e-mail, one by one and by a selection', async ({
  openPage,
}) => {
  const people = [await personWithNewEmail(), await personWithNewEmail()]
  const sofia = await demoAdmin()
  const { page, context } = await openPage({ person: sofia, viewport: desk })
  await bringAxe(context)
  await page.goto('/admin/email-changes?state=not_informed')
  for (const { email } of people) {
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByRole('checkbox').click()
    await expect(row.getByRole('checkbox')).toBeChecked()
  }
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'email-changes-en-light-desk')
  await page.getByRole('button', { name: 'Inform 2 selected' }).click()
  await expect(page.getByText('2 people were informed.')).toBeVisible()
  for (const { old, email } of people) {
    await mailTo(old, 'email_change_informed')
    await mailTo(email, 'email_change_informed')
  }
  const [third] = [await personWithNewEmail()]
  const small = await openPage({
    person: sofia,
    viewport: phone,
    language: 'es',
    scheme: 'dark',
    touch: true,
  })
  await small.page.goto(`/admin/email-changes?q=${third.email}`)
  await expect(small.page.getByText('Sin informar', { exact: true }).last()).toBeVisible()
  await picture(small.page, 'email-changes-es-dark-phone')
  await small.page.getByRole('list', { name: 'Cambios de correo' }).getByRole('link').click()
  await small.page.getByRole('button', { name: 'Informar a esta persona' }).click()
  await expect(small.page.getByText('Informado por')).toBeVisible()
  await picture(small.page, 'email-change-es-dark-phone')

  const lost = await personWithNewEmail(false)
  await small.page.goto(`/admin/email-changes?q=${lost.email}`)
  await small.page.getByRole('list', { name: 'Cambios de correo' }).getByRole('link').click()
  await small.page.getByRole('button', { name: 'Confirmar por la dirección anterior' }).click()
  await expect(small.page.getByLabel('Cómo lo comprobaste y por qué')).toBeVisible()
  await picture(small.page, 'old-address-es-dark-phone')
})
