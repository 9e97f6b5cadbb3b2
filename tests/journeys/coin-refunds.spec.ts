import type { Page } from '@playwright/test'
import { administratorOf, administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { ageCredentials } from './support/owner-database.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const companyAdmin = 5
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
type Texts = typeof en | typeof es

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Locks the price of a deposit for the reader's company, and pays half of it. */
const payHalf = async (page: Page, t: Texts): Promise<string> => {
  const { coin } = t.topUps
  await page.goto('/admin/wallets/deposits/crypto')
  await page.getByLabel(coin.amount, { exact: true }).fill('1000')
  await press(page, coin.lock)
  await press(page, t.stepUp.passkey.go)
  await expect(page).toHaveURL(/\/admin\/wallets\/deposits\/crypto\/[0-9a-f-]{36}/)
  await press(page, t.loads.sandbox.less)
  await expect(page.getByRole('heading', { name: coin.choice.title })).toBeVisible()
  await expect(page.getByRole('list', { name: coin.choice.title })).toContainText(coin.choice.rest)
  return new URL(page.url()).pathname
}

const enterAddress = async (page: Page, t: Texts) => {
  const { coin } = t.topUps
  await page.getByRole('button', { name: new RegExp(`^${coin.choice.refund}`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(away)
  await dialog.getByRole('checkbox').check()
  expect(await violations(page, 'all')).toEqual([])
  return dialog
}

test('an administrator chooses the refund, the company confirms the address, and the administrator sees it', async ({
  openPage,
}) => {
  const { coin } = en.topUps
  const { page: company, person } = await administratorWithMail(openPage, {
    roleId: companyAdmin,
    company: 'lima',
  })
  const path = await payHalf(company, en)
  await picture(company, 'coin-part-choices-en-light-desk')
  const page = await administratorOf(openPage, { roleId: 1 })
  await page.goto(path)
  await expect(page.getByText(coin.choice.title)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: en.loads.sendRest })).toBeVisible()
  await company.getByRole('button', { name: en.loads.sandbox.advance, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: coin.status.review })).toBeVisible()
  await press(page, coin.refund)
  await press(page, coin.address.request)
  await press(page, en.stepUp.passkey.go)
  await expect(page.getByText(/It is awaited\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: coin.address.again, exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-address-awaited-en-light-desk')

  await expect(company.getByText(/An address is needed since/)).toBeVisible()
  // The passkey of this person is new, so an address of theirs would wait a day.
  await ageCredentials(person.email)
  const dialog = await enterAddress(company, en)
  await picture(company, 'coin-refund-address-en-light-desk')
  await dialog.getByRole('button', { name: en.loads.resolution.refundYes }).click()
  await press(company, en.stepUp.passkey.go)
  await expect(company.getByRole('heading', { name: en.loads.refund.titles.requested })).toBeVisible()
  await picture(company, 'coin-refund-requested-en-light-desk')

  await expect(page.getByText(new RegExp(`confirmed the address ${away}`))).toBeVisible()
  await page.getByRole('button', { name: /^Return .* to this address$/ }).click()
  await page.getByLabel(coin.reason).fill('Half of it came')
  await picture(page, 'coin-refund-approve-en-light-desk')
  await press(page, en.topUps.review.request)
  await press(page, en.stepUp.passkey.go)
  await expect(page.getByText(en.topUps.review.requested)).toBeVisible()
})

test('on a phone, in Spanish and dark, the company sends its part back before anybody asks', async ({
  openPage,
}) => {
  const { page, person } = await administratorWithMail(openPage, {
    roleId: companyAdmin,
    company: 'lima',
    scheme: 'dark',
  })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await payHalf(page, es)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-part-choices-es-dark-phone')
  await ageCredentials(person.email)
  const dialog = await enterAddress(page, es)
  await picture(page, 'coin-refund-address-es-dark-phone')
  await dialog.getByRole('button', { name: es.loads.resolution.refundYes }).click()
  await press(page, es.stepUp.passkey.go)
  await expect(page.getByRole('heading', { name: es.loads.refund.titles.requested })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-refund-requested-es-dark-phone')
  await press(page, es.loads.refund.withdraw)
  await page.getByRole('dialog').getByRole('button', { name: es.loads.refund.withdraw }).click()
  await expect(page.getByRole('heading', { name: es.topUps.coin.choice.title })).toBeVisible()
})
