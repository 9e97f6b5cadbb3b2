import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'

const depositor = 4

test('a deposit by crypto is paid from the demo wallet, and its company sees it pending with its day', async ({
  openPage,
}) => {
  const { coin, form } = en.topUps
  const page = await administratorOf(openPage, { roleId: depositor })
  await page.goto('/admin/wallets/deposits/crypto')
  await page.getByLabel(form.company, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await expect(page.getByRole('group', { name: form.company })).toContainText('Lima')
  await page.getByLabel(coin.amount, { exact: true }).fill('1000')
  await expect(page.getByText('$977.50').first()).toBeVisible()
  await expect(page.getByText('$22.50').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'coin-deposit-form-en-light-desk')
  await page.getByRole('button', { name: coin.lock, exact: true }).dblclick()
  await page.getByRole('button', { name: en.stepUp.passkey.go, exact: true }).click()
  await expect(page.getByText(en.loads.sendExactly)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/wallets\/deposits\/crypto\/[0-9a-f-]{36}/)
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
  await expect(page.getByRole('link', { name: 'Lima', exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'pending-money-en-light-desk')
})
