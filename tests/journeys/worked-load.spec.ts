import type { Page } from '@playwright/test'
import { messages as listEn } from '@cardamom/contract/messages/en/admin/wallet-list'
import { administratorWithMail } from './support/administrator.ts'
import { violations } from './support/browser-checks.ts'
import { demoAdmin } from './support/demo-admin.ts'
import { expect, phone, picture, test, type OpenBrowser } from './support/journey.ts'
import { personWithCard, type OwnLoad } from './support/people.ts'
import { until } from './support/product-calls.ts'
import { approveRecord, requestRecord } from './support/treasury-records.ts'
import * as en from '../../contract/src/messages/en.ts'
import * as es from '../../contract/src/messages/es.ts'

/** The example of domain §5, from the payment to the card, with the cents that each screen shows. */

const superAdmin = 6

type Holding = { holding: string; balance: string }
type Treasury = {
  coins: { asset: string; holdings: Holding[] }[]
  dollars: Holding[]
}
const cents = (text: string) => BigInt(text.replace('.', ''))
const shown = (amount: bigint) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0n ? '−\u2060' : ''}$${whole}.${digits.slice(-2)}`
}

/** What the treasury page is built from, in cents. */
const figuresOf = (treasury: Treasury) => {
  const dollars = (name: string) =>
    cents(treasury.dollars.find((each) => each.holding === name)?.balance ?? '0')
  const usdc = treasury.coins.find(({ asset }) => asset === 'USDC@ethereum')
  const venue = usdc?.holdings.find(({ holding }) => holding === 'venue')?.balance ?? '0'
  const [bank, transit, float] = [dollars('bank'), dollars('transit'), dollars('float')]
  return { bank, transit, float, venue: Number(venue) }
}

/** The line of a balance on the treasury page. */
const line = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: /\$|USDC/ })
    .first()

const payFromPhone = async (openPage: OpenBrowser) => {
  const payer = await personWithCard({ company: 'lima', code: 'LIMA-EVA' })
  const { page } = await openPage({
    person: payer,
    company: 'lima',
    viewport: phone,
    language: 'es',
    scheme: 'dark',
    touch: true,
  })
  const t = es.loads
  await page.goto('/load')
  await page.getByLabel(t.amount).fill('1000')
  await page.getByText(t.regular, { exact: true }).first().click()
  await expect(page.getByRole('main')).toContainText('$970.00')
  await page.getByRole('button', { name: t.showAddress }).click()
  await expect(page.getByText(t.sendExactly)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1,000')
  await page.getByRole('button', { name: t.sandbox.exact, exact: true }).click()
  await expect(page.getByText(t.status.held, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$970.00')
  await picture(page, 'worked-load-paid-es-dark-phone')
  const { items } = await payer.calls.get<{ items: OwnLoad[] }>('/loads')
  return { payer, page, load: items[0] as OwnLoad }
}

/** The share of this load in the lines of each partner's own wallet. */
const seeShares = async (openPage: OpenBrowser, { ref }: OwnLoad) => {
  const lineOf = (page: Page) => page.getByRole('main').locator('li, tr').filter({ hasText: ref }).first()
  for (const [name, amount] of [
    ['norma', '$5.00'],
    ['rafael', '$7.50'],
    ['paula', '$5.00'],
  ] as const) {
    const { page } = await openPage({ person: await demoAdmin(name) })
    await page.goto('/admin/wallets')
    await page.getByRole('link', { name: listEn.ownCompany }).first().click()
    await expect(lineOf(page)).toContainText(amount)
  }
  for (const [name, amount] of [
    ['eva', '$2.00'],
    ['ana', '$0.50'],
  ] as const) {
    const { page } = await openPage({ person: await demoAdmin(name), viewport: phone, language: 'es' })
    await page.goto('/wallet/lines')
    await expect(lineOf(page)).toContainText(amount)
  }
}

const controls = async (page: Page, press: string | RegExp, done: string) => {
  await page.getByRole('button', { name: 'Controls' }).click()
  await page.getByRole('dialog').getByRole('button', { name: press }).last().click()
  await expect(page.getByText(done)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
}

test('a load of 1,000 is paid, its coins are sold, the issuer is funded and the card has 970', async ({
  openPage,
}) => {
  const { payer, page: own, load } = await payFromPhone(openPage)
  await seeShares(openPage, load)

  const { page: maker, person } = await administratorWithMail(openPage, { roleId: superAdmin })
  const { page: checker } = await administratorWithMail(openPage, { roleId: superAdmin })
  const read = async () => figuresOf(await person.calls.get<Treasury>('/treasury'))
  const { treasury: t, treasuryOperations: o, sandbox } = en
  const seen = async (name: string, amount: bigint) => expect(line(maker, name)).toContainText(shown(amount))
  const word = String(Date.now())

  // The demo sweeps the payment and fills its payout wallet meanwhile.
  const before = await until('a treasury that has the coins', async () => {
    const { coins } = await person.calls.get<Treasury>('/treasury')
    const usdc = coins.find(({ asset }) => asset === 'USDC@ethereum')?.holdings ?? []
    const of = (name: string) => Number(usdc.find(({ holding }) => holding === name)?.balance ?? '0')
    return of('treasury') >= 1000 && of('deposits') === 0 && of('payout') >= 2000 ? read() : undefined
  })
  await maker.goto('/admin/treasury')
  await controls(maker, '1,000 USDC to the venue', '1000 USDC sent to the venue.')
  await expect.poll(async () => (await read()).venue).toBe(before.venue + 1000)
  await maker.reload()
  await expect(line(maker, t.holdings.venue)).toContainText('1,000')

  await maker.goto('/admin/treasury/new?kind=coins_sold')
  const { form } = o
  await maker.getByLabel(form.asset, { exact: true }).selectOption({ label: 'USDC' })
  await maker.getByLabel(form.coins, { exact: true }).fill('1000')
  await maker.getByLabel(form.amount.coins_sold, { exact: true }).fill('1000')
  await maker.getByLabel(form.fee, { exact: true }).fill('3')
  await maker.getByLabel(form.venue, { exact: true }).fill('Kraken')
  await maker.getByLabel(form.reference, { exact: true }).fill(`Trade ${word}`)
  await maker.getByRole('button', { name: form.review, exact: true }).click()
  const dialog = maker.getByRole('dialog')
  await expect(dialog).toContainText('$997.00')
  await expect(dialog).toContainText('$3.00')
  await picture(maker, 'worked-load-sale-en-light-desk')
  await requestRecord(maker)
  await approveRecord(checker, `Trade ${word}`)
  await maker.goto('/admin/treasury')
  await seen(t.holdings.bank, before.bank + 99_700n)

  await maker.goto('/admin/treasury/new?kind=funding_sent')
  await maker.getByLabel(form.amount.other, { exact: true }).fill('970')
  await maker.getByLabel(form.reference, { exact: true }).fill(`Wire ${word}`)
  await maker.getByRole('button', { name: form.review, exact: true }).click()
  await requestRecord(maker)
  await approveRecord(checker, `Wire ${word}`)
  await maker.goto('/admin/treasury')
  await seen(t.holdings.bank, before.bank + 2700n)
  await seen(t.holdings.transit, before.transit + 97_000n)
  const floatBefore = (await read()).float
  await controls(maker, sandbox.treasury.deliver, sandbox.treasury.delivered)
  await expect.poll(async () => (await read()).float).toBe(floatBefore + 97_000n)
  await maker.reload()
  await seen(t.holdings.float, floatBefore + 97_000n)
  await seen(t.holdings.transit, before.transit)
  // The coins that were sold are not at the venue any more, on the chain and in the book.
  await expect.poll(async () => (await read()).venue).toBe(before.venue)
  expect(await violations(maker, 'all')).toEqual([])
  await picture(maker, 'worked-load-funded-en-light-desk')

  await person.calls.post('/sandbox/clock', { hours: 25, business: true })
  await until('the load on its card', async () => {
    const { status } = await payer.calls.get<OwnLoad>(`/loads/${load.id}`)
    return status === 'credited' ? true : undefined
  })
  await own.reload()
  await expect(own.getByText(es.loads.status.credited, { exact: true }).first()).toBeVisible()
  await own.goto('/')
  await expect(own.getByRole('main')).toContainText('$970.00')
  await picture(own, 'worked-load-on-card-es-dark-phone')
})
