import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6

type Texts = typeof en | typeof es

const choose = async (page: Page, { label, name }: { label: string; name: string }) => {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('group', { name: label })).toContainText(name)
}
const confirm = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

/** Credits a wallet by hand and returns when it is listed. */
const credit = async (page: Page, t: Texts, of: { name: string; amount: string; note: string }) => {
  const w = t.walletAdjustments
  await page.goto('/admin/wallets/adjust')
  await choose(page, { label: w.form.holder, name: of.name })
  await page.getByLabel(w.form.amount, { exact: true }).fill(of.amount)
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByLabel(w.review.note, { exact: true }).fill(of.note)
}

const fillTransfer = async (page: Page, t: Texts, of: { from: string; to: string; amount: string }) => {
  const { form } = t.transfers
  await page.goto('/admin/transfers/new')
  await choose(page, { label: form.sender, name: of.from })
  await choose(page, { label: form.receiver, name: of.to })
  await page.getByRole('textbox', { name: form.total, exact: true }).fill(of.amount)
  await page.getByRole('button', { name: form.review, exact: true }).click()
}

test('a wallet is credited by hand, money is transferred once although its answer is lost, and returned', async ({
  openPage,
}) => {
  const t = en
  const page = await administratorOf(openPage, { roleId: superAdmin })
  await credit(page, t, { name: 'Norte', amount: '450', note: 'Opening money' })
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'adjust-en-light-desk')
  await page.getByRole('button', { name: 'Credit $450.00', exact: true }).click()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
  await expect(page.getByText('$450.00').first()).toBeVisible()
  await picture(page, 'adjustments-en-light-desk')

  await fillTransfer(page, t, { from: 'Norte', to: 'Norte', amount: '100' })
  await expect(page.getByText('Transfer to the same admin not allowed')).toBeVisible()
  await page.getByRole('group', { name: t.transfers.form.receiver }).getByRole('button').click()
  await choose(page, { label: t.transfers.form.receiver, name: 'Andes' })
  await page.getByRole('button', { name: t.transfers.form.review, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer $100.00 to Andes' })
  await expect(dialog.getByText('$99.80').first()).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(4)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'transfer-en-light-desk')
  await dialog.getByRole('button', { name: 'Transfer $100.00', exact: true }).click()
  await expect(dialog.getByText('Fill in this field.')).toBeVisible()
  const reason = `Advance ${Date.now()}`
  await dialog.getByLabel('Reason', { exact: true }).fill(reason)

  // The server makes it, and its answer is lost; the same key is sent again.
  let lost = 0
  await page.route('**/api/transfers', async (route) => {
    if (route.request().method() !== 'POST' || !route.request().headers()['step-up'] || lost > 0)
      return route.fallback()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await dialog.getByRole('button', { name: 'Transfer $100.00', exact: true }).dblclick()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/transfers\?.*open=/)
  expect(lost).toBe(1)
  const details = page.locator('aside, [role=dialog]').filter({ hasText: reason })
  await expect(details).toContainText('Completed')
  await expect(page.getByText(reason)).toHaveCount(1)
  await picture(page, 'transfers-en-light-desk')

  await details.getByRole('button', { name: 'Reverse this transfer', exact: true }).click()
  const back = page.getByRole('dialog', { name: 'Return $100.00 to Norte' })
  await expect(back.getByRole('row')).toHaveCount(4)
  await back.getByLabel('Reason', { exact: true }).fill('Sent to the wrong company')
  await picture(page, 'reversal-en-light-desk')
  await back.getByRole('button', { name: 'Return $100.00', exact: true }).click()
  await confirm(page, t)
  await expect(details).toContainText('Reversed')
  await expect(details).toContainText('Returned by')

  await page.goto('/admin/wallets?wallet=regular&q=Norte')
  await page.getByRole('link', { name: /^Norte/ }).click()
  await page.getByRole('link', { name: t.walletList.show, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Norte', level: 1 })).toBeVisible()
  await expect(page.getByText(t.walletLines.kind.transfer_made).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^T-/ })).toHaveCount(2)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'wallet-after-transfer-en-light-desk')
  await page.getByRole('link', { name: t.walletList.transfer, exact: true }).click()
  await expect(page.getByRole('group', { name: t.transfers.form.sender })).toContainText('Norte')
})

