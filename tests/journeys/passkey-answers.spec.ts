import type { Page } from '@playwright/test'
import { addAuthenticator } from './support/authenticator.ts'
import { addPasskey } from './support/factors.ts'
import { interceptOnce } from './support/intercept.ts'
import { expect, test } from './support/journey.ts'
import { signedInPerson } from './support/people.ts'
import { control } from './support/sandbox-services.ts'

type Keys = { readonly data: { passkey_enabled: number } }

const openPasskey = (page: Page) => page.getByRole('button', { name: /^Change / }).click()
const remove = async (page: Page) => {
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
}
const toast = (page: Page, text: string) => page.locator('.Toastify__toast').getByText(text)

test('answers about passkeys use the messages of the server', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/status of (403|409|503)/)
  await addAuthenticator(page)
  await addPasskey(page)

  // The passkey was removed elsewhere after the page loaded, so the page does not request it.
  await interceptOnce(page, '**/api/authsignal/keys', async (route) => {
    const response = await route.fetch()
    const keys = (await response.json()) as Keys
    keys.data.passkey_enabled = 0
    await route.fulfill({ response, json: keys })
  })
  await openPasskey(page)
  await page.getByRole('button', { name: 'Check this passkey' }).click()
  await expect(page.getByRole('status').getByText('Passkey is not enabled')).toBeVisible()
  await page.getByRole('button', { name: 'Check this passkey' }).click()
  await expect(page.getByText('It works in this browser.')).toBeVisible()

  // The provider fails when the passkey should be removed.
  const { id } = await person.calls.get<{ id: string }>('/me')
  const path = `/users/${id}/authenticators/`
  await control('auth', '/faults', { kind: 'status', method: 'DELETE', path, value: 500, remaining: 1 })
  await remove(page)
  await expect(toast(page, 'Failed to delete passkey')).toBeVisible()

  // The company started to require a passkey meanwhile.
  await interceptOnce(page, '**/api/authsignal/delete/passkey/*', (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'passkey_required', message: 'Passkey is required' },
    }),
  )
  await page.goto('/security')
  await openPasskey(page)
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(toast(page, 'Passkey is required')).toBeVisible()
})
