import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import * as en from '../../../contract/src/messages/en.ts'

/** Steps on the screens of administrators that several journeys about money take, in English. */

export const confirm = (page: Page) =>
  page.getByRole('button', { name: en.stepUp.passkey.go, exact: true }).click()

/** The details of a row beside or above its list. */
export const details = (page: Page, text: string | RegExp) =>
  page.locator('aside, [role=dialog]').filter({ hasText: text })

export const chooseOwner = async (page: Page, { label, name }: { label: string; name: string }) => {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('group', { name: label })).toContainText(name)
}

/** Credits a wallet of a company by hand, below the limit of a second person. */
export const creditWallet = async (
  page: Page,
  of: { name: string; wallet: 'regular' | 'immediate'; amount: string },
) => {
  const w = en.walletAdjustments
  await page.goto('/admin/wallets/adjust')
  await chooseOwner(page, { label: w.form.holder, name: of.name })
  await page.getByText(en.walletMoney.wallet[of.wallet], { exact: true }).click()
  await page.getByLabel(w.form.amount, { exact: true }).fill(of.amount)
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.review.note, { exact: true }).fill('Opening balance')
  await dialog.getByRole('button', { name: `Credit $${of.amount}`, exact: true }).click()
  await confirm(page)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
}

type Balances = { readonly available: string; readonly pending?: string; readonly reserved?: string }

/** Both wallets of an owner show these balances. */
export const seeBalances = async (
  page: Page,
  { ownerId, ...wallets }: { ownerId: string; regular?: Balances; immediate?: Balances },
) => {
  await page.goto(`/admin/wallets/${ownerId}`)
  for (const wallet of ['regular', 'immediate'] as const) {
    const panel = page.getByRole('region', { name: en.walletLines.wallet[wallet], exact: true })
    for (const [name, amount] of Object.entries(wallets[wallet] ?? {}))
      await expect(panel).toContainText(`${en.walletLines[name as keyof Balances]}${amount}`)
  }
}

/** The line of a wallet with this text shows what it changed, before and after. */
export const seeLine = async (
  page: Page,
  { text, changes }: { text: string; changes: readonly string[] },
) => {
  const line = page.getByRole('row').filter({ hasText: text }).first()
  for (const change of changes) await expect(line).toContainText(change)
}

/** Approves the request of this reason in the inbox. */
export const approveRequest = async (page: Page, reason: string) => {
  await page.goto('/admin/inbox?side=others&status=requested')
  await page.getByRole('link', { name: reason }).first().click()
  // The confirmation is a dialog that names the request too.
  const request = page.locator('aside').filter({ hasText: reason })
  await request.getByRole('button', { name: en.approvals.approve, exact: true }).click()
  await confirm(page)
  await expect(request).toContainText(en.approvals.values.status.approved)
}
