import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { issuerCardOf } from './support/owner-database.ts'
import { personWithMoney } from './support/people.ts'
import { control } from './support/sandbox-services.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

type Payment = { readonly id: string }

const longName = 'Comercializadora Internacional de Alimentos del Pacífico'

/** A person with two payments: one in soles that settled with a refund, and one that is pending. */
const shopper = async () => {
  const person = await personWithMoney('500')
  const cardId = await issuerCardOf(person.card.id)
  const merchant = { name: longName, mcc: '5411', category: 'Groceries', city: 'Cusco', country: 'PER' }
  const settled = await control<Payment>('issuer', '/simulate/authorisation', {
    cardId,
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    merchant,
  })
  await control('issuer', `/simulate/${settled.id}/clearing`, {})
  await control('issuer', `/simulate/${settled.id}/refund`, { amount: '5.00' })
  const cafe = { name: 'Café Ñusta', mcc: '5814', category: 'Restaurants', city: 'Lima', country: 'PER' }
  const pending = await control<Payment>('issuer', '/simulate/authorisation', {
    cardId,
    amount: '12.30',
    merchant: cafe,
  })
  return { person, settled, pending }
}

/** Opens the list with one transaction that a search finds, as soon as the product has it. */
const openFound = async (page: Page, txId: string, title: string) => {
  const details = page.locator('aside, [role=dialog]').filter({ hasText: txId })
  await expect(async () => {
    await page.goto(`/admin/transactions?q=${txId}`)
    await page.getByRole('main').getByText(title).first().click({ timeout: 10_000 })
    await expect(details).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
  return details
}

test('an administrator sees what happened to a payment, what was posted, and what the issuer said', async ({
  openPage,
}) => {
  const t = en.companyTransactions
  const { settled, pending, person } = await shopper()
  const page = await administratorOf(openPage, { roleId: 6 })
  const details = await openFound(page, settled.id, longName)
  await expect(details.getByText(en.transactions.event.clearing, { exact: true })).toBeVisible()
  await expect(details).toContainText('377.00')
  await expect(details.getByText(t.messages.webhook).first()).toBeVisible()
  await details.getByText(t.messages.webhook).first().click()
  await expect(details.locator('pre').first()).toContainText(settled.id)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-transaction-en-light-desk')
  await details.getByRole('link', { name: t.values.purpose.refund, exact: true }).click()
  await expect(details.getByRole('heading', { name: t.related })).toBeVisible()

  await page.goto('/admin/transactions?status=floating')
  await expect(page.getByRole('main').getByText(pending.id)).toBeVisible()
  await expect(page.getByRole('main').getByText(settled.id)).toHaveCount(0)
  await picture(page, 'company-transactions-en-light-desk')
  await details.getByRole('link', { name: t.person }).or(page.getByText(pending.id)).first().click()
  await page.getByRole('link', { name: t.person }).click()
  await expect(page.getByRole('heading', { name: `${person.firstName} ${person.lastName}` })).toBeVisible()
})

test('transactions on a phone, in Spanish and dark', async ({ openPage }) => {
  const t = es.companyTransactions
  const { settled, person } = await shopper()
  const page = await administratorOf(openPage, { roleId: 6, scheme: 'dark' })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Cambiar a español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/)
  await page.goto('/admin/transactions')
  await expect(page.getByRole('main').getByText(longName).first()).toBeVisible()
  await picture(page, 'company-transactions-es-dark-desk')
  await page.setViewportSize(phone)
  const details = await openFound(page, settled.id, longName)
  await expect(details.getByText(t.values.status.settled, { exact: true }).first()).toBeVisible()
  await expect(details).toContainText(person.email)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-transaction-es-dark-phone')
  await page.goto('/admin/transactions')
  await expect(page.getByRole('main').getByText(longName).first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'company-transactions-es-dark-phone')
})
