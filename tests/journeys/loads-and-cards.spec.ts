import type { Locator, Page } from '@playwright/test'
import { addTotp } from './support/factor-calls.ts'
import { totpOf } from './support/factors.ts'
import { intercept } from './support/intercept.ts'
import { desk, expect, phone, picture, stored, test } from './support/journey.ts'
import {
  personWithCard,
  personWithMoney,
  quotedLoad,
  signedInPerson,
  type OwnLoad,
} from './support/people.ts'
import { until } from './support/product-calls.ts'
import { control, serviceUrl } from './support/sandbox-services.ts'
import { swipe } from './support/shop.ts'

const refused = (status: number) => new RegExp(`status of ${status}`)
const pay = (page: Page, how: string) => page.getByRole('button', { name: how, exact: true }).click()

test('two presses for a payment address make one load, and a reload resumes it', async ({ openPage }) => {
  const person = await personWithCard()
  const { page } = await openPage({ person })
  await page.goto('/load')
  await page.getByRole('button', { name: 'Show the payment address' }).dblclick()
  await expect(page.getByText('Send exactly')).toBeVisible()
  const { items } = await person.calls.get<{ items: unknown[] }>('/loads?limit=10')
  expect(items).toHaveLength(1)
  const before = await stored(page)
  await page.reload()
  await expect(page.getByText('Send exactly')).toBeVisible()
  expect((await stored(page))['cryptoPayment']).toBe(before['cryptoPayment'])

  await page.getByRole('button', { name: 'Cancel this load' }).click()
  await page.getByRole('button', { name: 'Cancel the load' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled this load' })).toBeVisible()
  await expect.poll(async () => Object.keys(await stored(page))).not.toContain('order_id')
  await picture(page, 'load-cancelled')
})

test('a person without a card is led to the next step, after a first call that failed', async ({
  openPage,
}) => {
  const person = await signedInPerson()
  const { page, problems } = await openPage({ person })
  problems.expect(/ERR_FAILED/)
  const cut = await intercept(page, '**/api/load-options', (route) => route.abort())
  await page.goto('/load')
  await expect(page.getByText('We couldn’t load this page.')).toBeVisible()
  cut.end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You need a card first')).toBeVisible()
  await page.getByRole('link', { name: 'Get your card' }).click()
  await expect(page.getByRole('link', { name: 'Verify your identity' })).toBeVisible()
})

test('a partial payment requests the rest', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'immediate' })
  const { page } = await openPage({ person })
  await page.goto(`/load/${id}`)
  await pay(page, 'Pay half')
  await expect(page.getByRole('heading', { name: 'Send the rest' })).toBeVisible()
  await picture(page, 'load-part')
  await pay(page, 'Pay the rest')
  await expect(page.getByText('It is on your card. You can spend it now.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$190.00')
})

test('an overpayment waits for a decision', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page } = await openPage({ person })
  await page.goto(`/load/${id}`)
  await pay(page, 'Pay 10% too much')
  await expect(page.getByRole('heading', { name: 'More arrived than was due' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What would you like to do?' })).toBeVisible()
  await picture(page, 'load-over-paid')
})

test('a late payment waits for a decision', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page } = await openPage({ person })
  await page.goto(`/load/${id}`)
  await pay(page, 'Pay too late')
  await expect(
    page.getByRole('heading', { name: 'Your payment arrived after the time was over' }),
  ).toBeVisible()
  await picture(page, 'load-late')
})

test('an unpaid quote expires with the exact message of product §8', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page, problems } = await openPage({ person })
  problems.expect(refused(422))
  await page.goto(`/load/${id}`)
  await expect(page.getByText('Send exactly')).toBeVisible()
  await expect(page.getByText('I already sent it')).toBeVisible()
  const hash = page.getByLabel('Transaction hash')
  await expect(hash).toBeHidden()
  await person.calls.post('/sandbox/clock', { hours: 1 })
  await expect(page.getByText('Transaction expired (time out)')).toBeVisible()
  await hash.fill('0x12')
  await page.getByRole('button', { name: 'Look for it' }).click()
  await expect(page.getByText(/A transaction hash is 0x followed by 64/).first()).toBeVisible()
  await picture(page, 'load-expired')
})

test('a paused card declines, says why, and is resumed with one press', async ({ openPage }) => {
  const person = await personWithCard()
  const { page } = await openPage({ person })
  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText('You paused it.')).toBeVisible()
  await swipe(person, '4.80')
  await expect(page.getByRole('heading', { name: 'Recently declined' })).toBeVisible()
  await expect(page.getByText('The card was paused.')).toBeVisible()
  await picture(page, 'card-paused-declined')
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeFocused()
  await expect(page.getByText('Activated', { exact: true }).first()).toBeVisible()
})

/**
 * Two tabs change the limits of a card at the same time; the second one shows both values and leaves the
 * typed ones.
 */
