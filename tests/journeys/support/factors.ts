import { generate } from 'otplib'
import { expect } from './journey.ts'
import type { Page } from '@playwright/test'
import { until } from './product-calls.ts'
import { control } from './sandbox-services.ts'

type Way =
  | 'Passkey'
  | 'Authenticator app'
  | 'Security key'
  | 'Code by e-mail'
  | 'Code by SMS'
  | 'Link by e-mail'

/** Opens the security page and starts to add a verification method. */
export const startAdding = async (page: Page, way: Way): Promise<void> => {
  await page.goto('/security')
  await page
    .getByRole('button', { name: /^(Add|Add a verification method)$/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${way}`) })
    .click()
}

export const addPasskey = async (page: Page): Promise<void> => {
  await startAdding(page, 'Passkey')
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByText('added.')).toBeVisible()
}

/**
 * Six digits as an app shows them. `ahead` counts half minutes into the future, because each code is accepted
 * once.
 */
export const totpOf = (secret: string, ahead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * 30 })

/** Adds an authenticator app and returns its secret. */
export const addTotp = async (page: Page): Promise<string> => {
  await startAdding(page, 'Authenticator app')
  const key = await page.getByRole('dialog').locator('.font-mono').innerText()
  const secret = key.replaceAll(/\s/g, '')
  await page.getByLabel('Code from the app').fill(await totpOf(secret))
  await expect(page.getByText('added.')).toBeVisible()
  return secret
}

type SentMessage = {
  readonly kind: string
  readonly to: string
  readonly code?: string
  readonly link?: string
}

type Kind = 'email-otp' | 'sms' | 'magic-link'

const newestSent = async (to: string, kind: Kind): Promise<SentMessage | undefined> => {
  const sent = await control<SentMessage[]>('auth', `/outbox?to=${encodeURIComponent(to)}`)
  return sent.find((each) => each.kind === kind)
}

/** Waits for the newest message of the step-up provider to an address or a number. */
export const lastSent = async (to: string, kind: Kind): Promise<SentMessage> =>
  until(`a ${kind} to ${to}`, () => newestSent(to, kind))

/** Presses, and waits for a code that differs from the one before. */
export const freshCode = async (
  to: string,
  kind: 'email-otp' | 'sms',
  press: () => Promise<void>,
): Promise<string> => {
  const before = await newestSent(to, kind)
  await press()
  return until(`a new ${kind} to ${to}`, async () => {
    const code = (await newestSent(to, kind))?.code
    return code === before?.code ? null : code
  })
}
