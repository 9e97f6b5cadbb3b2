import type { Page } from '@playwright/test'
import { addTotp } from './support/factor-calls.ts'
import { totpOf } from './support/factors.ts'
import { expect, phone, picture, stored, test } from './support/journey.ts'
import { personWithCard, quotedLoad } from './support/people.ts'

/** The payer's own address, to which the refund goes. */
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const refused = (status: number) => new RegExp(`status of ${status}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('an overpayment is loaded after one question, and two tabs agree', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page } = await openPage({ person })
  await page.goto(`/load/${id}`)
  await press(page, 'Pay 10% too much')
  await row(page, /^Load what arrived/).click()
  await expect(page.getByRole('dialog', { name: /^Load \$21\d\.\d\d\?$/ })).toBeVisible()
  await picture(page, 'load-credit-question')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Load \$/ })
    .click()
  await expect(page.getByText('Will be on your card', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('On its way', { exact: true }).first()).toBeVisible()
  await picture(page, 'load-credited-what-came')
})

test('a part is loaded while the rest could still be sent', async ({ openPage }) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'immediate' })
  const { page } = await openPage({ person, language: 'es' })
  await page.goto(`/load/${id}`)
  await press(page, 'Pagar la mitad')
  await expect(page.getByRole('heading', { name: 'O elige otra opción' })).toBeVisible()
  await picture(page, 'load-part-choices')
  await row(page, /^Cargar lo que llegó/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cargar $95.00' }).click()
  await expect(page.getByText('Ya está en tu tarjeta. Puedes gastarlo.')).toBeVisible()
})

test('a refund is requested with a compared address and a second factor, and withdrawn', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const { id } = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page, problems } = await openPage({ person })
  problems.expect(refused(403))
  problems.expect(refused(422))
  const secret = await addTotp(person)
  await page.goto(`/load/${id}`)
  await press(page, 'Pay with another coin')
  await row(page, /^Send it back to me/).click()
  const dialog = page.getByRole('dialog', { name: /^Send back/ })
  const address = dialog.getByLabel('Your address on Ethereum')
  await address.fill(away.slice(0, -1))
  await address.blur()
  await expect(dialog.getByText('This isn’t an address of this network.')).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await address.fill(away)
  await expect(dialog.getByRole('button', { name: 'Request the refund' })).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await picture(page, 'load-refund-question')
  await dialog.getByRole('button', { name: 'Request the refund' }).click()
  await page.getByLabel('Code from the app').fill(await totpOf(secret, 1))
  await expect(page.getByRole('heading', { name: 'Refund requested' })).toBeVisible()
  await expect(row(page, /^Load what arrived/)).toHaveCount(0)
  await picture(page, 'load-refund-requested')
  await press(page, 'Withdraw the request')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(row(page, /^Load what arrived/)).toBeVisible()
})

test('opening a finished load does not change the payment that is open', async ({ openPage }) => {
  const person = await personWithCard()
  const done = await quotedLoad(person, { amount: '100.00', speed: 'immediate' })
  const { page } = await openPage({ person })
  await page.goto(`/load/${done.id}`)
  await press(page, 'Pay the right amount')
  await expect(page.getByText('It is on your card. You can spend it now.')).toBeVisible()
  const open = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  await page.goto(`/load/${open.id}`)
  await expect(page.getByText('Send exactly')).toBeVisible()
  await expect.poll(async () => (await stored(page))['order_id']).toBe(open.id)
  const { cryptoPayment, order_id, payment_date, payment_amount, payment_fee } = await stored(page)
  const payment = { cryptoPayment, order_id, payment_date, payment_amount, payment_fee }
  expect(payment).toMatchObject({ order_id: open.id, payment_amount: '200.00', payment_fee: '6.00' })
  await page.goto(`/load/${done.id}`)
  await expect(page.getByText('It is on your card. You can spend it now.')).toBeVisible()
  expect(await stored(page)).toMatchObject(payment)
})

test('an amount outside the limits is explained once, and its price is not requested', async ({
  openPage,
}) => {
  const person = await personWithCard()
  const { page } = await openPage({ person })
  await page.goto('/load')
  const startButton = page.getByRole('button', { name: 'Show the payment address' })
  await expect(startButton).toBeEnabled()
  await expect(startButton).toBeInViewport({ ratio: 1 })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/load-offers')) requests.push(request.url())
  })
  const amount = page.getByLabel('Amount in dollars')
  await amount.fill('')
  await amount.pressSequentially('9000', { delay: 40 })
  await expect(amount).toHaveValue('9,000')
  await expect(page.getByText('The largest load is $5,000.00.')).toHaveCount(1)
  await expect(startButton).toBeDisabled()
  expect(requests.filter((url) => url.includes('amount=9000'))).toEqual([])
  await amount.fill('')
  await amount.pressSequentially('1234', { delay: 40 })
  await expect(page.getByRole('main')).toContainText('$1,196.98')
  expect(requests.filter((url) => /amount=(1|12|123)&/.test(url))).toEqual([])
})

test('on a phone the payment opens in a wallet app', async ({ openPage }) => {
  const person = await personWithCard()
  const load = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const { page } = await openPage({ person, viewport: phone, touch: true })
  await page.goto(`/load/${load.id}`)
  const link = page.getByRole('link', { name: 'Open in a wallet app' })
  await expect(link).toHaveAttribute(
    'href',
    /^ethereum:0x\w{40}@31337\/transfer\?address=0x\w{40}&uint256=\d+$/,
  )
})
