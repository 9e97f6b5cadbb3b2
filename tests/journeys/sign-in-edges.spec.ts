import type { Page } from '@playwright/test'
import { interceptOnce } from './support/intercept.ts'
import { expect, test } from './support/journey.ts'
import { signedInPerson, type Person } from './support/people.ts'
import { atHome } from './support/sign-in.ts'

const logIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).dblclick()
}

test('after a logout, back shows nothing of the person, and another person may log in', async ({
  openPage,
}) => {
  const first = await signedInPerson({ firstName: 'Ana' })
  const second = await signedInPerson({ firstName: 'Eva' })
  const { page, context, problems } = await openPage()
  problems.expect(/status of 401/)
  await page.goto('/login')
  await logIn(page, first)
  await expect(page).toHaveTitle('Home · Cardamom')
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText(first.email)
  const other = await context.newPage()
  await other.goto('/profile')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Log out' }).last().click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(first.email)
  await expect(other.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await logIn(other, second)
  await expect(other).toHaveTitle('Home · Cardamom')
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText(second.email)
  await expect(page.locator('body')).not.toContainText(first.email)
})

test('an unusual name is accepted, an impossible date is not, and both fields survive a reload', async ({
  openPage,
}) => {
  const { page } = await openPage()
  await page.goto('/register')
  await page.getByLabel('E-mail', { exact: true }).fill('odd@journey.example')
  await page.getByLabel('Password', { exact: true }).fill("'; -- drop")
  await page.getByLabel('Password again').fill("'; -- drop")
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill("'; --")
  await page.getByLabel('Last name').fill('O’Brien-Núñez')
  await page.getByLabel('Day').fill('29')
  await page.getByLabel('Month').fill('02')
  await page.getByLabel('Year').fill('1999')
  await page.getByLabel('Mobile phone').fill('+51 987 654 321')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Year')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Year').fill('1996')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue("'; --")
  await expect(page.getByLabel('Year')).toHaveValue('1996')
  await expect(page.locator('body')).not.toContainText('drop')
})

test('an expired link, or one that could not be checked, offers a next step', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of 410/, /ERR_FAILED/)
  await interceptOnce(page, '**/api/magic-links', (route) => route.abort())
  await page.goto('/magic/over')
  await expect(page.getByRole('heading', { name: 'We couldn’t check the link' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Link has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await atHome(page)

  const stranger = await openPage()
  stranger.problems.expect(/status of 410/)
  await stranger.page.goto('/magic/over')
  await stranger.page.getByRole('link', { name: 'Log in' }).click()
  await expect(stranger.page.getByRole('heading', { name: /^Log in to/ })).toBeVisible()
})

test('a code by e-mail is offered only after a wrong password', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage()
  problems.expect(/status of (400|409)/)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  const code = page.getByRole('button', { name: 'Get a code by e-mail instead' })
  await expect(code).toBeHidden()
  await page.getByLabel('E-mail or username').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Wrong credentials')).toBeVisible()
  await code.click()
  await expect(page.getByText('codes by e-mail are off')).toBeVisible()
})
