import type { Locator, Page } from '@playwright/test'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithCard, signedInPerson } from './support/people.ts'

test.describe.configure({ mode: 'parallel' })

const question = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'What you typed is not saved' })
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

const openForm = async (page: Page) => {
  await page.goto('/profile')
  await page.locator('a[href="/profile/edit"]').first().click()
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await expect(page.getByLabel('City')).toHaveValue('Lima')
}

test('typed input is lost only after a question: by a link, by the back arrow, by logging out', async ({
  openPage,
}) => {
  const { page } = await openPage({ person: await signedInPerson() })
  await openForm(page)
  const city = page.getByLabel('City')
  await city.fill('Cusco')
  const home = page.getByRole('link', { name: 'Home', exact: true }).first()
  await home.click()
  await expect(question(page)).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'unsaved-input')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(home).toBeFocused()
  await expect(city).toHaveValue('Cusco')

  await city.focus()
  await page.evaluate('history.back()')
  await expect(question(page)).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await press(question(page), 'Keep editing')
  await expect(city).toBeFocused()
  await expect(city).toHaveValue('Cusco')

  await page.getByRole('button', { name: /^Your account/ }).click()
  await press(page, 'Log out')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(city).toHaveValue('Cusco')

  await page.evaluate('history.back()')
  await press(question(page), 'Leave without saving')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await page.evaluate('history.forward()')
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await expect(city).toHaveValue('Lima')
})

test('the browser shows a question before a reload; saved, discarded or secret input needs no question', async ({
  openPage,
}) => {
  const { page } = await openPage({ person: await signedInPerson() })
  await openForm(page)
  await page.getByLabel('City').fill('Cusco')
  const question = page.waitForEvent('dialog')
  // `evaluate` never returns from a reload when the person stays on the page, so the reload runs in a timer.
  void page.evaluate('setTimeout(() => location.reload())')
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('City')).toHaveValue('Cusco')

  await page.getByRole('link', { name: 'Discard', exact: true }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.locator('a[href="/profile/edit"]').first().click()
  await page.getByLabel('City').fill('Arequipa')
  await press(page, 'Save changes')
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)

  await page.goto('/profile/password')
  await page.getByLabel('Old password', { exact: true }).fill('pepper')
  await page.getByLabel('New password', { exact: true }).fill('pepper-and-salt-8')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page).toHaveURL(/\/$/)
})

test('a dialog with typed input shows a question before it closes', async ({ openPage }) => {
  const person = await personWithCard()
  const { page } = await openPage({ person })
  await page.goto('/cards')
  await page.locator(`a[href="/cards/${person.card.id}"]`).first().click()
  await press(page, 'Limits')
  const limits = page.getByRole('dialog', { name: 'Spending limits' })
  const field = limits.getByRole('textbox').first()
  const saved = await field.inputValue()
  // Nothing was typed, so the dialog closes at once.
  await page.keyboard.press('Escape')
  await expect(limits).toBeHidden()
  await press(page, 'Limits')
  await field.fill('123')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'unsaved-input-dialog')
  await press(question(page), 'Keep editing')
  await expect(question(page)).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('123')
  // Leaving the page below the dialog shows the question too.
  await page.evaluate('history.back()')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(limits).toBeVisible()
  await press(limits, 'Cancel')
  await press(question(page), 'Leave without saving')
  await expect(limits).toBeHidden()
  await press(page, 'Limits')
  await expect(field).toHaveValue(saved)
})

test('the question is in Spanish and fits a phone', async ({ openPage }) => {
  const { page } = await openPage({
    person: await signedInPerson(),
    language: 'es',
    viewport: phone,
    scheme: 'dark',
  })
  await page.goto('/profile')
  await page.locator('a[href="/profile/edit"]').first().click()
  await page.getByLabel('Ciudad').fill('Cusco')
  await page.evaluate('history.back()')
  const question = page.getByRole('alertdialog', { name: 'Lo que escribiste no está guardado' })
  await expect(question).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'unsaved-input-phone')
  await press(question, 'Salir sin guardar')
  await expect(page).toHaveURL(/\/profile$/)
})
