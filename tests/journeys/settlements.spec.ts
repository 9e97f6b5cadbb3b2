import type { Page } from '@playwright/test'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'

const superAdmin = 6

type Texts = typeof en | typeof es

const dayMs = 86_400_000
/** A business day whose daily run is over: the weekday at least `days` days ago. */
const runDay = (days: number): string => {
  let at = Date.now() - days * dayMs
  while ([0, 6].includes(new Date(at).getUTCDay())) at -= dayMs
  return new Date(at).toISOString().slice(0, 10)
}

const confirm = (page: Page, t: Texts) =>
  page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

const fillDraft = async (page: Page, t: Texts, of: { name: string; day: string; amount: string }) => {
  const { form } = t.settlements
  await page.goto('/admin/settlements/new')
  await page.getByLabel(form.beneficiary, { exact: true }).last().fill(of.name)
  await page.getByRole('button', { name: new RegExp(`^${of.name}`) }).click()
  const [year = '', month = '', day = ''] = of.day.split('-')
  const date = page.getByRole('group', { name: form.day })
  const boxes = date.getByRole('textbox')
  await boxes.nth(0).fill(day)
  await boxes.nth(1).fill(month)
  await boxes.nth(2).fill(year)
  // A second line takes a part of the first one back.
  await page.getByLabel(form.amount, { exact: true }).fill(String(Number(of.amount) + 3))
  await page.getByLabel(form.note, { exact: true }).fill('Campaign')
  await page.getByRole('button', { name: form.addLine, exact: true }).click()
  const second = page.getByRole('group', { name: form.line.replace('{number}', '2'), exact: true })
  await second.getByLabel(form.amount, { exact: true }).fill('-3')
  await second.getByLabel(form.note, { exact: true }).fill('Fee of the campaign')
  await page.getByRole('button', { name: form.addLine, exact: true }).click()
  await page.getByRole('button', { name: form.removeLine.replace('{number}', '3'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: form.total })).toContainText(
    `${of.amount.replace('-', '')}.00`,
  )
  await page.getByRole('button', { name: form.review, exact: true }).click()
}

test('a settlement is drawn up by hand, approved and paid, and a second one is refused with a link', async ({
  openPage,
}) => {
  const t = en
  const page = await administratorOf(openPage, { roleId: superAdmin })
  const draft = { name: 'Norte', day: runDay(8), amount: '12' }
  await fillDraft(page, t, draft)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$12.00').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await dialog.getByLabel(t.settlements.review.reason, { exact: true }).fill('Asked by the partner')
  await picture(page, 'settlement-review-en-light-desk')
  await dialog.getByRole('button', { name: t.settlements.review.go, exact: true }).click()
  await confirm(page, t)
  await expect(page.getByRole('heading', { level: 1, name: /^Settlement S-/ })).toBeVisible()
  await expect(page.getByText(t.walletLines.settlement.note.draft)).toBeVisible()
  // A line by hand is approved by another person than the one who drew it up.
  const other = await administratorOf(openPage, { roleId: superAdmin })
  await other.goto(page.url())
  await other.getByRole('button', { name: t.settlements.actions.approve, exact: true }).click()
  const approval = other.getByRole('dialog')
  await approval.getByLabel(t.settlements.actions.reason, { exact: true }).fill('Checked')
  await approval.getByRole('button', { name: t.settlements.actions.approve, exact: true }).click()
  await confirm(other, t)
  await expect(other.getByRole('button', { name: t.settlements.actions.pay, exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: t.settlements.actions.pay, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.settlements.actions.pay, exact: true }).click()
  await confirm(page, t)
  await expect(page.getByRole('button', { name: t.settlements.actions.void, exact: true })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(t.walletLines.settlement.steps.payment)
  await expect(
    page.getByRole('button', { name: t.walletLines.settlement.file.json, exact: true }),
  ).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t.walletLines.settlement.flow.csv, exact: true }).click()
  expect((await saved).suggestedFilename()).toMatch(/^settlement-steps-.+\.csv$/)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'settlement-en-light-desk')
  await page.getByRole('link', { name: t.settlementCheck.all, exact: true }).click()
  await expect(page.getByText(t.settlementCheck.key.fingerprint, { exact: true })).toBeVisible()
  const checker = page.waitForEvent('download')
  await page.getByRole('link', { name: t.settlementCheck.file.checker, exact: true }).first().click()
  expect((await checker).suggestedFilename()).toBe('verify-settlement.mjs')
  await picture(page, 'settlement-check-en-light-desk')

  await fillDraft(page, t, draft)
  await expect(page.getByText('Settlement already exists')).toBeVisible()
  await expect(page.getByRole('link', { name: t.settlements.form.exists, exact: true })).toBeVisible()
  await page.goto('/admin/settlements?tier=1&status=paid&q=Norte')
  await expect(page.getByRole('main').getByText('Norte').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'settlements-en-light-desk')
})

test('on a phone, in Spanish and dark, a settlement is drawn up and voided', async ({ openPage }) => {
  const t = es
  const page = await administratorOf(openPage, { roleId: superAdmin, scheme: 'dark' })
  await page.setViewportSize(desk)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await fillDraft(page, t, { name: 'Andes', day: runDay(15), amount: '-5' })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.settlements.review.reason, { exact: true }).fill('Corrección')
  await picture(page, 'settlement-review-es-dark-phone')
  await dialog.getByRole('button', { name: t.settlements.review.go, exact: true }).click()
  await confirm(page, t)
  await expect(page.getByRole('heading', { level: 1, name: /^Liquidación S-/ })).toBeVisible()
  await expect(page.getByText(t.walletLines.settlement.flow.carried, { exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'settlement-es-dark-phone')
  await page.getByRole('button', { name: t.settlements.actions.void, exact: true }).click()
  await page.getByRole('dialog').getByLabel(t.settlements.actions.reason, { exact: true }).fill('Error')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.settlements.actions.void, exact: true })
    .click()
  await confirm(page, t)
  await expect(page.getByText(t.walletLines.settlement.note.void)).toBeVisible()
  await page.goto('/admin/settlements?status=void')
  await expect(page.getByRole('main').getByText('Andes').first()).toBeVisible()
  await picture(page, 'settlements-es-dark-phone')
  await page.goto('/settlement-check')
  await expect(page.getByText('El archivo de una liquidación', { exact: true })).toBeVisible()
  await picture(page, 'settlement-check-es-dark-phone')
})
