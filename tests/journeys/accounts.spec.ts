import { expect, languageCookie, picture, stored, test } from './support/journey.ts'
import {
  mailedToken,
  mailKinds,
  newPerson,
  registeredPerson,
  signedInPerson,
  type Person,
} from './support/people.ts'
import { ageLinks } from './support/owner-database.ts'
import { control, mailTo } from './support/sandbox-services.ts'
import type { Page } from '@playwright/test'

/** The browser logs each answer that is not 2xx; this journey provokes these. */
const refused = (status: number) => new RegExp(`status of ${status}`)

const logIn = async (page: Page, login: string, password: string) => {
  await page.getByLabel('E-mail or username').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const fillAccount = async (page: Page, account: { email: string; password: string; again: string }) => {
  await page.getByLabel('E-mail', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Password again').fill(account.again)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const fillYou = async (page: Page, birthYear: string) => {
  await page.getByLabel('First name').fill('Lucía')
  await page.getByLabel('Last name').fill('Ferrer')
  await page.getByLabel('Day').fill('12')
  await page.getByLabel('Month').fill('04')
  await page.getByLabel('Year').fill(birthYear)
  await page.getByLabel('Mobile phone').fill('+51 987 654 321')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a wrong password is refused with the exact message of product §8', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage()
  problems.expect(refused(400))
  await page.goto('/login')
  await logIn(page, person.email, 'not-this-one')
  await expect(page.getByRole('alert')).toContainText('Wrong credentials')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await picture(page, 'login-wrong-password')
  await logIn(page, person.email, person.password)
  await expect(page).toHaveTitle('Home · Cardamom')
})

test('the login can send the link for an unverified e-mail again', async ({ openPage }) => {
  const person = await registeredPerson()
  const first = await mailedToken(person.email, mailKinds.verify)
  const { page, problems } = await openPage()
  problems.expect(refused(403))
  await page.goto('/login')
  await logIn(page, person.email, person.password)
  await expect(page.getByRole('alert')).toContainText('User email not verified')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We sent a new link.')).toBeVisible()
  await picture(page, 'login-link-sent')
  await expect.poll(() => mailedToken(person.email, mailKinds.verify)).not.toBe(first)
  await page.goto(`/verify-email/${await mailedToken(person.email, mailKinds.verify)}`)
  await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
})

test('an expired verification link sends a new one, and a used one says so', async ({ openPage }) => {
  const person = await registeredPerson()
  const first = await mailedToken(person.email, mailKinds.verify)
  await ageLinks(person.email)
  const { page, problems } = await openPage()
  problems.expect(refused(410))
  await page.goto(`/verify-email/${first}`)
  await expect(page.getByRole('heading', { name: 'Link has expired' })).toBeVisible()
  await picture(page, 'verify-link-expired')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'A new link was sent' })).toBeVisible()
  await expect.poll(() => mailedToken(person.email, mailKinds.verify)).not.toBe(first)
  const second = await mailedToken(person.email, mailKinds.verify)
  await page.goto(`/verify-email/${second}`)
  await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()

  const other = await openPage()
  other.problems.expect(refused(410))
  await other.page.goto(`/verify-email/${second}`)
  await expect(other.page.getByRole('heading', { name: 'Link has expired' })).toBeVisible()
  await other.page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(other.page.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
})

test('a registration shows each error at its field', async ({ openPage }) => {
  const existing = await registeredPerson()
  const { page, problems } = await openPage()
  problems.expect(refused(409))
  await page.goto('/register')
  await fillAccount(page, { email: existing.email, password: 'pepper', again: 'pepper-and' })
  const differ = page.getByText('The two passwords differ.')
  await expect(differ).toBeVisible()
  // The error is read aloud without its field, so the text names the field.
  await expect(differ).toHaveText('Password again: The two passwords differ.')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Password again').fill('short')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('At least 6 characters.').first()).toBeVisible()
  await fillAccount(page, { email: existing.email, password: 'pepper-7', again: 'pepper-7' })
  await fillYou(page, '2015')
  await expect(page.getByText('You must be over 18 to register.')).toBeVisible()
  await expect(page.getByText(/With this date, you can register from .*2033/)).toBeVisible()
  await picture(page, 'register-under-age')
  await fillYou(page, '1990')
  await page.getByLabel('Street and number').fill('Av. Larco 101')
  await page.getByLabel('Zip code').fill('15074')
  await page.getByLabel('City').fill('Lima')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Email already exists.')).toBeVisible()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(existing.email)
  await picture(page, 'register-email-taken')
})

test('a forgotten password is replaced by a link in a mail', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage()
  problems.expect(refused(404))
  await page.goto('/recover')
  await page.getByLabel('E-mail').fill(newPerson().email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email does not exist')).toBeVisible()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  const mail = await mailTo(person.email, mailKinds.recover)
  await page.goto(mail.link ?? '')
  await page.getByLabel('New password', { exact: true }).fill('salt-and-lime-8')
  await page.getByLabel('New password again').fill('salt-and-lime-8')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible()
  await page.goto('/login')
  await logIn(page, person.email, 'salt-and-lime-8')
  await expect(page).toHaveTitle('Home · Cardamom')
})

