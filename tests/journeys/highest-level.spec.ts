import { addAuthenticator } from './support/authenticator.ts'
import { violations } from './support/browser-checks.ts'
import { addPasskey } from './support/factors.ts'
import { interceptOnce } from './support/intercept.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithCard } from './support/people.ts'
import { mailTo } from './support/sandbox-services.ts'

type Refusal = { readonly data: { level: string } }
type EarnedGrant = { readonly data: { readonly grant: string | null } }

test('the highest level requires a passkey, a code and the password, one after the other', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const { page, problems } = await openPage({ person, viewport: phone })
  problems.expect(/status of (400|403|422|503)/)
  await addAuthenticator(page)
  await addPasskey(page)
  // No operation of a cardholder needs this level, so the test raises the level of one.
  await interceptOnce(page, '**/api/cards/*/reveal', async (route) => {
    const response = await route.fetch()
    const refusal = (await response.json()) as Refusal
    refusal.data.level = 'S3'
    await route.fulfill({ response, json: refusal })
  })
  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  const dialog = page.getByRole('dialog')
  const inspect = async (view: string) => {
    await picture(page, `highest-${view}`)
    expect(await violations(page, 'all')).toEqual([])
  }
  await expect(dialog.getByRole('button', { name: 'Continue with a passkey' })).toBeVisible()
  await inspect('passkey')
  await dialog.getByRole('button', { name: 'Continue with a passkey' }).click()

  // The server's message is a toast, whether the code was sent or not.
  await interceptOnce(page, '**/api/send/otp?*', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, code: 'otp_not_sent', message: 'The code could not be sent' },
    }),
  )
  const toasts = page.locator('.Toastify__toast')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(toasts.getByText('The code could not be sent')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(toasts.getByText(/^We sent a code to /)).toBeVisible()
  const code = dialog.getByLabel('Code from the e-mail')
  await expect(code).toBeVisible()
  await inspect('code')
  await code.fill((await mailTo(person.email, 'sign_in_code')).code ?? '')

  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeVisible()
  await inspect('password')
  await password.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That isn’t your password. Try again.')).toBeVisible()
  await password.fill(person.password)
  const earned = page.waitForResponse(
    (answer) => answer.url().endsWith('/step-up/grants') && answer.status() < 300,
  )
  await page.keyboard.press('Enter')
  expect(((await (await earned).json()) as EarnedGrant).data.grant).toMatch(/^[\w-]{20,}$/)
})