test('on a phone, in Spanish and dark, money is transferred, and a large adjustment waits for a second person', async ({
  openPage,
}) => {
  const t = es
  const page = await administratorOf(openPage, {
    roleId: superAdmin,
    scheme: 'dark',
  })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await credit(page, t, { name: 'Lima', amount: '499', note: 'Dinero inicial' })
  await picture(page, 'adjust-es-dark-phone')
  await page.getByRole('button', { name: 'Abonar $499.00', exact: true }).click()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
  await fillTransfer(page, t, { from: 'Lima', to: 'Andes', amount: '20000' })
  await expect(page.getByText(t.refusals.not_enough_money)).toBeVisible()
  await picture(page, 'new-transfer-es-dark-phone')
  await page.getByRole('textbox', { name: t.transfers.form.total, exact: true }).fill('10')
  await page.getByRole('button', { name: t.transfers.form.review, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row')).toHaveCount(4)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'transfer-es-dark-phone')
  await dialog.getByLabel(t.walletMoney.confirm.reason, { exact: true }).fill('Adelanto')
  await dialog.getByRole('button', { name: 'Transferir $10.00', exact: true }).click()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/transfers\?.*open=/)
  await picture(page, 'transfers-es-dark-phone')

  await credit(page, t, { name: 'Lima', amount: '500.01', note: 'Más dinero' })
  await page.getByRole('button', { name: t.walletMoney.confirm.request, exact: true }).click()
  await confirm(page, t)
  await expect(page.getByText(t.walletMoney.confirm.requested)).toBeVisible()
})

test('a seller sees a transfer to their wallet with its other side, and their balance before and after it', async ({
  openPage,
}) => {
  const t = en
  const admin = await administratorOf(openPage, { roleId: superAdmin })
  await credit(admin, t, { name: 'Lima', amount: '50', note: 'Opening money' })
  await admin.getByRole('button', { name: 'Credit $50.00', exact: true }).click()
  await confirm(admin, t)
  await expect(admin).toHaveURL(/\/admin\/wallets\/adjustments/)
  await fillTransfer(admin, t, { from: 'Lima', to: 'Eva', amount: '20' })
  const dialog = admin.getByRole('dialog')
  const reason = `Bonus ${Date.now()}`
  await dialog.getByLabel('Reason', { exact: true }).fill(reason)
  await dialog.getByRole('button', { name: 'Transfer $20.00', exact: true }).click()
  await confirm(admin, t)
  await expect(admin).toHaveURL(/\/admin\/transfers\?.*open=/)

  const person = await demoAdmin('eva')
  const { page, context } = await openPage({ person, viewport: phone, language: 'es', scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/wallet')
  await page.getByRole('link', { name: new RegExp(es.wallets.transfersBelow) }).click()
  const list = page.getByRole('list', { name: es.ownTransfers.title })
  await expect(list.getByRole('listitem').first()).toContainText('De Lima')
  await expect(list.getByRole('listitem').first()).toContainText('+$19.96')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'own-transfers-es-dark-phone')
  const { direction } = es.ownTransfers.fields
  await page.getByLabel(direction, { exact: true }).selectOption('sent')
  await expect(page.getByText(es.lists.filteredTitle)).toBeVisible()
  await page.getByLabel(direction, { exact: true }).selectOption('received')
  await expect(page).toHaveURL(/direction=received/)
  await page.getByLabel(es.lists.to, { exact: true }).fill('2020-01-01')
  await expect(page.getByText(es.lists.filteredTitle)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'own-transfers-filtered-es-dark-phone')
  await page.getByRole('button', { name: es.lists.clear, exact: true }).click()
  await expect(list.getByRole('listitem').first()).toContainText('+$19.96')
  await list.getByRole('link').first().click()
  await expect(page.getByText(es.ownTransfers.balance, { exact: true })).toBeVisible()
  // The reason was written for the second person who decides.
  await expect(page.getByText(reason)).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'own-transfer-es-dark-phone')
})