test('a logout in one tab is shown in the other', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, context, problems } = await openPage({ person })
  problems.expect(refused(401))
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Cardamom')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other).toHaveTitle('Profile · Cardamom')
  await other.getByRole('button', { name: /Your account/ }).click()
  await other.getByRole('button', { name: 'Log out' }).last().click()
  await expect(other.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  const saved = await stored(page)
  expect(Object.keys(saved).filter((key) => ['token', 'user', 'ipInfo', 'fake_user'].includes(key))).toEqual(
    [],
  )
  await expect.poll(() => languageCookie(page)).toBe('en')
})

test('an ended session is announced once and leads to the login', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(refused(401))
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Cardamom')
  await person.calls.post('/session/logout')
  await page.getByRole('link', { name: 'Activity' }).first().click()
  const toast = page.getByText('Session Expired!')
  await expect(toast).toHaveCount(1)
  await picture(page, 'session-expired')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})

test('a toast says that the network is down', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, context, problems } = await openPage({ person })
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.goto('/kyc/status')
  await expect(page).toHaveTitle('Identity check · Cardamom')
  await page.goto('/profile/password')
  await page.getByLabel('Old password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill('salt-and-lime-8')
  await page.getByLabel('New password again').fill('salt-and-lime-8')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Network error. Please try again later.')).toBeVisible()
  await picture(page, 'network-down')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your new password is saved.', { exact: false })).toBeVisible()
})

test('page not found tells apart signed out, no permission and gone', async ({ openPage }) => {
  const visitor = await openPage()
  visitor.problems.expect(refused(404))
  await visitor.page.goto('/nowhere')
  await expect(visitor.page.getByRole('heading', { name: 'We couldn’t find this page' })).toBeVisible()
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(refused(404))
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  await picture(page, 'page-gone')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  await picture(page, 'page-no-permission')
})

/** Changes the phone number of a person without a second factor, while another tab saves another city. */
const changeNumber = async (page: Page, password: string) => {
  const other = await page.context().newPage()
  await other.goto('/profile/edit')
  await other.getByLabel('City').fill('Cusco')
  await page.getByLabel('Mobile phone').fill('999 888 777')
  await page.getByLabel('City').fill('Arequipa')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Change your mobile number' })
  await expect(dialog).toContainText('+51999888777')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByLabel('Mobile phone')).toHaveValue('999 888 777')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your profile is saved.')).toBeVisible()
  await save.click()
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('That isn’t your password. Try again.')).toBeVisible()
  await picture(page, 'number-password')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This record was changed in the meantime.')).toBeVisible()
  await page.getByRole('radio', { name: /^Cusco/ }).check()
  await expect(page.getByLabel('Mobile phone')).toHaveValue('999 888 777')
  await save.click()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText('+51 999 888 777')).toBeVisible()
}

/** Requests another address; both addresses confirm it, the old one on another device. */
const changeEmail = async (page: Page, { email, password }: Person) => {
  const next = newPerson().email
  await page.getByRole('button', { name: 'Change: E-mail' }).click()
  await page.getByLabel('New e-mail').fill(next)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await expect(page.getByRole('heading', { name: 'Open the e-mails to both addresses' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`Waiting for ${next}`)).toBeVisible()
  await expect(page.getByText(`No access to ${email} any more?`)).toBeVisible()
  await picture(page, 'email-change-pending')
  await page.goto(`/verify-email/${await mailedToken(next, 'change_email')}`)
  await expect(page.getByRole('heading', { name: 'This address is confirmed' })).toBeVisible()
  await page.goto(`/email-change/${await mailedToken(email, 'email_change_requested')}`)
  await expect(page.getByText(`would change from ${email} to ${next}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'This wasn’t me' })).toBeVisible()
  await picture(page, 'email-change-link')
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByText(`From now on you log in with ${next}`)).toBeVisible()
}

test('a deep link survives the login, and the phone number and the e-mail on its page change', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage()
  problems.expect(refused(400))
  problems.expect(refused(403))
  problems.expect(refused(409))
  await page.goto('/profile/edit')
  await expect(page.getByText('Unauthenticated user.')).toBeVisible()
  await picture(page, 'deep-link-login')
  await logIn(page, person.email, person.password)
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await expect(page).toHaveTitle('Edit your profile · Cardamom')
  await changeNumber(page, person.password)
  await mailTo(person.email, 'mobile_changed')
  await changeEmail(page, person)
})

test("a company's host shows its brand and registers into it", async ({ openPage }) => {
  const { page } = await openPage({ company: 'andes' })
  await page.goto('/')
  await expect(page).toHaveTitle('Log in · Andes')
  await expect(page.getByRole('heading', { name: 'Log in to Andes' })).toBeVisible()
  await picture(page, 'andes-login')
  // The company's own mark, not the product's leaf.
  const mark = page.getByRole('link', { name: 'Andes', exact: true }).first()
  await expect(mark).toContainText('AAndes')
  await expect(mark.locator('svg')).toHaveCount(0)
  const person = await signedInPerson({ company: 'andes' })
  const me = await person.calls.get<{ companyName: string }>('/me')
  expect(me.companyName).toBe('Andes')
  await logIn(page, person.email, person.password)
  await expect(page).toHaveTitle('Home · Andes')
  await picture(page, 'andes-home')
  const [mail] = await control<{ subject: string; text: string }[]>(
    'mail',
    `/outbox?to=${encodeURIComponent(person.email)}`,
  )
  expect(mail?.text).toContain('Andes')
})
