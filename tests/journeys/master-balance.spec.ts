import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const operator = 1
/** The first reading of the issuer may come after the start of the product. */
const patience = { timeout: 120_000 }

test('the operator sees the master account, its trend and what is due, on the desk and in Spanish on a phone', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: operator })
  const { masterBalance } = en
  await expect(async () => {
    await page.goto('/admin/master-balance')
    await expect(page.getByText(masterBalance.freeHint)).toBeVisible({ timeout: 20_000 })
  }).toPass(patience)
  await expect(page.getByRole('heading', { name: masterBalance.releases.title })).toBeVisible()
  const tables = page.getByText(masterBalance.trend.table, { exact: true })
  await tables.last().click()
  // The heading, and nine times eight business hours.
  await expect(page.getByRole('table').last().getByRole('row')).toHaveCount(10)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'master-balance-en-light-desk')
  await page.goto('/admin')
  await page.getByRole('link', { name: masterBalance.open }).click()
  await expect(page).toHaveURL(/\/admin\/master-balance/)
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  await expect(page.getByRole('heading', { name: es.masterBalance.releases.title })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'master-balance-es-dark-phone')
})
