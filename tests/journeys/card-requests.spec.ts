import type { Page } from '@playwright/test'
import { administratorOf } from './support/administrator.ts'
import { bringAxe, violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { offerPlastic, setRole } from './support/owner-database.ts'
import { personWithCard, signedInPerson, type Person } from './support/people.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

const superAdmin = 6
const seller = 7
/** A text that no other journey uses. */
const fresh = (text: string) => `${text}-${Date.now().toString(36).slice(-6)}`

const goOn = (page: Page, t: { cardOrders: { continue: string } }) =>
  page.getByRole('button', { name: t.cardOrders.continue, exact: true }).click()
const stepTitle = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()

/** Credits the regular wallet of a person by hand. */
const credit = async (page: Page, { email }: Person, amount: string) => {
  const { walletAdjustments: w, stepUp } = en
  await page.goto('/admin/wallets/adjust')
  await page.getByLabel(w.form.holder, { exact: true }).fill(email)
  await page.getByRole('button', { name: email }).click()
  await page.getByLabel(w.form.amount, { exact: true }).fill(amount)
  await page.getByRole('button', { name: w.form.review, exact: true }).click()
  await page.getByRole('dialog').getByLabel(w.review.note, { exact: true }).fill('Money for a card')
  await page.getByRole('button', { name: `Credit $${amount}`, exact: true }).click()
  await page.getByRole('button', { name: stepUp.passkey.go, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/wallets\/adjustments/)
}

test('a free virtual card is ordered in three steps, and the typed name survives a reload', async ({
  openPage,
}) => {
  const t = en
  const o = t.cardOrders
  const person = await personWithCard()
  const { page, context, problems } = await openPage({ person, viewport: phone })
  problems.expect(/status of 409/)
  await bringAxe(context)
  await page.goto('/cards')
  await page.getByRole('link', { name: o.list.more, exact: true }).click()
  await stepTitle(page, o.card.title)
  await expect(page.getByRole('radio', { name: /^Virtual/ })).toBeChecked()
  await expect(page.getByText(o.total.replace('{amount}', o.free))).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-request-card-en-light-phone')
  await goOn(page, t)
  await stepTitle(page, o.name.title)
  await page.getByLabel(o.name.label, { exact: true }).fill('Ana Torres')
  await expect(page.getByRole('img', { name: /ANA TORRES/ })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(o.name.label, { exact: true })).toHaveValue('Ana Torres')
  await goOn(page, t)
  await stepTitle(page, o.review.title)
  await page.getByRole('button', { name: o.review.order, exact: true }).click()
  await stepTitle(page, o.name.title)
  await expect(page.getByText(t.refusals.name_not_yours)).toBeVisible()
  const name = `${person.firstName.slice(0, 1)} ${person.lastName}`
  await page.getByLabel(o.name.label, { exact: true }).fill(name)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-request-name-en-light-phone')
  await goOn(page, t)
  await page.getByRole('button', { name: o.review.order, exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: o.order.title, level: 1 })).toBeVisible()
  await expect(page.getByText(o.status.fulfilled, { exact: true })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-order-done-en-light-phone')
  await page.getByRole('link', { name: o.order.seeCard, exact: true }).click()
  await expect(page.getByRole('heading', { name: t.cards.kind.virtual })).toBeVisible()
  await page.goto('/cards')
  await expect(page.getByRole('list', { name: t.cards.list }).getByRole('listitem')).toHaveCount(2)
})

test('a plastic card is paid from the wallet of the person, and its order is in the list of cards', async ({
  openPage,
}) => {
  const t = es
  const o = t.cardOrders
  const type = await offerPlastic(fresh('plastic'))
  const person = await personWithCard()
  await setRole(person.email, seller)
  await credit(await administratorOf(openPage, { roleId: superAdmin }), person, '40.00')
  const { page, context } = await openPage({ person, language: 'es', scheme: 'dark' })
  await bringAxe(context)
  await page.goto('/cards/request')
  await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check()
  await expect(page.getByText(o.total.replace('{amount}', '$15.00'))).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-request-card-es-dark-desk')
  await goOn(page, t)
  await goOn(page, t)
  await stepTitle(page, o.address.title)
  await page.getByLabel(t.person.street, { exact: true }).fill('')
  await goOn(page, t)
  await expect(page.getByLabel(t.person.street, { exact: true })).toBeFocused()
  await page.getByLabel(t.person.street, { exact: true }).fill('Calle Nueva 5')
  await picture(page, 'card-request-address-es-dark-desk')
  await goOn(page, t)
  await stepTitle(page, o.review.title)
  await expect(page.getByText(/Calle Nueva 5/)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel(t.person.street, { exact: true })).toHaveValue('Calle Nueva 5')
  await goOn(page, t)
  await expect(page.getByRole('radio', { name: /^Billetera regular/ })).toBeChecked()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-request-review-es-dark-desk')
  await page.getByRole('button', { name: o.review.pay.replace('{amount}', '$15.00') }).click()
  await expect(page.getByRole('heading', { name: o.order.title, level: 1 })).toBeVisible()
  await expect(page.getByText(/Calle Nueva 5/)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-order-paid-es-dark-desk')
  await page.goto('/cards')
  const orders = page.getByRole('link', { name: new RegExp(type) })
  await expect(orders).toHaveCount(1)
  await picture(page, 'cards-with-order-es-dark-desk')
  await page.goto('/cards/request')
  await expect(page.getByRole('radio', { name: new RegExp(`^${type}`) })).toBeDisabled()
  await page.goto('/cards')
  await orders.click()
  await page.getByRole('button', { name: o.cancel.button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: o.cancel.title })
  await expect(dialog).toContainText('$15.00')
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-order-cancel-es-dark-desk')
  await dialog.getByRole('button', { name: o.cancel.button, exact: true }).dblclick()
  await expect(page.getByText(o.order.cancelledPaid)).toBeVisible()
  await expect(page.getByText(o.status.refunded, { exact: true })).toBeVisible()
  await page.setViewportSize(phone)
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'card-order-cancelled-es-dark-phone')
})

test('a person whose identity is not verified is told so, with the way to it', async ({ openPage }) => {
  const t = en
  const person = await signedInPerson()
  const { page } = await openPage({ person, viewport: phone })
  await page.goto('/cards/request')
  await expect(page.getByText(t.refusals.kyc_required)).toBeVisible()
  await expect(page.getByRole('link', { name: t.cardOrders.way.verify, exact: true })).toBeVisible()
  await picture(page, 'card-request-hindered-en-light-phone')
})
