import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import * as en from '../../../contract/src/messages/en.ts'

const confirm = (page: Page) => page.getByRole('button', { name: en.stepUp.passkey.go, exact: true }).click()

/** Requests the record that the dialog shows. */
export const requestRecord = async (page: Page) => {
  const texts = en.walletMoney.confirm
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.reason, { exact: true }).fill('As the statement says')
  await dialog.getByRole('button', { name: texts.request, exact: true }).click()
  await confirm(page)
  await expect(page).toHaveURL(/\/admin\/treasury\/records/)
}

/** Approves the newest request of the treasury, whose details say this reference. */
export const approveRecord = async (page: Page, reference: string) => {
  await page.goto('/admin/inbox?kind=recordTreasuryOperation&status=requested')
  await page
    .getByRole('link', { name: new RegExp(en.approvals.values.kind.recordTreasuryOperation) })
    .first()
    .click()
  const details = page.locator('aside').filter({ hasText: reference })
  await details.getByRole('button', { name: en.approvals.approve, exact: true }).click()
  await confirm(page)
  await expect(details).toContainText(en.approvals.values.status.approved)
}
