import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'

/** Far ahead, so that no other journey sees it. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const rate = (page: Page, speed: string, level: string) =>
  page.getByRole('group', { name: speed, exact: true }).getByLabel(level, { exact: true })

test('two people change the fees of the platform, and a company divides its room and no more', async ({
  openPage,
}) => {
  const maker = await administratorOf(openPage, { roleId: 6 })
  await maker.goto('/admin/fees')
  const golden = maker.getByRole('region', { name: 'What a load gives' })
  for (const amount of ['$323.33', '$3.36', '$2.49', '$9.70', '$0.11'])
    await expect(golden.getByText(amount, { exact: true }).first()).toBeVisible()
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'fees-en-light-desk')
  await maker.getByRole('link', { name: 'New version', exact: true }).click()
  // The price stays, so no other journey sees the planned version on the public page.
  await rate(maker, 'Regular', 'Operator').fill('100')
  await rate(maker, 'Regular', 'Level 1').fill('0.55')
  await maker.getByRole('link', { name: 'Cancel', exact: true }).click()
  await maker.getByRole('button', { name: 'Keep editing', exact: true }).click()
  await expect(rate(maker, 'Regular', 'Level 1')).toHaveValue('0.55')
  await maker.getByLabel('In force from').fill(day(200))
  await maker.getByLabel('Reason').fill('A larger share of level 1')
  await maker.getByRole('button', { name: 'Request the new version', exact: true }).click()
  await expect(maker.getByText(/A fee is 0 or greater and below 100 percent/).first()).toBeVisible()
  const estimate = maker.waitForRequest(
    (request) => request.url().endsWith('/fee-estimates') && request.postData()?.includes(day(200)) === true,
  )
  await rate(maker, 'Regular', 'Operator').fill('0.95')
  await estimate
  await expect(maker.getByText('now $10.00', { exact: true })).toBeVisible()
  await picture(maker, 'fees-new-en-light-desk')
  await maker.getByRole('button', { name: 'Request the new version', exact: true }).click()
  await maker.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(maker).toHaveURL(/\/admin\/fees$/)

  const checker = await administratorOf(openPage, { roleId: 6, viewport: phone, scheme: 'dark' })
  await checker.goto('/admin/inbox?side=others&status=requested')
  await checker.getByRole('link', { name: 'A larger share of level 1' }).first().click()
  const request = checker.locator('aside, [role=dialog]').filter({ hasText: 'A larger share of level 1' })
  await request.getByRole('button', { name: 'Approve', exact: true }).click()
  await checker.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(checker.getByRole('dialog', { name: 'Approve this request' })).toHaveCount(0)
  await expect(request).toContainText('Approved')
  await checker.goto('/admin/fees')
  await expect(checker.getByRole('heading', { name: 'In force for the platform' })).toBeVisible()
  await checker.getByLabel('Company', { exact: true }).selectOption({ label: 'Andes (tier 2)' })
  await expect(checker.getByRole('heading', { name: 'In force for Andes' })).toBeVisible()
  await checker.getByLabel('Code of the person').selectOption({ label: 'Code of a seller two' })
  await expect(checker.getByText('Of level 4: seller two').first()).toBeVisible()
  await expect(checker.getByText('Level 2 · Andes').first()).toBeVisible()
  await picture(checker, 'fees-en-dark-phone')

  const company = await administratorOf(openPage, { roleId: 5, company: 'andes' })
  await company.goto('/admin/fees')
  await expect(company.getByRole('rowheader', { name: 'Above you' }).first()).toBeVisible()
  await expect(company.getByRole('rowheader', { name: 'Operator' })).toHaveCount(0)
  await company.getByRole('link', { name: 'Set the fees', exact: true }).click()
  await rate(company, 'Regular', 'Level 2 (you)').fill('90')
  await company.getByLabel('In force from').fill(day(100))
  await company.getByLabel('Reason').fill('More for level 2')
  await company.getByRole('button', { name: 'Set the fees', exact: true }).click()
  await company.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(company.getByText(/may be .*% together/).first()).toBeVisible()
  await rate(company, 'Regular', 'Level 2 (you)').fill('0.80')
  await rate(company, 'Regular', 'Level 3').fill('0.45')
  await company.getByRole('button', { name: 'Set the fees', exact: true }).click()
  await company.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(company.getByText('A company, in its room').first()).toBeVisible()
  expect(await violations(company, 'all')).toEqual([])
})
