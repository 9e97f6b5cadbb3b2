import { administratorOf } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { expect, phone, picture, test } from './support/journey.ts'
import { personWithMoney } from './support/people.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

test('an administrator follows a card’s money from the trial balance to a journal and its proof', async ({
  openPage,
}) => {
  const person = await personWithMoney('100.00')
  const page = await administratorOf(openPage, { roleId: 6 })
  const main = page.getByRole('main')
  await page.goto('/admin/ledger')
  await expect(main.getByRole('link', { name: 'Card, available' })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-en-light-desk')

  await main.getByRole('link', { name: 'Journals', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journals' })).toBeVisible()
  await main.getByLabel('Kind', { exact: true }).selectOption({ label: 'Load accepted' })
  await expect(page).toHaveURL(/kind=load_accepted/)
  await expect(main.getByRole('link', { name: 'Load accepted' }).first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-journals-en-light-desk')
  await page.goto('/admin/ledger')

  await main.getByRole('textbox').first().fill(person.card.id)
  await main.getByRole('textbox').first().press('Enter')
  const found = main.getByRole('list', { name: 'Found' })
  await found.getByRole('link', { name: /Card, available/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Card, available/ })).toBeVisible()
  await expect(main.getByText('Load credited to the card').first()).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-account-en-light-desk')

  await main.getByRole('link', { name: 'Load credited to the card' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Load credited to the card' })).toBeVisible()
  await expect(main.getByText('Behind the cards')).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-journal-en-light-desk')

  await page.context().addCookies([{ name: 'cardamom', value: 'es', url: page.url() }])
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-journal-es-dark-phone')
})

test('who sees a part of the ledger reads why there are no whole journals, and finds the own accounts', async ({
  openPage,
}) => {
  const page = await administratorOf(openPage, { roleId: 3 })
  const main = page.getByRole('main')
  await page.goto('/admin/ledger/journals?kind=load_accepted')
  await expect(main.getByText(en.ledgerJournals.part.title)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-part-en-light-desk')
  await page.context().addCookies([{ name: 'cardamom', value: 'es', url: page.url() }])
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin/ledger/journals')
  await expect(main.getByText(es.ledgerJournals.part.title)).toBeVisible()
  expect(await violations(page, 'all')).toEqual([])
  await picture(page, 'ledger-part-es-dark-phone')
  await main.getByRole('link', { name: es.ledgerJournals.part.accounts, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/ledger\/accounts/)
})
