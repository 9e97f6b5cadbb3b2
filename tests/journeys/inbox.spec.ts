import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { administrator, requestCapital } from './support/requests.ts'

const details = (page: Page) =>
  page.locator('aside, [role=dialog]').filter({ hasText: /What happened|Qué pasó/ })
const rowOf = (page: Page, reason: string) => page.getByRole('link', { name: reason })

test('two people decide requests in two browsers: one with the keyboard alone, one in Spanish on a phone', async ({
  openPage,
}) => {
  const maker = await administrator()
  const page = await administratorOf(openPage, { roleId: 6 })
  const word = maker.lastName
  const reasons = { withdrawn: `${word} one`, rejected: `${word} two`, approved: `${word} three` }
  await page.goto('/admin/inbox?side=yours')
  await expect(page.getByRole('heading', { name: 'You have requested nothing' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'inbox-empty-en-light-desk')

  await requestCapital(maker, { amount: '100.00', reason: reasons.withdrawn })
  await requestCapital(maker, { amount: '200.00', reason: reasons.rejected })
  await requestCapital(maker, { amount: '5000.00', reason: reasons.approved })
  const own = await openPage({ person: maker, viewport: phone, language: 'es', scheme: 'dark' })
  await bringAxe(own.context)
  await own.page.goto('/admin/inbox?side=yours')
  await expect(rowOf(own.page, reasons.approved)).toContainText('En espera')
  await picture(own.page, 'inbox-es-dark-phone')

  // The first row is the newest request. No press of a pointer from here on.
  await page.goto('/admin/inbox')
  await expect(page).toHaveURL(/side=others&status=requested|status=requested&side=others/)
  await expect(rowOf(page, reasons.approved)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText(/[3-9]/)
  await picture(page, 'inbox-en-light-desk')
  await page.keyboard.press('j')
  await expect(rowOf(page, reasons.approved)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText(`Lucía ${word}`)
  await expect(details(page)).toContainText('5,000.00')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'inbox-drawer-en-light-desk')
  await page.keyboard.press('a')
  const confirming = page.getByRole('dialog', { name: 'Approve this request' })
  await expect(confirming).toContainText('5,000.00')
  await expect(confirming).toContainText(maker.email)
  await picture(page, 'inbox-confirm-en-light-desk')
  const passkey = confirming.getByRole('button', { name: 'Continue with a passkey' })
  await expect(passkey).toBeVisible()
  await passkey.focus()
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText('Approved')
  await expect(rowOf(own.page, reasons.approved)).toContainText('Aprobada')

  await page.keyboard.press('j')
  await expect(details(page)).toContainText(reasons.rejected)
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect(details(page)).toContainText(reasons.withdrawn)
  await page.keyboard.press('k')
  await expect(details(page)).toContainText(reasons.rejected)
  await page.keyboard.press('r')
  const rejecting = page.getByRole('dialog', { name: 'Reject this request' })
  await expect(rejecting).toBeVisible()
  await page.keyboard.type('The bank shows another amount')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(details(page)).toContainText('· The bank shows another amount')
  await expect(details(page)).toContainText('Rejected')
  await picture(page, 'inbox-rejected-en-light-desk')

  await expect(rowOf(own.page, reasons.rejected)).toContainText('Rechazada')
  await rowOf(own.page, reasons.withdrawn).click()
  await expect(details(own.page)).toContainText('Otra persona decide lo que solicitaste.')
  expect(await violations(own.page, 'all')).toEqual([])
  await picture(own.page, 'inbox-drawer-es-dark-phone')
  await own.page.getByRole('button', { name: 'Retirar' }).click()
  await expect(details(own.page)).toContainText('Retirada')
  // Its row stays where the other person reads, until they press the bar.
  await page.getByRole('button', { name: '1 left this list' }).click()
  await expect(rowOf(page, reasons.withdrawn)).toHaveCount(0)

  // The maker learns of both decisions, and not of what they withdrew themselves.
  await own.page.goto('/admin')
  await own.page.getByRole('link', { name: 'Notificaciones, 2 sin leer' }).click()
  const notices = own.page.getByRole('main').getByRole('listitem')
  await expect(notices).toHaveText([
    /Rechazada: Registro de tesorería.*another amount/,
    /Aprobada: Registro de tesorería/,
  ])
  expect(await violations(own.page, 'all')).toEqual([])
  await picture(own.page, 'admin-notifications-es-dark-phone')
  await notices.nth(1).getByRole('link').click()
  await expect(details(own.page)).toContainText(reasons.approved)
})
