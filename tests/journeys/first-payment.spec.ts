import type { Page } from '@playwright/test'
import { desk, expect, languageCookie, phone, picture, stored, test } from './support/journey.ts'
import { newPerson, type Registration } from './support/people.ts'
import { mailTo, serviceUrl } from './support/sandbox-services.ts'
import { texts, type Language, type Texts } from './support/texts.ts'

type Walk = {
  readonly language: Language
  readonly viewport: { width: number; height: number }
  readonly speed: 'regular' | 'immediate'
  readonly net: string
  /** The available amount after the swipe of 100.00, and after its settlement at 104.20. */
  readonly held: string
  readonly settled: string
}

const register = async (page: Page, person: Registration, t: Texts) => {
  const next = page.getByRole('button', { name: t.registration.continue })
  await page.getByRole('link', { name: t.login.register }).click()
  await expect(page).toHaveTitle(`${t.registration.title} · Cardamom`)
  await page.getByLabel(t.person.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.person.password, { exact: true }).fill(person.password)
  await page.getByLabel(t.person.confirmation, { exact: true }).fill(person.password)
  await next.click()
  await page.getByLabel(t.person.firstName, { exact: true }).fill(person.firstName)
  await page.getByLabel(t.person.lastName, { exact: true }).fill(person.lastName)
  await page.getByLabel(t.ui.date.day).fill('12')
  await page.getByLabel(t.ui.date.month).fill('04')
  await page.getByLabel(t.ui.date.year).fill('1990')
  // The device's time zone is Lima in both languages.
  await expect(page.getByLabel(t.person.country, { exact: true })).toHaveValue('PE')
  const mobile = page.getByLabel(t.person.mobile)
  await page.getByLabel(t.person.country, { exact: true }).selectOption('MX')
  await mobile.fill('55 1234 5678')
  await expect(page.getByText('MX +52')).toBeVisible()
  await page.getByLabel(t.person.country, { exact: true }).selectOption('PE')
  await expect(page.getByText(t.person.mobileElsewhere.split('{')[0] ?? '')).toBeVisible()
  await mobile.fill('')
  await mobile.fill('987 654 321')
  await expect(page.getByText('PE +51')).toBeVisible()
  await next.click()
  await page.getByLabel(t.person.street).fill('Av. Larco 101')
  await page.getByLabel(t.person.zip).fill('15074')
  await page.getByLabel(t.person.city).fill('Lima')
  await next.click()
  await expect(page.getByText(person.email).first()).toBeVisible()
  await picture(page, `register-review-${await languageCookie(page)}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t.registration.review.submit }).click()
  await expect(page.getByRole('heading', { name: t.registration.sent.title })).toBeVisible()
}

/** Opens the mail in the sandbox's mailbox and follows its link. */
const confirmEmail = async (page: Page, person: Registration, t: Texts) => {
  const [mailbox] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: t.registration.sent.mailbox }).click(),
  ])
  const mail = await mailTo(person.email, 'verify_email')
  await expect(mailbox.getByText(mail.subject).first()).toBeVisible()
  await picture(mailbox, `mailbox-${await languageCookie(page)}`)
  await mailbox.close()
  await page.goto(mail.link ?? '')
  await expect(page.getByRole('heading', { name: t.registration.confirm.doneTitle })).toBeVisible()
}

const logIn = async (page: Page, person: Registration, t: Texts) => {
  await page.getByRole('link', { name: t.shell.nav.logIn }).first().click()
  await page.getByLabel(t.login.login).fill(person.email)
  await page.getByLabel(t.login.password, { exact: true }).fill(person.password)
  await page.getByRole('button', { name: t.login.submit, exact: true }).click()
  await expect(page).toHaveTitle(/ · Cardamom$/)
  await expect.poll(async () => Object.keys(await stored(page))).toContain('user')
  const saved = await stored(page)
  expect(saved['token']).toMatch(/\S{20,}/)
  expect(JSON.parse(saved['user'] ?? '{}')).toMatchObject({
    role_id: 2,
    passkey_enabled: 0,
    user_company: { passkey_mandatory: 0 },
  })
  expect(JSON.parse(saved['ipInfo'] ?? '{}')).toHaveProperty('ip')
  expect(saved['fake_user']).toBe('0')
}

/** Fills in the form, sends sample documents on the provider's page, and returns. */
const verifyIdentity = async (page: Page, t: Texts, view: string) => {
  await page.goto('/kyc')
  await expect(page).toHaveTitle(`${t.kyc.form.title} · Cardamom`)
  await page.getByText(t.kyc.document.ID_CARD, { exact: true }).click()
  await page.getByLabel(t.kyc.form.country).selectOption('PE')
  await picture(page, `kyc-form-${view}`)
  await page.getByRole('button', { name: t.kyc.form.send }).click()
  await page.waitForURL(`${serviceUrl('kyc')}/**`)
  await page.getByRole('checkbox', { name: t.outside.consent }).check()
  await page.getByRole('button', { name: t.outside.startCheck }).click()
  await page.getByRole('button', { name: t.outside.samples }).click()
  await page.getByRole('button', { name: t.outside.sendPhotos }).click()
  await expect(page.getByRole('heading', { name: t.outside.verified })).toBeVisible()
  await picture(page, `kyc-capture-${view}`)
  await page.getByRole('button', { name: t.outside.goBack }).click()
  await expect(page).toHaveURL(/\/kyc\/status$/)
  await expect(page.getByRole('heading', { name: t.kyc.state.verified.title })).toBeVisible()
  await picture(page, `kyc-verified-${view}`)
  // The card is created meanwhile; the only button leads to the load.
  await page.getByRole('link', { name: t.kyc.actions.loadCard }).click()
  await expect(page).toHaveURL(/\/load\?card=/)
  await expect(page.getByRole('textbox', { name: t.loads.amount })).toBeVisible()
}

const findCard = async (page: Page, t: Texts) => {
  await page.goto('/cards')
  await expect(page).toHaveTitle(`${t.cards.title} · Cardamom`)
  const card = page.getByRole('list', { name: t.cards.list }).getByRole('link').first()
  await expect(card).toContainText(t.cards.state.ready)
  const ending = await card.getByText(/^·· \d{4}$/).innerText()
  await card.click()
  await expect(page.getByRole('heading', { name: t.cards.kind.virtual })).toBeVisible()
  return { path: new URL(page.url()).pathname, digits: ending.slice(-4) }
}

const payment = async (page: Page) => {
  const saved = await stored(page)
  const order = new URL(page.url()).pathname.split('/').at(-1)
  const crypto = JSON.parse(saved['cryptoPayment'] ?? '{}') as Record<string, string>
  expect(crypto).toMatchObject({ orderId: order, asset: 'USDC', network: 'ethereum' })
  expect(crypto['address']).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(saved['order_id']).toBe(order)
  expect(Date.parse(crypto['expiresAt'] ?? '') - Date.parse(saved['payment_date'] ?? '')).toBe(30 * 60_000)
  expect(saved['payment_amount']).toBe('1000.00')
  return saved['payment_fee']
}

/**
 * The release runs every hour: 24 business hours lead to it, and one more press goes beyond it. A press runs all
 * due work of those hours, which takes minutes on a busy machine.
 */
const advanceUntilCredited = async (page: Page, t: Texts) => {
  const credited = page.getByText(t.loads.creditedText)
  const advance = page.getByRole('button', { name: t.loads.sandbox.advance })
  for (let presses = 0; presses < 2 && !(await credited.isVisible()); presses += 1) {
    await advance.click()
    const advanced = page.getByText(t.loads.sandboxAdvanced).nth(presses)
    await expect(advanced.or(credited).first()).toBeVisible({ timeout: 180_000 })
  }
}

const load = async (page: Page, walk: Walk, t: Texts, view: string) => {
  await page.goto('/load')
  await expect(page).toHaveTitle(`${t.loads.title} · Cardamom`)
  await page.getByRole('textbox', { name: t.loads.amount }).fill('1000')
  await page.getByText(t.loads[walk.speed], { exact: true }).click()
  await expect(page.getByRole('main')).toContainText(walk.net)
  await picture(page, `load-quote-${view}`)
  await page.getByRole('button', { name: t.loads.showAddress }).click()
  await expect(page).toHaveURL(/\/load\/[0-9a-f-]{36}$/)
  await expect(page.getByText(t.loads.sendExactly)).toBeVisible()
  await expect.poll(async () => Object.keys(await stored(page))).toContain('cryptoPayment')
  expect(await payment(page)).toBe(walk.speed === 'regular' ? '30.00' : '50.00')
  await picture(page, `load-address-${view}`)
  await page.getByRole('button', { name: t.loads.sandbox.exact }).click()
  if (walk.speed === 'regular') {
    // The time is at the top and in the receipt, each with its date.
    await expect(page.getByText(t.loads.willBeOnCard, { exact: true })).toHaveCount(2)
    await expect(page.getByText(new RegExp(`^${t.loads.byLatest.split('{')[0]}\\S`))).toHaveCount(2)
    await expect(page.getByText(t.loads.status.held, { exact: true }).first()).toBeVisible()
    await picture(page, `load-held-${view}`)
    await advanceUntilCredited(page, t)
  }
  await expect(page.getByText(t.loads.creditedText)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(walk.net)
  await picture(page, `load-credited-${view}`)
  await expect
    .poll(async () => Object.keys(await stored(page)))
    .not.toEqual(expect.arrayContaining(['cryptoPayment']))
  expect(Object.keys(await stored(page)).filter((key) => /^(payment_|order_id)/.test(key))).toEqual([])
}

const swipe = async (shop: Page, card: { lastName: string; digits: string }, t: Texts) => {
  await shop.locator('#chosen').click()
  const wanted = `${card.lastName} ${card.digits}`
  await shop.getByRole('searchbox', { name: t.outside.findCard }).fill(wanted)
  // Another card may have the same last digits.
  const own = shop.locator('#cards').getByRole('button').filter({ hasText: card.lastName })
  await own.filter({ hasText: card.digits }).click()
  await shop.locator('label', { hasText: 'Hotel Miramar' }).click()
  await shop.getByLabel(t.outside.amount, { exact: true }).fill('100.00')
  await shop.getByRole('button', { name: t.outside.pay }).click()
  await expect(shop.getByText(t.outside.approved)).toBeVisible()
}

const clear = async (shop: Page, t: Texts) => {
  await shop.getByLabel(t.outside.stepAmount).fill('104.20')
  await shop.getByRole('button', { name: t.outside.clear, exact: true }).click()
  await expect(shop.locator('details.payment').first()).toContainText('104.20')
}

const walks: readonly Walk[] = [
  {
    language: 'en',
    viewport: desk,
    speed: 'regular',
    net: '$970.00',
    held: '$870.00',
    settled: '$865.80',
  },
  {
    language: 'es',
    viewport: phone,
    speed: 'immediate',
    net: '$950.00',
    held: '$850.00',
    settled: '$845.80',
  },
]

for (const walk of walks) {
  const { language, viewport, speed } = walk
  const view = `${language}-${viewport.width}`
  test(`a new person signs up, verifies, gets a card, loads it and spends (${view}, ${speed})`, async ({
    openPage,
  }) => {
    const t = texts[language]
    const person = newPerson()
    const { page, context } = await openPage({ viewport, ...(language === 'es' ? { language } : {}) })
    await page.goto('/')
    await expect(page).toHaveTitle(`${t.login.title} · Cardamom`)
    await expect.poll(() => languageCookie(page)).toBe(language)
    await picture(page, `login-${view}`)
    await register(page, person, t)
    await picture(page, `register-sent-${view}`)
    await confirmEmail(page, person, t)
    await logIn(page, person, t)
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText('$0.00')
    await picture(page, `home-new-${view}`)
    await verifyIdentity(page, t, view)
    const card = await findCard(page, t)
    await load(page, walk, t, view)
    await page.goto(card.path)
    await expect(page.getByRole('main')).toContainText(walk.net)

    const shop = await context.newPage()
    await shop.goto(`${serviceUrl('issuer')}/shop?lang=${language}`)
    await swipe(shop, { ...card, lastName: person.lastName }, t)
    await picture(shop, `shop-${view}`)
    // Both pages were opened before the swipe, so the live stream brings the change.
    await expect(page.getByRole('main')).toContainText(walk.held)
    await picture(page, `card-floating-${view}`)
    await page.goto('/transactions')
    const floating = page.getByRole('list', { name: t.transactions.view.floating })
    await expect(floating).toContainText('Hotel Miramar')
    await expect(floating).toContainText('$100.00')
    await picture(page, `activity-floating-${view}`)
    await clear(shop, t)
    await expect(floating).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('$104.20')
    await picture(page, `activity-settled-${view}`)
    // The sums are the filter's sums.
    const spent = (sum: string) =>
      expect
        .poll(() => page.getByRole('main').innerText())
        .toMatch(new RegExp(`${t.transactions.sums.spent}\\s+\\${sum}`))
    await spent('$104.20')
    await page.goto('/transactions?status=floating')
    await spent('$0.00')
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(walk.settled)
    await picture(page, `home-spent-${view}`)
    await page.goto(card.path)
    await expect(page.getByRole('main')).toContainText(walk.settled)
    await picture(page, `card-${view}`)
  })
}
