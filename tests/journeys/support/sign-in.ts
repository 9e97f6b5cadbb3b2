import { expect, type Page } from '@playwright/test'
import type { Person } from './people.ts'

/** Types name and password on the login page. */
export const logIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export const logOut = async (page: Page): Promise<void> => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: /^Log in to/ })).toBeVisible()
}

export const atHome = (page: Page): Promise<void> =>
  expect(page.getByText('Available balance').first()).toBeVisible()

/** Chooses another method than the one that is offered first. */
export const chooseWay = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name }).click()
