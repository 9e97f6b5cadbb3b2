import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { approveRecord, requestRecord } from './support/treasury-records.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
type Texts = typeof en | typeof es

type RecordTexts = { kind: string; amount: string; reference: string }

const fill = async (page: Page, { treasuryOperations: { form } }: Texts, of: RecordTexts) => {
  await page.getByLabel(form.kind, { exact: true }).selectOption(of.kind)
  await page.getByLabel(form.amount.other, { exact: true }).fill(of.amount)
  await page.getByLabel(form.reference, { exact: true }).fill(of.reference)
  await page.getByRole('button', { name: form.review, exact: true }).click()
}

test('one administrator records capital and a wire to the issuer, another approves them, and both see where the money is', async ({
  openPage,
}) => {
  const maker = await administratorOf(openPage, { roleId: superAdmin })
  const checker = await administratorOf(openPage, { roleId: superAdmin })
  const { form, review, values } = en.treasuryOperations
  const word = String(Date.now())
  await maker.goto('/admin/treasury/new')
  await maker.getByRole('button', { name: form.review, exact: true }).click()
  await expect(maker.getByText(form.wrong.amount)).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await fill(maker, en, { kind: 'capital_contributed', amount: '250', reference: `Owners ${word}` })
  await requestRecord(maker)
  await approveRecord(checker, `Owners ${word}`)

  await maker.goto('/admin/treasury/new')
  await fill(maker, en, { kind: 'funding_sent', amount: '250.00', reference: `Wire ${word}` })
  const dialog = maker.getByRole('dialog', { name: `${values.kind.funding_sent}: $250.00` })
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await expect(dialog.getByText(review.bank)).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'treasury-review-en-light-desk')
  await requestRecord(maker)
  await approveRecord(checker, `Wire ${word}`)

  await maker.goto('/admin/treasury/records?kind=funding_sent')
  const row = maker.getByRole('row').filter({ hasText: `Wire ${word}` })
  await expect(row).toContainText(values.status.in_transit)
  await row.getByRole('link', { name: values.kind.funding_sent }).click()
  const details = maker.locator('aside, [role=dialog]').filter({ hasText: 'As the statement says' })
  await expect(details).toContainText('$250.00')
  await expect(details.getByRole('link', { name: en.treasuryOperations.openJournal })).toBeVisible()
  // The heading, and both sides of the journal.
  await expect(details.getByRole('row')).toHaveCount(3)
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'treasury-records-en-light-desk')

  await maker.setViewportSize(desk)
  await maker.goto('/admin/treasury')
  await expect(maker.getByText(en.treasury.float.after)).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'treasury-en-light-desk')
  await maker.getByRole('button', { name: 'Cambiar a español' }).click()
  await maker.emulateMedia({ colorScheme: 'dark' })
  await maker.setViewportSize(phone)
  await expect(maker.getByText(es.treasury.float.after)).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'treasury-es-dark-phone')
  await maker.goto('/admin/treasury/new?kind=coins_bought')
  await expect(maker.getByLabel(es.treasuryOperations.form.coins)).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'treasury-form-es-dark-phone')
  await maker.goto('/admin/treasury/new?kind=suspense_resolved')
  await maker.getByText(es.treasuryOperations.form.targets.operator, { exact: true }).click()
  await expect(maker.getByText(es.treasuryOperations.form.operatorHint)).toBeVisible()
  await picture(maker, 'treasury-suspense-es-dark-phone')
  await maker.goto('/admin/treasury/records')
  await expect(maker.getByText(`Wire ${word}`).first()).toBeVisible()
  await picture(maker, 'treasury-records-es-dark-phone')
})
