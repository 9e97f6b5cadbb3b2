import type { Page } from '@playwright/test'
import { administratorOf, administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const depositor = 4
const formPath = '/admin/wallets/deposits/crypto'
type Texts = typeof en | typeof es

const fillForLima = async (page: Page, { topUps: { form, coin } }: Texts) => {
  await page.goto(formPath)
  await page.getByLabel(form.company, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await expect(page.getByRole('group', { name: form.company })).toContainText('Lima')
  await page.getByLabel(coin.amount, { exact: true }).fill('1000')
}

const lock = async (page: Page, t: Texts) => {
  await page.getByRole('button', { name: t.topUps.coin.lock, exact: true }).dblclick()
  await page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()
  await expect(page.getByText(t.loads.sendExactly)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/wallets\/deposits\/crypto\/[0-9a-f-]{36}/)
}

test('a deposit by crypto is paid from the demo wallet, and its company sees it pending with its day', async ({
  openPage,
}) => {
  const { coin } = en.topUps
  const page = await administratorOf(openPage, { roleId: depositor })
  await fillForLima(page, en)
  await expect(page.getByText('$977.50').first()).toBeVisible()
  await expect(page.getByText('$22.50').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-deposit-form-en-light-desk')
  await lock(page, en)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-deposit-quoted-en-light-desk')
  await page.getByRole('button', { name: en.loads.sandbox.exact, exact: true }).click()
  await page.getByRole('link', { name: coin.inWallet, exact: true }).click()
  const details = page.locator('aside, [role=dialog]').filter({ hasText: en.topUps.values.kind.crypto })
  await expect(details.getByText('$977.50').first()).toBeVisible()
  await picture(page, 'coin-deposit-details-en-light-desk')
  await page.goto('/admin/wallets/pending')
  const days = page.getByRole('list', { name: en.walletList.pending.byDay })
  await expect(days).toContainText(en.walletLines.reason.topup)
  await expect(days).toContainText(en.walletLines.wallet.regular)
  await expect(page.getByRole('link', { name: 'Lima', exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'pending-money-en-light-desk')
})

test('on a phone, in Spanish and dark, a price that nobody paid expires, stays in the list, and leads to a new one', async ({
  openPage,
}) => {
  const { coin, form, view } = es.topUps
  const { page, person } = await administratorWithMail(openPage, { roleId: depositor, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await fillForLima(page, es)
  await page.getByText(es.walletMoney.wallet.immediate, { exact: true }).click()
  await lock(page, es)
  const path = new URL(page.url()).pathname
  await person.calls.post('/sandbox/clock', { hours: 1 })
  await expect(page.getByRole('heading', { name: coin.ended.expiredTitle, exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: coin.status.expired })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-deposit-expired-es-dark-phone')

  await page.goto('/admin/wallets/deposits')
  await expect(page.getByRole('link', { name: form.add, exact: true })).toBeVisible()
  await page.getByRole('button', { name: es.lists.others, exact: true }).click()
  await expect(page.getByRole('link', { name: coin.add, exact: true })).toBeVisible()
  await picture(page, 'deposits-menu-es-dark-phone')
  await page.keyboard.press('Escape')
  await page.getByText(view.crypto, { exact: true }).click()
  const states = page.getByRole('navigation', { name: coin.byStatus })
  await states.getByRole('link', { name: coin.status.expired, exact: true }).click()
  await expect(page).toHaveURL(/coins=expired/)
  const expired = page.getByRole('list', { name: coin.status.expired, exact: true })
  const row = expired.locator(`a[href="${path}"]`)
  await expect(row).toContainText('Lima')
  await expect(page.getByRole('button', { name: es.lists.exportCsv })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-deposits-expired-es-dark-phone')
  await row.click()
  await page.getByRole('link', { name: coin.ended.again, exact: true }).click()
  await expect(page.getByRole('group', { name: form.company })).toContainText('Lima')
  await expect(page.getByLabel(coin.amount, { exact: true })).toHaveValue('1000.00')
  await expect(page.getByRole('radio', { name: es.walletMoney.wallet.immediate })).toBeChecked()
})
