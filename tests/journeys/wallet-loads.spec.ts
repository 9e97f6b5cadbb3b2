import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { intercept } from './support/intercept.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithCard } from './support/people.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
type Texts = typeof en | typeof es

const confirm = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

const chooseCompany = async (page: Page, { label, name }: { label: string; name: string }) => {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('group', { name: label })).toContainText(name)
}

const credit = async (page: Page, t: Texts, { name, amount }: { name: string; amount: string }) => {
  const w = t.walletAdjustments
  await page.goto('/admin/wallets/adjust')
  await chooseCompany(page, { label: w.form.holder, name })
  await page.getByLabel(w.form.amount, { exact: true }).fill(amount)
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  await page.getByRole('dialog').getByLabel(w.review.note, { exact: true }).fill('Opening money')
  await page.getByRole('button', { name: new RegExp(String.raw`\$${amount}`) }).click()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
}

/** Fills the form up to the review, with the first card of a person. */
const fill = async (
  page: Page,
  t: Texts,
  of: { from: string; holder: string; wallet: string; amount: string },
) => {
  const { walletLoads: c, transfers } = t
  await page.goto('/admin/transfers/new')
  await page.getByText(c.toCard, { exact: true }).click()
  await expect(page.getByRole('heading', { name: c.title, level: 1 })).toBeVisible()
  await chooseCompany(page, { label: transfers.form.sender, name: of.from })
  await page.getByText(of.wallet, { exact: true }).click()
  await page.getByLabel(c.card, { exact: true }).fill(of.holder)
  await page
    .getByRole('button', { name: new RegExp(of.holder) })
    .first()
    .click()
  await expect(page.getByRole('group', { name: c.card })).toContainText(of.holder)
  await page.getByRole('textbox', { name: transfers.form.total, exact: true }).fill(of.amount)
  await page.getByRole('button', { name: transfers.form.review, exact: true }).click()
}

const send = async (page: Page, t: Texts, amount: string) => {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('table')).toHaveCount(2)
  expect(await violations(page, 'all')).toEqual([])
  await dialog.getByLabel(t.walletMoney.confirm.reason, { exact: true }).fill('Travel budget')
  await picture(page, `to-card-review-${t === en ? 'en-light-desk' : 'es-dark-phone'}`)
  await dialog.getByRole('button', { name: new RegExp(String.raw`\$${amount}`) }).dblclick()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/transfers\?.*open=/)
}

test('money of an immediate wallet is on a card at once, with its steps, and the cardholder sees where it is from', async ({
  openPage,
}) => {
  const t = en
  const holder = await personWithCard({ company: 'lima' })
  const page = await administratorOf(openPage, { roleId: superAdmin })
  await credit(page, t, { name: 'Lima', amount: '450.00' })
  await page.goto('/admin/transfers/to-card')
  await page.getByRole('button', { name: t.transfers.form.review, exact: true }).click()
  await expect(page.getByText(t.walletMoney.missing)).toBeVisible()
  await page.getByLabel(t.walletLoads.card, { exact: true }).fill('No such holder')
  await expect(page.getByText(t.walletLoads.none)).toBeVisible()
  const of = { from: 'Lima', holder: holder.lastName, wallet: t.walletMoney.wallet.immediate }
  await fill(page, t, { ...of, amount: '5' })
  await expect(page.getByText('Invalid amount. $5.00 is below the minimum of $10.00.')).toBeVisible()
  await picture(page, 'to-card-en-light-desk')
  await page.getByText(t.walletMoney.wallet.regular, { exact: true }).click()
  await page.getByRole('textbox', { name: t.transfers.form.total, exact: true }).fill('100')
  await page.getByRole('button', { name: t.transfers.form.review, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(t.walletLoads.arrives.next_release)
  await send(page, t, '100.00')
  const details = page.locator('aside, [role=dialog]').filter({ hasText: 'Travel budget' })
  await expect(details).toContainText(t.walletLoads.waits)
  await picture(page, 'card-load-waiting-en-light-desk')

  await details.getByRole('button', { name: t.walletLoads.cancel.button, exact: true }).click()
  const cancel = page.getByRole('dialog', { name: /^Cancel the transfer of \$100\.00/ })
  await cancel.getByLabel(t.walletLoads.cancel.reason, { exact: true }).fill('Wrong card')
  await cancel.getByRole('button', { name: t.walletLoads.cancel.go, exact: true }).click()
  await confirm(page, t)
  await expect(details).toContainText('Cancelled by a person: Wrong card')
  await expect(details).toContainText(t.walletLoads.steps.released)
  await picture(page, 'card-load-cancelled-en-light-desk')
})

test('on a phone, in Spanish and dark, a card gets money at once, and its holder sees the company', async ({
  openPage,
}) => {
  const t = es
  const holder = await personWithCard({ company: 'lima' })
  const page = await administratorOf(openPage, { roleId: superAdmin, scheme: 'dark' })
  // The live stream sends nothing, so the page itself finds out how the transfer ends.
  await intercept(page, '**/api/events*', () => new Promise(() => undefined))
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await page.goto('/admin/wallets/adjust')
  const w = t.walletAdjustments
  await chooseCompany(page, { label: w.form.holder, name: 'Lima' })
  await page.getByText(t.walletMoney.wallet.immediate, { exact: true }).click()
  await page.getByLabel(w.form.amount, { exact: true }).fill('300.00')
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  await page.getByRole('dialog').getByLabel(w.review.note, { exact: true }).fill('Dinero inicial')
  await page.getByRole('button', { name: /\$300\.00/ }).click()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
  const of = { from: 'Lima', holder: holder.lastName, wallet: t.walletMoney.wallet.immediate }
  await fill(page, t, { ...of, amount: '50' })
  await send(page, t, '50.00')
  const details = page.locator('aside, [role=dialog]').filter({ hasText: 'Travel budget' })
  await expect(details).toContainText(t.walletLoads.steps.credited)
  await expect(details).toContainText(t.transfers.values.status.completed)
  await picture(page, 'card-load-es-dark-phone')

  const { page: own } = await openPage({ person: holder })
  await own.goto(`/cards/${holder.card.id}`)
  await expect(own.getByText('Lima').first()).toBeVisible()
  await expect(own.getByText('$49.90').first()).toBeVisible()
  await picture(own, 'holder-en-light-desk')
})
