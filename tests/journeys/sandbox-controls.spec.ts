import { openAdministrator } from './support/company-admin.ts'
import { desk, expect, phone, picture, test } from './support/journey.ts'
import { personWithMoney, quotedLoad, signedInPerson } from './support/people.ts'

test('the sandbox controls decide a check and advance time, from any page', async ({ openPage }) => {
  const person = await signedInPerson()
  const { page } = await openPage({ person, viewport: phone })
  await person.calls.post('/kyc/start', {
    firstName: person.firstName,
    lastName: person.lastName,
    documentType: 'ID_CARD',
    country: 'PE',
  })
  await page.goto('/kyc/status')
  await page.getByRole('button', { name: 'Controls' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('The verification service decided.')).toBeVisible()
  for (const name of ['Mailbox', 'Phone', 'Test shop', 'Demo wallet']) {
    const link = page.getByRole('dialog').getByRole('link', { name })
    expect((await person.calls.context.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
  }
  await page.getByRole('button', { name: '+ 1 hour' }).click()
  await expect(page.getByText(/^It is now /)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You are verified' })).toBeVisible()
})

test('the sandbox controls pay a load, swipe the card and break a service', async ({ openPage }) => {
  const person = await personWithMoney('300.00')
  await quotedLoad(person, { amount: '100.00', speed: 'immediate' })
  const { page } = await openPage({ person })
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Controls' }).click()
  await page.getByRole('button', { name: 'Pay the right amount' }).click()
  await expect(page.getByText('You have no load waiting for a payment.')).toBeVisible()
  await expect(page.getByText('+$95.00')).toBeVisible()
  await page.getByRole('button', { name: 'Coffee, $4.80' }).click()
  await expect(page.getByText('Café Altura').first()).toBeVisible()
  const outage = page.getByRole('switch', { name: /Blockchain node/ })
  await outage.click()
  await expect(page.getByText('Out of order', { exact: true })).toBeVisible()
  await outage.click()
  await expect(page.getByText('Out of order', { exact: true })).toHaveCount(0)
})

test('while a provider is silent, every page of administrators says so by itself', async ({ openPage }) => {
  const { page, person } = await openAdministrator(openPage, { viewport: desk })
  await page.goto('/admin')
  await expect(page.getByText(/^All providers answer/)).toBeVisible()
  const setOutage = (down: boolean) => person.calls.post('/sandbox/outages', { service: 'chain', down })
  const line = page.getByRole('complementary', { name: 'Providers that do not answer' })
  await setOutage(true)
  try {
    // The scanner of the chain fails again and again in this time.
    await person.calls.post('/sandbox/clock', { hours: 1 })
    await expect(async () => {
      await page.reload()
      await expect(line).toContainText('The chain has not answered since', { timeout: 2000 })
    }).toPass({ timeout: 120_000 })
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await picture(page, 'provider-health-en-light-desk')
    const theirs = await openPage({ person, viewport: phone, language: 'es', scheme: 'dark' })
    await theirs.page.goto('/admin/companies')
    await expect(theirs.page.getByText(/^La cadena no responde desde el/)).toBeVisible()
    await picture(theirs.page, 'provider-health-es-dark-phone')
    await line.getByRole('link', { name: 'Open the connections' }).click()
    await expect(page.getByRole('button', { name: 'Test connection: Chain' })).toBeVisible()
  } finally {
    await setOutage(false)
  }
  // The test of a connection is a call as well, so nobody waits for the next work of the product.
  await page.getByRole('button', { name: 'Test connection: Chain' }).click()
  await expect(page.getByText(/^It answers \(\d+ ms\)/)).toBeVisible()
  await expect(async () => {
    await page.goto('/admin')
    await expect(page.getByText(/^All providers answer/)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 120_000 })
  await expect(line).toHaveCount(0)
})
