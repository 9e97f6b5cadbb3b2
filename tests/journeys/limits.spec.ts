import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'

const rowOf = (page: Page, category: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: category }).first()

/** The passkey of the helper was added in English. */
const inSpanish = (page: Page) =>
  page.context().addCookies([{ name: 'cardamom', value: 'es', url: page.url() }])

test('an administrator gives a company limits, sees why they changed, and lets it inherit again', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: 6 })
  await page.goto('/admin/limits/payin')
  await expect(page.getByRole('heading', { name: 'In force for the platform' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'limits-payin-en-light-desk')

  await page.getByLabel('Company', { exact: true }).first().selectOption('Andes (tier 2)')
  await expect(page.getByRole('heading', { name: 'In force for Andes' })).toBeVisible()
  // Nothing of the demo is paid in by this category, so no other journey sees the limits.
  await expect(rowOf(page, 'Adjustment')).toContainText('Inherited')
  await page.getByRole('button', { name: 'Change the limits: Adjustment', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjustment: limits of Andes' })
  const save = dialog.getByRole('button', { name: 'Set the limits', exact: true })
  for (const name of ['Minimum', 'Maximum', 'A day']) await dialog.getByLabel(name, { exact: true }).fill('')
  await save.click()
  await expect(dialog.getByText('All limit fields are required.')).toHaveCount(3)
  await picture(page, 'limits-payin-required-en-light-desk')
  await dialog.getByLabel('Minimum', { exact: true }).fill('500')
  await dialog.getByLabel('Maximum', { exact: true }).fill('400')
  await dialog.getByLabel('A day', { exact: true }).fill('900.00')
  await dialog.getByLabel('Reason', { exact: true }).fill('Agreed in the contract of May')
  await save.click()
  await expect(dialog.getByText('The maximum can’t be below the minimum.')).toBeVisible()
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await dialog.getByLabel('Maximum', { exact: true }).fill('800')
  await save.click()
  await expect(page.getByRole('dialog', { name: 'Set pay-in limits' })).toContainText('$800.00')
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Adjustment')).toContainText('$500.00 to $800.00 · $900.00 a day')
  await expect(rowOf(page, 'Adjustment')).toContainText('Given to this company')

  await page.getByRole('button', { name: 'Change the limits: Adjustment', exact: true }).click()
  await expect(dialog.getByText('Why: Agreed in the contract of May')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'limits-payin-history-en-light-desk')
  await dialog.getByRole('button', { name: 'Remove and inherit again', exact: true }).click()
  await expect(dialog.getByText('Fill in this field.')).toBeVisible()
  await dialog.getByLabel('Reason', { exact: true }).fill('The contract ended')
  await dialog.getByRole('button', { name: 'Remove and inherit again', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(rowOf(page, 'Adjustment')).toContainText('Inherited')
})

test('the limits of a company fit a phone, in Spanish and in the dark', async ({ openPage }) => {
  const page = await administratorOf(openPage, { roleId: 6, viewport: phone, scheme: 'dark' })
  await inSpanish(page)
  await page.goto('/admin/limits/payin')
  await page.getByLabel('Empresa', { exact: true }).first().selectOption('Andes (nivel 2)')
  await expect(page.getByRole('heading', { name: 'En vigor para Andes' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'limits-payin-es-dark-phone')
  await page.getByRole('button', { name: 'Cambiar los límites: Carga de tarjeta', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Carga de tarjeta: límites de Andes' })).toBeVisible()
  await picture(page, 'limits-payin-form-es-dark-phone')
})

test('a viewer sees what counts for a company, and what is left today, but changes nothing', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: 3 })
  await page.goto('/admin/companies/00000000-0000-7000-8000-000000000001/settings/limits')
  await expect(rowOf(page, 'Card load')).toContainText('a day')
  await expect(page.getByRole('button', { name: /^Change the limits/ })).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'limits-company-en-light-desk')
})

test('the fees of a company are a page of its settings, and lead to where they are set', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: 6 })
  const path = '/admin/companies/00000000-0000-7000-8000-000000000001/settings/fees'
  await page.goto(path)
  await expect(page.getByRole('heading', { name: /^In force for/ })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-fees-en-light-desk')
  await page.getByRole('link', { name: 'New version', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/fees\/new\?companyId=/)
  await page.goto(path)
  await page.getByRole('link', { name: 'Versions and simulator', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/fees\?companyId=/)
  const small = await administratorOf(openPage, { roleId: 3, viewport: phone, scheme: 'dark' })
  await inSpanish(small)
  await small.goto(path)
  await expect(small.getByRole('heading', { name: /^En vigor para/ })).toBeVisible()
  await expect(small.getByRole('link', { name: 'Nueva versión' })).toHaveCount(0)
  expect(await violations(small, 'all')).toEqual([])
  await picture(small, 'company-fees-es-dark-phone')
})

test('an allowance becomes the floor of a wallet in the ledger, and 0 ends it', async ({ openPage }) => {
  const page = await administratorOf(openPage, { roleId: 6 })
  await page.goto('/admin/limits')
  await page.getByLabel('Company', { exact: true }).first().selectOption('Andes (tier 2)')
  const panel = page.getByRole('region', { name: 'Balance allowance' })
  const dialog = page.getByRole('dialog', { name: 'Balance allowance of Andes' })
  const setTo = async (amount: string) => {
    await panel.getByRole('button', { name: 'Change the allowance', exact: true }).click()
    await dialog.getByLabel('Allowance', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Set the allowance', exact: true }).click()
    await expect(dialog.getByText('All limit fields are required.')).toBeVisible()
    await dialog.getByLabel('Allowance', { exact: true }).fill(amount)
    await dialog.getByLabel('Reason', { exact: true }).fill('Agreed in the contract of May')
    await dialog.getByRole('button', { name: 'Set the allowance', exact: true }).click()
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await setTo('1000')
  await expect(panel).toContainText('of $1,000.00')
  await expect(panel).toContainText('Guaranteed by Norte')
  await expect(page.getByText('In force', { exact: true }).first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'limits-allowance-en-light-desk')
  // The operator sets the company's own maximum of immediate loads, and ends it.
  const loads = page.getByRole('region', { name: 'Immediate loads' })
  const maximum = page.getByRole('dialog', { name: 'Immediate loads of Andes' })
  await loads.getByRole('button', { name: 'Change the maximum of immediate loads', exact: true }).click()
  await maximum.getByLabel('Maximum of a card in a business day', { exact: true }).fill('750')
  await maximum.getByLabel('Reason', { exact: true }).fill('Few cards')
  await maximum.getByRole('button', { name: 'Set the maximum', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(loads).toContainText('Set for this company.')
  await expect(loads).toContainText('$750.00')
  await picture(page, 'limits-emergency-en-light-desk')
  await loads.getByRole('button', { name: 'End the maximum of this company', exact: true }).click()
  const end = page.getByRole('dialog', { name: 'End the maximum of Andes' })
  await end.getByLabel('Reason', { exact: true }).fill('No longer needed')
  await end.getByRole('button', { name: 'End the maximum', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(loads).toContainText('The one of the platform.')
  await setTo('0')
  await expect(panel).toContainText('of $0.00')
  await inSpanish(page)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Saldo autorizado', exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'limits-allowance-es-dark-phone')
})
