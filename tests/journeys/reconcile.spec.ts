import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { insertBreak } from './support/owner-database.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
/** A fresh load shows what has become of a run, whatever a slow machine missed. */
const patience = { timeout: 90_000 }

test('an administrator reads a difference, writes a note, runs again, and sees it gone', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: superAdmin })
  const { reconcile, reconcileRuns } = en
  const transaction = `tx-${crypto.randomUUID()}`
  await insertBreak(transaction)
  await page.goto('/admin/reconcile')
  await expect(page.getByRole('heading', { name: reconcile.title, level: 1 })).toBeVisible(patience)
  // A run of a night of this product may be later than the one of this journey.
  await expect(page.getByText(/^\d{1,3}\.\d\d%$/)).toBeVisible(patience)
  const row = page.getByRole('row').filter({ hasText: transaction })
  await expect(row).toContainText(reconcile.values.class.amount, patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'reconcile-en-light-desk')

  await row.getByRole('link').first().click()
  const drawer = page.locator('aside, [role=dialog]').filter({ hasText: reconcile.suggestion.amount })
  await expect(drawer.getByRole('cell', { name: '$84.20', exact: true })).toBeVisible(patience)
  await expect(drawer.getByRole('cell', { name: '$84.70', exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: reconcile.watch, exact: true }).click()
  await expect(drawer.getByRole('button', { name: reconcile.unwatch, exact: true })).toBeVisible(patience)
  await drawer.getByLabel(reconcile.fields.note).fill('Asked the issuer')
  await drawer.getByRole('button', { name: reconcile.noteSave, exact: true }).click()
  await expect(page.getByText(reconcile.noteSaved)).toBeVisible(patience)
  await page.reload()
  await expect(drawer.getByLabel(reconcile.fields.note)).toHaveValue('Asked the issuer', patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'reconcile-break-en-light-desk')

  await page.goto('/admin/reconcile')
  await page.getByRole('button', { name: reconcile.start, exact: true }).click()
  await expect(page.getByText(reconcile.started)).toBeVisible(patience)
  await expect(async () => {
    await page.goto('/admin/reconcile?status=gone')
    await expect(row).toBeVisible({ timeout: 5000 })
  }).toPass(patience)

  await page.getByRole('link', { name: reconcile.summary.runs }).click()
  await expect(page.getByRole('heading', { name: reconcileRuns.title })).toBeVisible(patience)
  await expect(page.getByText(reconcileRuns.nightly).first()).toBeVisible(patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'reconcile-runs-en-light-desk')
})

test('the pages of the reconciliation fit a phone in Spanish and in the dark', async ({ openPage }) => {
  const page = await administratorOf(openPage, {
    roleId: superAdmin,
    viewport: phone,
    language: 'es',
    scheme: 'dark',
  })
  const { reconcile, reconcileRuns } = es
  const transaction = `tx-${crypto.randomUUID()}`
  await insertBreak(transaction)
  await page.goto('/admin/reconcile')
  const item = page.getByRole('listitem').filter({ hasText: transaction })
  await expect(item).toBeVisible(patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'reconcile-es-dark-phone')
  await item.getByRole('link').click()
  await expect(page.getByText(reconcile.suggestion.amount)).toBeVisible(patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'reconcile-break-es-dark-phone')
  await page.getByRole('link', { name: reconcile.seeRun }).last().click()
  await expect(page.getByText(reconcileRuns.fields.matched)).toBeVisible(patience)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'reconcile-run-es-dark-phone')
})