const changeInTwoTabs = async (page: Page) => {
  const other = await page.context().newPage()
  await other.goto(page.url())
  const open = async (tab: Page): Promise<Locator> => {
    await tab.getByRole('button', { name: 'Limits', exact: true }).click()
    return tab.getByRole('dialog', { name: 'Spending limits' })
  }
  const [there, here] = [await open(other), await open(page)]
  await there.getByLabel('One payment').fill('50')
  await there.getByLabel('Per month').fill('800')
  await here.getByLabel('Per month').fill('900')
  const slow = { kind: 'delay', method: 'PUT', path: '/spend-control$', value: 2000, remaining: 1 }
  await control('issuer', '/faults', slow)
  await there.getByRole('button', { name: 'Save limits' }).click()
  await expect(there).toHaveCount(0)
  await here.getByRole('button', { name: 'Save limits' }).click()
  await expect(here.getByRole('alert')).toContainText('Also changed: One payment.')
  await expect(here.getByText('We’re asking the card issuer to change them.')).toBeVisible()
  await expect(here.getByLabel('One payment')).toHaveValue('50.00')
  await expect(here.getByLabel('Per month')).toHaveValue('900')
  await picture(page, 'card-limits-conflict')
  await here.getByRole('radio', { name: /^\$800\.00/ }).check()
  await expect(here.getByLabel('Per month')).toHaveValue('800.00')
  await here.getByRole('radio', { name: /^\$900\.00/ }).check()
  await expect(other.getByText('The new limits are in force.')).toBeVisible()
  await here.getByRole('button', { name: 'Save limits' }).click()
  await expect(here).toHaveCount(0)
  await expect(page.getByText('up to $50.00')).toBeVisible()
  await expect(page.getByText('$0.00 of $900.00')).toBeVisible()
  await other.close()
}

test('a payment above the holder’s own limit is declined and says so; a higher limit lets it pass', async ({
  openPage,
}) => {
  const person = await personWithMoney('100.00')
  const { page, problems } = await openPage({ person })
  await addTotp(person)
  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Limits', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Spending limits' })
  await dialog.getByLabel('Per day').fill('0.50')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(dialog.getByText('At least $1.00.')).toBeVisible()
  await dialog.getByLabel('Per day').fill('10')
  await dialog.getByLabel('Per month').fill('1,000.00')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('The new limits are in force.')).toBeVisible()
  problems.expect(refused(409))
  await changeInTwoTabs(page)
  await swipe(person, '4.80')
  await expect(page.getByText('$4.80 of $10.00')).toBeVisible()
  await swipe(person, '5.21')
  const reason = page.getByText('The amount was above what was left of the daily limit.')
  await expect(reason).toBeVisible()
  await picture(page, 'card-limits')

  await page.getByRole('link', { name: 'Change the limits' }).click()
  await expect(dialog.getByLabel('Per day')).toHaveValue('10.00')
  await dialog.getByLabel('Per day').fill('')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText(/^It is within your limits now: try again at /)).toBeVisible()
  await expect(page.getByText('$4.80 · no limit')).toBeVisible()
  await page.reload()
  await expect(page.getByText('$4.80 of $900.00')).toBeVisible()
})

test('card details are shown by the issuer, after the right code', async ({ openPage }) => {
  const person = await personWithMoney('100.00')
  const { page, problems } = await openPage({ person })
  problems.expect(refused(403))
  const secret = await addTotp(person)
  await page.goto(`/cards/${person.card.id}`)
  await page.getByRole('button', { name: 'Show details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show card details' })
  await expect(dialog.getByText(`•••• ${person.card.lastDigits}`)).toBeVisible()
  await dialog.getByLabel('Code from the app').fill('000000')
  await expect(dialog.getByText('Authenticator code does not match.')).toBeVisible()
  await dialog.getByLabel('Code from the app').fill(await totpOf(secret, 1))
  const frame = page.locator('iframe[title="Card details, shown by the card issuer"]')
  await expect(frame).toHaveAttribute('src', new RegExp(`^${serviceUrl('issuer')}/`))
  await expect(frame.contentFrame().getByText('CVV')).toBeVisible()
  await expect(page.getByText(/^Hides in \d+ seconds/)).toBeVisible()
  await picture(page, 'card-revealed')
  const shown = frame.contentFrame()
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    // The number is on one line, and there is no empty space below the issuer's frame.
    const heightOf = async (of: Locator) => (await of.boundingBox())?.height ?? 0
    await expect.poll(() => heightOf(shown.locator('#number'))).toBeLessThan(44)
    await expect
      .poll(async () => Math.abs((await heightOf(frame)) - (await heightOf(shown.locator('#page')))))
      .toBeLessThan(2)
  }
  const ground = frame.contentFrame().locator('body')
  await expect(ground).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(ground).toHaveCSS('background-color', /^oklch\(0\.22 /)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(frame).toHaveCount(0)
})

test('a payment above the balance shows the missing amount', async ({ openPage }) => {
  const person = await personWithCard()
  const { page } = await openPage({ person })
  await page.goto(`/cards/${person.card.id}`)
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await swipe(person, '12.50')
  await expect(page.getByText(/You had \$0\.00, \$12\.50 less than the payment/)).toBeVisible()
  await page.getByRole('link', { name: 'Load what is missing', exact: true }).click()
  await expect(page).toHaveURL(/\/load\?card=/)
  await expect(page.getByText('You need $12.50 more for that payment')).toBeVisible()
  // 12.89 less 3.00% is 12.50; so is 13.16 less 5.00%.
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('12.89')
  await page.getByText('Immediate', { exact: true }).click()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('13.16')
  await expect(page.getByRole('main')).toContainText('$12.50')

  // Pending money is subtracted from the suggestion: 31.55 less 3.00% is 50.00 less 19.40.
  const { id } = await quotedLoad(person, { amount: '20.00', speed: 'regular' })
  await person.calls.post(`/sandbox/loads/${id}/pay`, { payment: 'exact' })
  await until('a load that is held', async () => {
    const { status } = await person.calls.get<OwnLoad>(`/loads/${id}`)
    return status === 'held'
  })
  await page.goto(`/load?card=${person.card.id}&need=50.00`)
  await expect(page.getByText(/\$19\.40 is already on its way and will be on your card by /)).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('31.55')
})
