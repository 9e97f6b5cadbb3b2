import type { Page } from '@playwright/test'
import { addAuthenticator } from './support/authenticator.ts'
import { violations } from './support/browser-checks.ts'
import { startAdding, freshCode } from './support/factors.ts'
import { expect, picture, test } from './support/journey.ts'
import { signedInPerson, type Person } from './support/people.ts'
import { productUrl, until } from './support/product-calls.ts'
import { mailTo } from './support/sandbox-services.ts'
import { atHome, chooseWay, logIn, logOut } from './support/sign-in.ts'

const mobile = '+51987654321'
const expectAccessible = async (page: Page) => expect(await violations(page, 'all')).toEqual([])
const added = (page: Page) => expect(page.getByText('added.').last()).toBeVisible()

/** Requests a link, opens the mail's link in another tab, and confirms there. */
const confirmByLink = async (page: Page, { email }: Person, before = '') => {
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Waiting for the link')).toBeVisible()
  await expectAccessible(page)
  const link = await until('a new link', async () => {
    const mail = await mailTo(email, 'magic_link')
    return mail.link === before ? null : mail.link
  })
  expect(link.startsWith(`${productUrl()}/magic/`)).toBe(true)
  const other = await page.context().newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
  await picture(other, 'magic-link')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Yes, it’s me' }).click()
  await expect(other.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await other.close()
  return link
}

test('codes by mail and SMS and the link in a mail are added, and each opens the account', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of (400|403)/)
  const send = () => page.getByRole('button', { name: 'Send the code' }).click()
  await startAdding(page, 'Code by e-mail')
  await page.getByLabel('Code from the e-mail').fill(await freshCode(person.email, 'email-otp', send))
  await added(page)

  await startAdding(page, 'Code by SMS')
  await page.getByLabel('Code from the SMS').fill(await freshCode(mobile, 'sms', send))
  await added(page)

  await startAdding(page, 'Link by e-mail')
  const link = await confirmByLink(page, person)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Two-step verification' }).getByRole('listitem')).toHaveCount(3)
  await picture(page, 'security-many')

  await logOut(page)
  await logIn(page, person)
  await page.getByLabel('Code from the e-mail').fill(await freshCode(person.email, 'email-otp', send))
  await atHome(page)

  await logOut(page)
  await logIn(page, person)
  await chooseWay(page, 'Code by SMS')
  await expect(page.getByText('a six-digit code to +51•••321.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code from the SMS').fill(await freshCode(mobile, 'sms', send))
  await atHome(page)

  await logOut(page)
  await logIn(page, person)
  await chooseWay(page, 'Link by e-mail')
  await confirmByLink(page, person, link)
  await atHome(page)
})

test('a security key is added, opens the account, gets a name and is removed', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of (400|403)/)
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  /** Whether a page has loaded the provider's library, found by the name of a popup message in its code. */
  const hasLibrary = async () => {
    const read = async (url: string) => (await person.calls.context.get(url)).text()
    return (await Promise.all([...scripts].map(read))).some((text) => text.includes('AUTHSIGNAL_CLOSE_POPUP'))
  }
  await addAuthenticator(page, 'usb')
  await page.goto('/')
  await atHome(page)
  await page.goto('/security')
  await expect(page.getByText('Recovery codes', { exact: true })).toBeVisible()
  expect(await hasLibrary()).toBe(false)
  await startAdding(page, 'Security key')
  await page.getByRole('button', { name: 'Add the security key' }).click()
  await added(page)
  expect(await hasLibrary()).toBe(true)
  await logOut(page)
  await logIn(page, person)
  const useKey = page.getByRole('button', { name: 'Use the security key' })
  await expect(useKey).toBeVisible()
  await expectAccessible(page)
  await useKey.click()
  await atHome(page)

  await page.goto('/security')
  await page.getByRole('button', { name: 'Change A security key' }).click()
  await page.getByLabel('Name').fill('Blue key')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Blue key').first()).toBeVisible()
})
