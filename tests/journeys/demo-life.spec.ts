import { expect, picture, test } from './support/journey.ts'
import { demoUrl } from './support/own-product.ts'

test('a person of the demo already has loads and payments', async ({ openPage }) => {
  const { page } = await openPage()
  await page.goto(`${demoUrl()}/login`)
  await page.getByRole('button', { name: /^Lucía/ }).click()
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
  // The first load credited 570.00; her later spending is subtracted.
  await expect(page.getByRole('main')).toContainText(/Available balance\s*\$[45]\d\d\.\d\d/)
  await page.goto(`${demoUrl()}/transactions`)
  const main = page.getByRole('main')
  await expect(main.getByText('Load, immediate')).toHaveCount(1)
  await expect(main.getByText('Cinelumen')).toHaveCount(1)
  await expect(main.getByRole('listitem').nth(4)).toBeVisible()
  await picture(page, 'demo-activity')
})
