import { expect, phone, test } from './support/journey.ts'
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
