import type { Locator, Page } from '@playwright/test'
import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { newPerson } from './support/people.ts'
import { openCalls } from './support/product-calls.ts'
import { mailTo } from './support/sandbox-services.ts'

const drawer = (page: Page) =>
  page.locator('aside, [role=dialog]').filter({ hasText: /Second steps|Segundos pasos/ })

/** A refused call that shows the confirmation; the browser logs it. */
const unconfirmed = /status of 403/

/** The dialog that confirms an operation. */
const confirm = async (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The tests do not load the browser's own types. */
type Focusable = { matches: (selector: string) => boolean }

/** Moves the focus by the Tab key alone. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  const most = 80
  const hasFocus = () => target.evaluate((element) => (element as unknown as Focusable).matches(':focus'))
  for (let step = 0; step < most && !(await hasFocus()); step += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
const typeInto = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
const press = async (page: Page, target: Locator) => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('an administrator is invited, gets a permission from two people, sees that screen and no other, and is deactivated', async ({
  openPage,
}) => {
  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  problems.expect(unconfirmed)
  await bringAxe(context)
  const guest = newPerson()
  const name = `${guest.firstName} ${guest.lastName}`

  await page.goto('/admin/admins')
  await page.getByRole('link', { name: 'Invite administrator' }).click()
  await expect(page.getByRole('heading', { name: 'Invite administrator' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Super admin' })).toHaveCount(0)
  await page.getByLabel('E-mail', { exact: true }).fill(guest.email)
  await page.getByLabel('First name').fill(guest.firstName)
  await page.getByLabel('Last name').fill(guest.lastName)
  await page.getByLabel('Company', { exact: true }).selectOption({ label: 'Norte' })
  await page.getByRole('radio', { name: /^Customised admin/ }).check()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-new-en-light-desk')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const invited = await confirm(page, 'Invite an administrator')
  await expect(invited).toContainText('Customised admin')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-confirm-en-light-desk')
  await invited.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(drawer(page)).toContainText(name)
  await expect(drawer(page)).toContainText('This person has not joined yet.')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-drawer-en-light-desk')
  const first = await mailTo(guest.email, 'admin_invitation')
  await drawer(page).getByRole('button', { name: 'Send invitation again' }).click()
  await expect(page.getByText(`We sent ${name} a new link`)).toBeVisible()

  // The person joins by the newest link.
  await expect.poll(async () => (await mailTo(guest.email, 'admin_invitation')).link).not.toBe(first.link)
  const { link = '' } = await mailTo(guest.email, 'admin_invitation')
  const joined = await openPage({ viewport: desk })
  await joined.page.goto(link)
  await joined.page.getByLabel('New password', { exact: true }).fill(guest.password)
  await joined.page.getByLabel('New password again').fill(guest.password)
  await joined.page.getByRole('button', { name: 'Save the password' }).click()
  await expect(joined.page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible()
  const calls = await openCalls()
  const { token } = await calls.post<{ token: string }>('/sessions', {
    login: guest.email,
    password: guest.password,
  })
  calls.setToken(token)
  const person = { ...guest, calls }
  await expect(calls.get('/companies')).rejects.toThrow('403')

  // One person requests, another one approves.
  await drawer(page).getByRole('link', { name: 'See permissions' }).click()
  await expect(page.getByRole('heading', { name: `Permissions of ${name}` })).toBeVisible()
  await page.getByRole('radio', { name: 'Their company and those below' }).check()
  await page.getByLabel('Search permissions').fill('companies')
  await page.getByRole('button', { name: 'Grant: See companies', exact: true }).click()
  await expect(page.getByText('2 changes. A second person approves them.')).toBeVisible()
  await page.getByRole('button', { name: 'Request the change' }).click()
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  await page.getByLabel('Reason').fill(`Opens companies for ${guest.lastName}`)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-permissions-en-light-desk')
  await page.getByRole('button', { name: 'Request the change' }).click()
  const requesting = await confirm(page, 'Change permissions')
  await expect(requesting).toContainText('See companies')
  await expect(requesting).not.toContainText('companies.view')
  await requesting.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByText(`A change for ${name} waits for a second person.`)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-requested-en-light-desk')

  const checker = await openAdministrator(openPage, { viewport: desk })
  checker.problems.expect(unconfirmed)
  await checker.page.goto('/admin/inbox')
  await checker.page.getByRole('link', { name: `Opens companies for ${guest.lastName}` }).click()
  const request = checker.page.locator('aside').filter({ hasText: 'What happened' })
  await expect(request).toContainText('See companies')
  await expect(request).toContainText('Their company and those below')
  await picture(checker.page, 'admins-inbox-en-light-desk')
  await request.getByRole('button', { name: 'Approve' }).click()
  const approving = await confirm(checker.page, 'Approve this request')
  await approving.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(request).toContainText('Approved')
  await expect(page.getByText(`A change for ${name} waits`)).toHaveCount(0)
  await expect(page.getByText('Granted', { exact: true })).toBeVisible()

  // The person sees what was granted, and nothing else.
  const guestView = await openPage({ person, viewport: desk })
  guestView.problems.expect(/status of 40[13]/)
  await guestView.page.goto('/admin/companies')
  await expect(guestView.page.getByRole('link', { name: 'Andes' }).first()).toBeVisible()
  await expect(guestView.page.getByRole('link', { name: 'Puerto Azul' })).toHaveCount(0)
  await guestView.page.goto('/admin/audit')
  await expect(
    guestView.page.getByRole('heading', { name: 'You don’t have access to this page' }),
  ).toBeVisible()
  await expect(calls.get('/audit')).rejects.toThrow('403')

  // Deactivation ends the session at once.
  await guestView.page.goto('/admin/companies')
  await page.goto('/admin/admins')
  await page.getByRole('link', { name }).click()
  await drawer(page).getByRole('button', { name: 'Deactivate' }).click()
  const leaving = page.getByRole('dialog', { name: `Deactivate ${name}` })
  await expect(leaving).toContainText('They are logged out at once')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-deactivate-en-light-desk')
  await leaving.getByLabel('Note').fill('Left the company')
  await leaving.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${name} is deactivated and logged out.`)).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Activate' })).toBeVisible()
  await expect.poll(() => calls.get('/companies').catch(String)).toContain('401')
  await guestView.page.reload()
  await expect(guestView.page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})

test('with the keyboard alone an administrator invites another, and keeps what they typed when two change them', async ({
  openPage,
}) => {
  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  problems.expect(unconfirmed, /status of 409/)
  await bringAxe(context)
  const other = await openAdministrator(openPage, { viewport: desk })
  other.problems.expect(unconfirmed)
  const guest = newPerson()
  await page.goto('/admin/admins')
  await press(page, page.getByRole('link', { name: 'Invite administrator' }))
  await typeInto(page, page.getByLabel('E-mail', { exact: true }), guest.email)
  await typeInto(page, page.getByLabel('First name'), guest.firstName)
  await typeInto(page, page.getByLabel('Last name'), guest.lastName)
  await press(page, page.getByRole('button', { name: 'Send invitation' }))
  const passkey = { name: 'Continue with a passkey' }
  const inviting = await confirm(page, 'Invite an administrator')
  await press(page, inviting.getByRole('button', passkey))
  await expect(drawer(page)).toContainText('This person has not joined yet.')

  await press(page, drawer(page).getByRole('button', { name: 'Change', exact: true }))
  // Its title has the person's name, which the other administrator changes.
  const dialog = page.getByRole('dialog').filter({ hasText: 'Last name' })
  await typeInto(page, dialog.getByLabel('First name'), 'Mine')
  await typeInto(page, dialog.getByLabel('Last name'), 'Both')

  const theirs = other.page
  await theirs.goto(page.url())
  await drawer(theirs).getByRole('button', { name: 'Change', exact: true }).click()
  await theirs.getByRole('dialog').getByLabel('First name').fill('Theirs')
  await theirs.getByRole('dialog').getByLabel('Passkey').selectOption({ label: 'Required' })
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  const changing = await confirm(theirs, 'Change an administrator')
  await changing.getByRole('button', passkey).click()
  await expect(drawer(theirs)).toContainText(`Theirs ${guest.lastName}`)

  await press(page, dialog.getByRole('button', { name: 'Save changes' }))
  await press(page, (await confirm(page, 'Change an administrator')).getByRole('button', passkey))
  await expect(dialog.getByRole('alert')).toContainText('was changed in the meantime')
  await expect(dialog.getByRole('alert')).toContainText('adopted: Passkey')
  await expect(dialog.getByLabel('Last name')).toHaveValue('Both')
  await expect(dialog.getByRole('radio', { name: /^Mine/ })).toBeChecked()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-conflict-en-light-desk')
  await press(page, dialog.getByRole('button', { name: 'Save changes' }))
  await press(page, (await confirm(page, 'Change an administrator')).getByRole('button', passkey))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(drawer(page)).toContainText('Mine Both')
  await expect(drawer(page)).toContainText('Required')
})

test('in Spanish on a phone an administrator invites another and prepares a change of permissions', async ({
  openPage,
}) => {
  const { page, context, problems } = await openAdministrator(openPage, { scheme: 'dark' })
  problems.expect(unconfirmed)
  await bringAxe(context)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  const guest = newPerson()
  await page.goto('/admin/admins/new')
  await page.getByLabel('Correo', { exact: true }).fill(guest.email)
  await page.getByLabel('Nombre', { exact: true }).fill(guest.firstName)
  await page.getByLabel('Apellido').fill(guest.lastName)
  await page.getByRole('radio', { name: /^Administrador personalizado/ }).check()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-new-es-dark-phone')
  await page.getByRole('button', { name: 'Enviar invitación' }).click()
  const inviting = await confirm(page, 'Invitar a un administrador')
  await inviting.getByRole('button', { name: 'Continuar con llave de acceso' }).click()
  await expect(drawer(page)).toContainText('Esta persona todavía no se ha unido.')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-drawer-es-dark-phone')
  await drawer(page).getByRole('link', { name: 'Ver permisos' }).click()
  await page.getByRole('radio', { name: 'Las empresas nombradas' }).check()
  await expect(page.getByText('No hay ninguna empresa elegida').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Andes', exact: true }).check()
  await page.getByRole('button', { name: 'Tarjetas', exact: false }).first().click()
  await page.getByRole('button', { name: 'Otorgar: Ver tarjetas', exact: true }).click()
  await expect(page.getByText('2 cambios. Otra persona los aprueba.')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-permissions-es-dark-phone')
  await page.getByLabel('Motivo').scrollIntoViewIfNeeded()
  await picture(page, 'admins-request-es-dark-phone')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('button', { name: 'Otorgar: Ver tarjetas', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

test('a super administrator requests a top role for another person, and a second one approves it', async ({
  openPage,
}) => {
  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  problems.expect(unconfirmed)
  await bringAxe(context)
  const guest = newPerson()
  await page.goto('/admin/admins/new')
  await page.getByLabel('E-mail', { exact: true }).fill(guest.email)
  await page.getByLabel('First name').fill(guest.firstName)
  await page.getByLabel('Last name').fill(guest.lastName)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const passkey = { name: 'Continue with a passkey' }
  await (await confirm(page, 'Invite an administrator')).getByRole('button', passkey).click()
  await drawer(page).getByRole('button', { name: 'Grant a top role' }).click()
  const dialog = page.getByRole('dialog', { name: `Grant ${guest.firstName} ${guest.lastName} a top role` })
  await dialog.getByRole('radio', { name: /^Provider top admin/ }).check()
  await dialog.getByLabel('Reason').fill(`Leads ${guest.lastName}`)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'admins-top-role-en-light-desk')
  await dialog.getByRole('button', { name: 'Request the role' }).click()
  const requesting = await confirm(page, 'Grant a top role')
  await expect(requesting).toContainText('Provider top admin')
  await requesting.getByRole('button', passkey).click()
  await expect(page.getByText('It waits for a second super admin.')).toBeVisible()
  await expect(drawer(page)).toContainText('Customised admin')

  const second = await openAdministrator(openPage, { viewport: desk })
  second.problems.expect(unconfirmed)
  await second.page.goto('/admin/inbox')
  await second.page.getByRole('link', { name: `Leads ${guest.lastName}` }).click()
  await second.page.getByRole('button', { name: 'Approve' }).click()
  const approving = await confirm(second.page, 'Approve this request')
  await expect(approving).toContainText('Provider top admin')
  await approving.getByRole('button', passkey).click()
  await expect(drawer(page)).toContainText('Provider top admin')
})
