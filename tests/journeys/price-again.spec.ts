import type { Page, Route } from '@playwright/test'
import { administratorWithMail } from './support/administrator.ts'
import { intercept } from './support/intercept.ts'
import { expect, test } from './support/journey.ts'
import { personWithCard } from './support/people.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
const noRate = en.refusals.rate_unavailable

/** Answers every price as the product does while no source has a rate, until `end`. */
const withoutRates = (page: Page, where: string) =>
  intercept(page, where, (route: Route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '20' },
      json: { success: false, code: 'rate_unavailable', message: noRate, data: { retryAfterSeconds: 20 } },
    }),
  )

test('the price of a deposit by crypto is read again by itself, and nothing that was typed is lost', async ({
  openPage,
}) => {
  const { coin, form } = en.topUps
  const { page, problems } = await administratorWithMail(openPage, { roleId: superAdmin })
  problems.expect(/status of 503/)
  const rates = await withoutRates(page, '**/api/coin-deposit-offers*')
  await page.goto('/admin/wallets/deposits/crypto')
  await page.getByLabel(form.company, { exact: true }).fill('Lima')
  await page.getByRole('button', { name: /^Lima/ }).click()
  await page.getByLabel(coin.amount, { exact: true }).fill('1000')
  const lock = page.getByRole('button', { name: coin.lock, exact: true })
  await expect(page.getByRole('alert')).toContainText(`${noRate}. ${en.moneyForms.priceAgain}`)
  await expect(lock).toBeDisabled()
  rates.end()
  await expect(lock).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel(coin.amount, { exact: true })).toHaveValue('1000')
})

test('the price of a load is read again by itself, in Spanish too', async ({ openPage }) => {
  const person = await personWithCard()
  const { page, problems } = await openPage({ person, language: 'es' })
  problems.expect(/status of 503/)
  const rates = await withoutRates(page, '**/api/load-offers*')
  await page.goto(`/load?card=${person.card.id}`)
  await expect(page.getByRole('alert')).toContainText(`${noRate}. ${es.moneyForms.priceAgain}`)
  const start = page.getByRole('button', { name: es.loads.showAddress, exact: true })
  await expect(start).toBeDisabled()
  rates.end()
  await expect(start).toBeEnabled()
})

test('a record of the treasury without a rate is checked again by itself', async ({ openPage }) => {
  const { form, values } = en.treasuryOperations
  const { page, problems } = await administratorWithMail(openPage, { roleId: superAdmin })
  problems.expect(/status of 503/)
  const rates = await withoutRates(page, '**/api/treasury-operations/preview*')
  await page.goto('/admin/treasury/new?kind=coins_bought')
  await page.getByLabel(form.asset, { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(form.coins, { exact: true }).fill('100')
  await page.getByLabel(form.amount.coins_bought, { exact: true }).fill('100')
  await page.getByLabel(form.venue, { exact: true }).fill('Exchange')
  await page.getByLabel(form.reference, { exact: true }).fill('Trade without a rate')
  await page.getByRole('button', { name: form.review, exact: true }).click()
  await expect(page.getByText(`${noRate}. ${en.moneyForms.priceAgain}`)).toBeVisible()
  rates.end()
  await expect(page.getByRole('dialog', { name: new RegExp(`^${values.kind.coins_bought}`) })).toBeVisible()
})
