import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithCard } from './support/people.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6

test('rows of a file are checked with their lines, corrected, and transferred one by one with a result each', async ({
  openPage,
}) => {
  const t = en
  const b = t.walletLoadBatches
  const holder = await personWithCard({ company: 'lima' })
  const page = await administratorOf(openPage, { roleId: superAdmin })
  await page.goto('/admin/wallets/adjust')
  await page.getByLabel(t.walletAdjustments.form.holder, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await page.getByLabel(t.walletAdjustments.form.amount, { exact: true }).fill('300')
  await page.getByRole('button', { name: t.walletAdjustments.form.review, exact: true }).click()
  await page
    .getByRole('dialog')
    .getByLabel(t.walletAdjustments.review.note, { exact: true })
    .fill('Opening money')
  await page.getByRole('button', { name: /\$300\.00/ }).click()
  await page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)

  await page.goto('/admin/transfers/to-card/bulk')
  await page.getByRole('button', { name: b.check, exact: true }).click()
  await expect(page.getByText(t.walletMoney.missing)).toBeVisible()
  await page.getByLabel(b.sender, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await page.getByText(t.walletMoney.wallet.regular, { exact: true }).click()
  const file = `\u{feff}card;email;amount;note\r\n${holder.card.id};;25,50;Año 🎁\r\n"'; --";${holder.email};5;\r\n9999;no@one.example;20;\r\n`
  await page.getByLabel(b.file.choose, { exact: true }).setInputFiles({
    name: 'cards.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  await page.getByRole('button', { name: b.check, exact: true }).click()
  const problems = page.getByRole('list', { name: '2 rows have a problem' })
  await expect(problems.getByRole('listitem')).toHaveText([/^Line 3.*neither an id/, /^Line 4.*No card/])
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'bulk-problems-en-light-desk')
  await page.getByRole('button', { name: b.found.leaveOut, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer $25.50 to 1 card' })
  await dialog.getByLabel(t.walletMoney.confirm.reason, { exact: true }).fill('Salaries')
  await picture(page, 'bulk-review-en-light-desk')
  await dialog.getByRole('button', { name: /\$25\.50/ }).dblclick()
  await page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/transfers\/to-card\/batches\?.*open=/)
  const details = page.locator('aside, [role=dialog]').filter({ hasText: 'Salaries' })
  await expect(details).toContainText('1 of 1 rows have a result')
  await expect(details).toContainText(t.walletLoadBatchRows.values.transferStatus.pending)
  const download = page.waitForEvent('download')
  await details.getByRole('button', { name: b.detail.download, exact: true }).click()
  expect((await download).suggestedFilename()).toContain('transfer-results')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'batch-en-light-desk')
})

test('on a phone, in Spanish and dark, a pasted row without an e-mail is named with its line', async ({
  openPage,
}) => {
  const b = es.walletLoadBatches
  const page = await administratorOf(openPage, { roleId: superAdmin, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await page.goto('/admin/transfers')
  await expect(page.getByRole('link', { name: es.transfers.form.add, exact: true })).toBeVisible()
  await page.getByRole('button', { name: es.lists.others, exact: true }).click()
  await expect(page.getByRole('link', { name: b.title, exact: true })).toBeVisible()
  await picture(page, 'transfers-menu-es-dark-phone')
  await page.goto('/admin/transfers/to-card/bulk')
  await page.getByLabel(b.sender, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await page.getByLabel(b.file.label, { exact: true }).fill('1234,,0.1+0.2\n1234,,20')
  await page.getByRole('button', { name: b.check, exact: true }).click()
  await expect(page.getByText(b.problems.email).first()).toBeVisible()
  await picture(page, 'bulk-problems-es-dark-phone')
})
