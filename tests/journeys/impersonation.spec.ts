import { administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, stored, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'

const reason = 'The card does not show on their phone'

test('an administrator sees an account as its owner, in one tab, and goes back', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, person: admin, problems } = await administratorWithMail(openPage, { roleId: 6 })
  await page.goto('/admin/users')
  await page.getByPlaceholder('Name, e-mail or mobile number').fill(person.email)
  await page.getByRole('link', { name: person.lastName }).first().click()
  await expect(page).toHaveURL(/open=[0-9a-f-]{36}/)
  await page.goto(`/admin/users/${new URL(page.url()).searchParams.get('open')}`)
  await page.getByRole('button', { name: 'See as this person' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('for 30 minutes')
  await dialog.getByLabel('Reason').fill(reason)
  await picture(page, 'impersonation-reason-en-light-desk')
  expect(await violations(page, 'all')).toEqual([])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  const link = page.getByRole('link', { name: 'Open the account in a new tab' })
  await expect(link).toBeVisible()
  await picture(page, 'impersonation-link-en-light-desk')
  const used = (await link.getAttribute('href')) ?? ''
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])

  const banner = tab.getByRole('complementary', { name: /Impersonation|Suplantación/ })
  await expect(banner).toContainText(person.email)
  await expect(banner).toContainText(/2\d:\d\d left|30:00 left/)
  await expect(tab.getByRole('link', { name: 'Cards' }).first()).toBeVisible()
  expect(await violations(tab, 'all')).toEqual([])
  await picture(tab, 'impersonation-home-en-light-desk')
  await tab.reload()
  await expect(banner).toContainText(person.email)

  // The other tab of the administrator stays theirs, and the stored person too.
  expect((await stored(page))['user']).toContain(admin.email)
  await page.reload()
  await expect(page.getByRole('button', { name: 'See as this person' })).toBeVisible()

  // Nothing can be changed: the server refuses, and the page says why.
  await tab.goto('/settings')
  await tab.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(banner).toContainText('Volver a mi cuenta')
  await tab.goto('/profile/edit')
  await tab.setViewportSize(phone)
  await expect(banner).toBeVisible()
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toContainText('solo lectura')
  await picture(tab, 'impersonation-profile-es-light-phone')

  await tab.getByRole('button', { name: 'Volver a mi cuenta' }).click()
  await expect(tab).toHaveURL(/\/admin\/users\//)
  await expect(banner).toHaveCount(0)
  problems.expect(/status of 410/)
  await tab.goto(used)
  await expect(tab.getByText('Este enlace ya no funciona')).toBeVisible()
  expect(await violations(tab, 'all')).toEqual([])
  await picture(tab, 'impersonation-used-es-light-phone')
})
