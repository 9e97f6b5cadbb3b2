import { expect, phone, test } from './support/journey.ts'
import { personWithMoney, signedInPerson } from './support/people.ts'
import { swipe } from './support/shop.ts'

test('the bell counts unread notifications at once, and shows no number when all are read', async ({
  openPage,
}) => {
  const person = await personWithMoney('100.00')
  await person.calls.post('/notifications/read', {})
  for (const viewport of [undefined, phone]) {
    const { page } = await openPage({ person, ...(viewport ? { viewport } : {}) })
    await page.goto('/')
    const bell = page.getByRole('link', { name: /^Notifications/ }).first()
    await expect(bell).toHaveAccessibleName('Notifications')
    await swipe(person, '3.10')
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
    await bell.click()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.first()).toContainText('$3.10 at')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('All read')).toBeVisible()
    await page.goto('/')
    await expect(bell).toHaveAccessibleName('Notifications')
  }
})

test('each topic and channel has its own switch; security mail has none', async ({ openPage }) => {
  const { page } = await openPage({ person: await signedInPerson() })
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  const byEmail = page.getByRole('switch', { name: 'Card payments: By e-mail' })
  await expect(byEmail).not.toBeChecked()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await byEmail.check()
  await saved
  await expect(page.getByRole('switch', { name: 'Card payments: In the app' })).toBeChecked()
  const security = page.getByRole('row', { name: /Account security/ })
  await expect(security).toContainText('can’t be switched off')
  await expect(security.getByRole('switch')).toHaveCount(0)
  await page.reload()
  await expect(byEmail).toBeChecked()
})
