import type { FrameLocator, Page } from '@playwright/test'
import { totpOf } from './factors.ts'
import { addEmailCodes, addTotp } from './factor-calls.ts'
import { desk, expect, phone, picture, type OpenBrowser } from './journey.ts'
import { personWithCard } from './people.ts'
import { until } from './product-calls.ts'
import { atHome, chooseWay, logIn } from './sign-in.ts'

/** The newest code that the provider mailed, as soon as it differs from the one before. */
export type NewestCode = (email: string, before: string) => Promise<string>

const row = 'On the confirmation page'
const open = 'Open the confirmation page'

const byMail = async (at: Page | FrameLocator, code: () => Promise<string>) => {
  await at.getByRole('button', { name: 'Use another way' }).click()
  await at.locator('[data-method=EMAIL_OTP]').click()
  await expect(at.getByRole('heading', { name: 'Enter the code from your e-mail' })).toBeVisible()
  await at.getByLabel('Six-digit code').fill(await code())
  await at.getByRole('button', { name: 'Confirm' }).click()
}

/**
 * The provider's pre-built page in its three modes: over the login, instead of the login on a phone, and in a
 * window next to an operation.
 */
export const confirmOnPages = async (openPage: OpenBrowser, newestCode: NewestCode, pictures: string) => {
  const person = await personWithCard()
  const secret = await addTotp(person)
  await addEmailCodes(person)
  let before = await newestCode(person.email, '')
  const nextCode = async () => {
    before = await newestCode(person.email, before)
    return before
  }
  const { page, problems } = await openPage({ viewport: desk })
  problems.expect(/status of (401|403)/)

  await logIn(page, person)
  await chooseWay(page, row)
  await page.getByRole('button', { name: open }).click()
  const frame = page.frameLocator('#__authsignal-popup-iframe')
  await expect(frame.getByRole('heading', { name: 'Enter the code of your app' })).toBeVisible()
  await picture(page, `${pictures}-popup`)
  // Escape closes the page without losing anything, and it can be opened again.
  await page.locator('#__authsignal-popup-container').focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing was confirmed there.')).toBeVisible()
  await page.getByRole('button', { name: open }).click()
  await byMail(frame, nextCode)
  await atHome(page)

  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  await chooseWay(page, row)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: open }).click()
  const popup = await opening
  await expect(popup.getByRole('heading', { name: 'Enter the code of your app' })).toBeVisible()
  expect(await popup.evaluate('[innerWidth, innerHeight]')).toEqual([400, 500])
  await picture(page, `${pictures}-beside`)
  const closed = popup.waitForEvent('close')
  await popup.getByLabel('Six-digit code').fill(await totpOf(secret, 1))
  await popup.getByRole('button', { name: 'Confirm' }).click()
  await closed
  await expect(page.locator('iframe').contentFrame().getByText('CVV')).toBeVisible()

  const small = await openPage({ viewport: phone })
  small.problems.expect(/status of 401/)
  await logIn(small.page, person)
  await small.page.getByLabel('Don’t ask again on this browser for 30 days').check()
  await chooseWay(small.page, row)
  await small.page.getByRole('button', { name: open }).click()
  await expect(small.page.getByRole('heading', { name: 'Enter the code of your app' })).toBeVisible()
  const away = new URL(small.page.url())
  // The person comes back without a confirmation, and the login still waits.
  await small.page.getByRole('button', { name: 'Cancel' }).click()
  await chooseWay(small.page, row)
  await small.page.getByRole('button', { name: open }).click()
  await byMail(small.page, nextCode)
  await atHome(small.page)
  expect(small.page.url()).not.toContain('token')
  await until('the trusted browser', async () =>
    (await small.context.cookies()).some(({ name }) => name.includes('device')),
  )
  return away
}
