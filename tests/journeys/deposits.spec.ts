import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const depositor = 4
const superAdmin = 6
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
type Texts = typeof en | typeof es

const confirm = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

const fill = async (page: Page, t: Texts, of: { name: string; amount: string; reference: string }) => {
  const { form } = t.topUps
  await page.goto('/admin/wallets/deposits/new')
  await page.getByLabel(form.company, { exact: true }).fill(of.name)
  await page.getByRole('button', { name: new RegExp(`^${of.name}`) }).click()
  await expect(page.getByRole('group', { name: form.company })).toContainText(of.name)
  await page.getByLabel(form.amount, { exact: true }).fill(of.amount)
  await page.getByLabel(form.reference, { exact: true }).fill(of.reference)
  await page
    .getByLabel(form.proof, { exact: true })
    .setInputFiles({ name: 'wire.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText('wire.pdf')).toBeVisible()
  await page.getByRole('button', { name: form.review, exact: true }).click()
}

test('a depositor enters a wire once, although it is pressed twice, and the same wire is refused with a link to the first', async ({
  openPage,
}) => {
  const t = en
  const page = await administratorOf(openPage, { roleId: depositor })
  const reference = `SWIFT ${Date.now()}`
  const wire = { name: 'Lima', amount: '1000', reference }
  await page.goto('/admin/wallets/deposits/new')
  await page.getByRole('button', { name: t.topUps.form.review, exact: true }).click()
  await expect(page.getByText(t.walletMoney.missing)).toBeVisible()
  await fill(page, t, wire)
  const dialog = page.getByRole('dialog', { name: 'Deposit $1,000.00 of Lima' })
  await expect(dialog.getByText('$977.50').first()).toBeVisible()
  await expect(dialog.getByText('$22.50').first()).toBeVisible()
  await expect(dialog.getByRole('row')).toHaveCount(6)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'deposit-review-en-light-desk')
  await dialog.getByLabel(t.topUps.review.reason, { exact: true }).fill('November')
  await dialog.getByRole('button', { name: 'Enter $1,000.00', exact: true }).dblclick()
  await confirm(page, t)
  await expect(page).toHaveURL(/\/admin\/wallets\/deposits\?.*open=/)
  const details = page.locator('aside, [role=dialog]').filter({ hasText: reference })
  await expect(details).toContainText(t.topUps.step.entered)
  await expect(details.getByText('$977.50').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'deposits-en-light-desk')
  const saved = page.waitForEvent('download')
  await details.getByRole('button', { name: t.walletMoney.proof.open, exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/^D-\w{8}\.pdf$/)

  await fill(page, t, { ...wire, reference: reference.toLowerCase() })
  await dialog.getByLabel(t.topUps.review.reason, { exact: true }).fill('Again')
  await dialog.getByRole('button', { name: 'Enter $1,000.00', exact: true }).click()
  await confirm(page, t)
  await expect(page.getByText(t.topUps.form.first)).toBeVisible()
  await picture(page, 'deposit-used-en-light-desk')
  await page.getByRole('link', { name: /^D-/ }).click()
  await page.getByRole('button', { name: t.ui.unsaved.leave, exact: true }).click()
  await expect(details).toContainText(reference)
  await expect(details.getByRole('button', { name: t.topUps.match.button, exact: true })).toHaveCount(0)
  const entered = page.url()
  await page.goto('/admin')
  const last = page.getByRole('listitem').filter({ hasText: reference }).first()
  await expect(last).toContainText(/D-\w{8} · SWIFT/)
  await expect(last).toContainText('$1,000.00')
  await page.goto(entered)

  // A second person finds it on the statement, and requests to reverse it.
  const checker = await administratorOf(openPage, { roleId: superAdmin })
  await checker.goto(entered)
  const found = checker.locator('aside, [role=dialog]').filter({ hasText: reference })
  await found.getByRole('button', { name: t.topUps.match.button, exact: true }).click()
  const match = checker.getByRole('dialog', { name: t.topUps.match.title })
  await match.getByLabel(t.topUps.match.line, { exact: true }).fill(`Line ${reference}`)
  await match.getByLabel(t.topUps.match.amount, { exact: true }).fill('999')
  await match.getByRole('button', { name: t.topUps.match.go, exact: true }).click()
  await confirm(checker, t)
  await expect(match.getByText(t.refusals.amount_differs).first()).toBeVisible()
  expect(await violations(checker, 'all')).toEqual([])
  await picture(checker, 'deposit-match-en-light-desk')
  await match.getByLabel(t.topUps.match.amount, { exact: true }).fill('1000.00')
  await match.getByRole('button', { name: t.topUps.match.go, exact: true }).click()
  await confirm(checker, t)
  await expect(found.getByText(t.topUps.step.matched)).toBeVisible()
  await expect(details.getByText(t.topUps.step.matched)).toBeVisible()
  await found.getByRole('button', { name: t.topUps.reverse.button, exact: true }).click()
  const reverse = checker.getByRole('dialog', { name: /^Reverse D-/ })
  await reverse.getByLabel(t.topUps.reverse.reason, { exact: true }).fill('It bounced')
  await picture(checker, 'deposit-reverse-en-light-desk')
  await reverse.getByRole('button', { name: t.topUps.review.request, exact: true }).click()
  await confirm(checker, t)
  await expect(checker.getByText(t.topUps.review.requested)).toBeVisible()
})

test('on a phone, in Spanish and dark, a large wire waits for a second person, who opens the proof first', async ({
  openPage,
}) => {
  const t = es
  const page = await administratorOf(openPage, { roleId: superAdmin, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  const reference = `ACH ${Date.now()}`
  await fill(page, t, { name: 'Norte', amount: '6000', reference })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t.walletMoney.confirm.twoPeople)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'deposit-review-es-dark-phone')
  await dialog.getByLabel(t.topUps.review.reason, { exact: true }).fill('Noviembre')
  await dialog.getByRole('button', { name: t.topUps.review.request, exact: true }).click()
  await confirm(page, t)
  await expect(page.getByText(t.topUps.review.requested)).toBeVisible()
  await picture(page, 'deposits-es-dark-phone')
  // The maker finds it where deposits are.
  await page.goto('/admin/wallets/deposits')
  await page.getByRole('link', { name: t.moneyRequests.show, exact: true }).click()
  await expect(page).toHaveURL(/\/deposits\/requests\?status=awaiting_check/)
  const waiting = page.getByRole('link', { name: /Norte/ }).filter({ hasText: reference })
  await expect(waiting).toContainText(t.moneyRequests.values.status.awaiting_check)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'deposit-requests-es-dark-phone')

  const checker = await administratorOf(openPage, { roleId: superAdmin })
  await checker.goto('/admin/inbox?kind=createTopUp')
  await checker
    .getByRole('link', { name: new RegExp(en.approvals.values.kind.createTopUp) })
    .first()
    .click()
  const request = checker.locator('aside, [role=dialog]').filter({ hasText: reference })
  const saved = checker.waitForEvent('download')
  await request.getByRole('button', { name: en.walletMoney.proof.open, exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  await picture(checker, 'deposit-approval-en-light-desk')
  await request.getByRole('button', { name: new RegExp(`^${en.approvals.reject}`) }).click()
  await checker.getByLabel(en.approvals.rejecting.note, { exact: true }).fill('Not on the statement')
  await checker
    .getByRole('dialog', { name: en.approvals.rejecting.title })
    .getByRole('button', { name: en.approvals.reject, exact: true })
    .click()
  await expect(request.getByText(/Not on the statement/)).toBeVisible()

  await checker.goto('/admin/wallets/deposits/requests?status=rejected')
  const rejected = checker.getByRole('row').filter({ hasText: reference })
  await expect(rejected).toContainText(en.moneyRequests.values.status.rejected)
  await rejected.click()
  await expect(checker.getByText('Not on the statement')).toBeVisible()
  expect(await violations(checker, 'all')).toEqual([])
  await picture(checker, 'deposit-requests-en-light-desk')
  await checker.getByRole('link', { name: en.moneyRequests.open, exact: true }).click()
  await expect(checker).toHaveURL(/\/admin\/inbox\?.*open=/)
})
