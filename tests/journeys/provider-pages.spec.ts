import { lastSent } from './support/factors.ts'
import { expect, test } from './support/journey.ts'
import { productUrl, until } from './support/product-calls.ts'
import { confirmOnPages } from './support/provider-pages.ts'

test('the provider’s page confirms over a login, instead of it on a phone, and next to an operation', async ({
  openPage,
}) => {
  const newest = (email: string, before: string) =>
    until('a new code', async () => {
      const { code } = await lastSent(email, 'email-otp')
      return code === before ? null : code
    })
  const away = await confirmOnPages(openPage, newest, 'provider-page')
  expect(away.origin).toBe(productUrl())
})
