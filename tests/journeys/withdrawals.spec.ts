import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'

const superAdmin = 6
const companyAdmin = 5
const t = en
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const confirm = (page: Page) => page.getByRole('button', { name: t.stepUp.passkey.go, exact: true }).click()

test('an administrator of a company adds an address, which waits, and the list says that it is empty', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: companyAdmin, company: 'lima' })
  await page.goto('/admin/withdrawals/new')
  const o = t.ownWithdrawals
  await expect(page.getByRole('heading', { name: o.companyTitle, level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('wait until')
  await page.getByRole('button', { name: o.book.add, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: o.book.add, exact: true })
  const label = `Treasury ${Date.now()}`
  await dialog.getByLabel(o.book.label, { exact: true }).fill(label)
  await dialog.getByLabel(o.book.address, { exact: true }).fill(address.replace('d8dA', 'D8dA'))
  await dialog.getByRole('button', { name: o.book.save, exact: true }).click()
  await confirm(page)
  await expect(dialog).toContainText(t.fields.address_invalid)
  await dialog.getByLabel(o.book.address, { exact: true }).fill(address)
  await picture(page, 'withdrawal-address-en-light-desk')
  await dialog.getByRole('button', { name: o.book.save, exact: true }).click()
  await confirm(page)
  await expect(page.getByRole('list', { name: o.book.title })).toContainText(label)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'withdraw-company-en-light-desk')
  await page.getByRole('button', { name: `Remove ${label}`, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: o.book.remove, exact: true }).click()
  await expect(page.getByText(label)).toHaveCount(0)
  const checker = await administratorOf(openPage, { roleId: superAdmin })
  await checker.goto('/admin/withdrawals')
  await expect(checker.getByRole('heading', { name: t.withdrawals.title, level: 1 })).toBeVisible()
  expect(await violations(checker, 'all')).toEqual([])
})
