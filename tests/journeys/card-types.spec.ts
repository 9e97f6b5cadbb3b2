import { bringAxe, violations } from './support/browser-checks.ts'
import { openAdministrator } from './support/company-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'

/** A text that no other journey uses. */
const fresh = (text: string) => `${text}-${Date.now().toString(36).slice(-5)}`

test('an administrator makes a plan and a type with it, changes them and archives the type', async ({
  openPage,
}) => {
  const { page, context, problems } = await openAdministrator(openPage, { viewport: desk })
  await bringAxe(context)
  await page.goto('/admin/plans')
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await page.getByRole('link', { name: 'New plan' }).click()
  const code = fresh('gold')
  const plan = `Gold ${code}`
  problems.expect(/status of 422/)
  await page.getByLabel('Name', { exact: true }).fill(plan)
  await page.getByLabel('Code', { exact: true }).fill('ab')
  await page.getByLabel('Price', { exact: true }).fill('12.50')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await expect(page.getByText('At least 3 letters, digits, hyphens or points.').first()).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(code)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'plan-new-en-light-desk')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await expect(page.getByRole('heading', { name: plan })).toBeVisible()
  await page.getByLabel('Price', { exact: true }).fill('19')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('19.00')
  const planPath = new URL(page.url()).pathname

  await page.goto('/admin/card-types')
  await page.getByRole('link', { name: 'New card type' }).click()
  const type = `Type ${code}`
  await page.getByLabel('Kind', { exact: true }).selectOption('metal')
  await page.getByLabel('Name', { exact: true }).fill(type)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Plan for a new card').selectOption({ label: `${plan} · $19.00 · ${code}` })
  await page.getByLabel('Issuer’s design').fill('green-metal')
  await page.getByLabel('Business days until delivery').fill('10')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-type-new-en-light-desk')
  await page.getByRole('button', { name: 'Create card type' }).click()
  await expect(page.getByRole('heading', { name: type })).toBeVisible()
  await page.getByLabel('Offered', { exact: true }).selectOption('true')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-type-en-light-desk')

  problems.expect(/status of 409/)
  await page.goto(planPath)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Not allowed to delete a record with related records').first()).toBeVisible()
  await picture(page, 'plan-refused-en-light-desk')

  await page.goto('/admin/card-types')
  await page
    .getByRole('button', { name: type })
    .or(page.getByRole('link', { name: type }))
    .first()
    .click()
  await page.getByRole('link', { name: 'Open card type' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('This type is archived')).toBeVisible()
})

test('two administrators change one plan: the second is told, and nothing is lost', async ({ openPage }) => {
  const first = await openAdministrator(openPage)
  const second = await openAdministrator(openPage)
  const code = fresh('both')
  await first.page.goto('/admin/plans/new')
  await first.page.getByLabel('Name', { exact: true }).fill('Both')
  await first.page.getByLabel('Code', { exact: true }).fill(code)
  await first.page.getByLabel('Price', { exact: true }).fill('1')
  await first.page.getByRole('button', { name: 'Create plan' }).click()
  await expect(first.page.getByLabel('Price', { exact: true })).toHaveValue('1.00')
  await second.page.goto(new URL(first.page.url()).pathname)
  await second.page.getByLabel('Price', { exact: true }).fill('3')
  await second.page.getByLabel('Name', { exact: true }).fill('Both of us')
  await first.page.getByLabel('Price', { exact: true }).fill('2')
  await first.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(first.page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  second.problems.expect(/status of 409/)
  await second.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(second.page.getByRole('alert').first()).toContainText('was changed in the meantime')
  await second.page.getByRole('radio', { name: '2.00' }).check()
  await second.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(second.page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await second.page.reload()
  await expect(second.page.getByLabel('Price', { exact: true })).toHaveValue('2.00')
  await expect(second.page.getByLabel('Name', { exact: true })).toHaveValue('Both of us')
})

test('types and plans fit a phone, in Spanish and dark', async ({ openPage }) => {
  const { page, context } = await openAdministrator(openPage, { scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.setViewportSize(phone)
  await page.goto('/admin/card-types')
  await expect(page.getByRole('heading', { name: 'Tipos de tarjeta' })).toBeVisible()
  await expect(
    page
      .getByRole('button', { name: /Virtual/ })
      .or(page.getByRole('link', { name: /Virtual/ }))
      .first(),
  ).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-types-es-dark-phone')
  await page.goto('/admin/card-types/00000000-0000-7000-8000-000000000901')
  await expect(page.getByText('Las tarjetas automáticas son de este tipo')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-type-es-dark-phone')
  await page.goto('/admin/plans')
  await expect(page.getByRole('heading', { name: 'Planes' })).toBeVisible()
  await picture(page, 'plans-es-dark-phone')
})
